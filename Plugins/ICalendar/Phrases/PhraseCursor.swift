/// A place in the tokens of a phrase. A copy is a bookmark: matchers work on a copy and give it back when they succeed.
struct PhraseCursor {
  let tokens: [PhraseTokens.Token]
  var index: Int

  var isAtEnd: Bool { index >= tokens.count }
  var text: String { isAtEnd ? "" : tokens[index].text }

  func text(ahead: Int) -> String { index + ahead < tokens.count ? tokens[index + ahead].text : "" }

  /// Takes the next token when it is one of these.
  mutating func take(_ words: String...) -> Bool { take(anyOf: words) }

  mutating func take(anyOf words: [String]) -> Bool {
    guard !isAtEnd, words.contains(tokens[index].text) else { return false }
    index += 1
    return true
  }

  /// Takes these tokens, all of them or none.
  mutating func takeAll(_ words: String...) -> Bool {
    guard index + words.count <= tokens.count else { return false }
    for (offset, word) in words.enumerated() where tokens[index + offset].text != word { return false }
    index += words.count
    return true
  }

  /// Takes a run of single-character tokens that spells the text, as Chinese words are.
  mutating func take(chinese text: String) -> Bool {
    var copy = self
    for character in text {
      guard copy.take(String(character)) else { return false }
    }
    self = copy
    return true
  }

  /// The first of the texts that is spelled here, longer ones first in the list.
  mutating func take(chinese texts: [String]) -> String? {
    for text in texts where take(chinese: text) { return text }
    return nil
  }

  /// A number in digits, in English words up to ninety-nine, or in Chinese numerals up to ninety-nine.
  mutating func number() -> Int? {
    guard !isAtEnd else { return nil }
    if tokens[index].isNumber {
      guard tokens[index].text.utf8.count <= 4, let value = Int(tokens[index].text) else { return nil }
      index += 1
      return value
    }
    return englishNumber() ?? chineseNumber()
  }

  private mutating func englishNumber() -> Int? {
    if let value = Self.smallNumbers[text] {
      index += 1
      return value
    }
    guard let tens = Self.tens[text] else { return nil }
    index += 1
    var copy = self
    _ = copy.take("-")
    if let units = Self.smallNumbers[copy.text], units < 10 {
      copy.index += 1
      self = copy
      return tens + units
    }
    return tens
  }

  private mutating func chineseNumber() -> Int? {
    var copy = self
    _ = copy.take("零")
    let first = Self.chineseDigits[copy.text]
    if first != nil { copy.index += 1 }
    if copy.take("十") {
      var value = (first ?? 1) * 10
      if let units = Self.chineseDigits[copy.text] {
        value += units
        copy.index += 1
      }
      self = copy
      return value
    }
    guard let first else { return nil }
    self = copy
    return first
  }

  private static let smallNumbers = [
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
    "eighteen": 18, "nineteen": 19,
  ]
  private static let tens = [
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
  ]
  static let chineseDigits = [
    "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
  ]
}
