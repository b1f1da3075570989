/// One part of a sentence: a word, a number, one Chinese character, or a quotation.
struct Token: Sendable {
  enum Kind: Sendable {
    case word, number, ideograph, quotation
  }
  var kind: Kind
  /// In lower case and of normal width; a quotation keeps its marks.
  var folded: String
  /// Its place among the sentence's characters.
  var range: Range<Int>
  /// Whether punctuation stands before it.
  var startsRun: Bool

  static func split(_ characters: [Character]) -> [Token] {
    var tokens: [Token] = []
    var index = 0
    var startsRun = true
    while index < characters.count {
      let start = index
      let character = characters[index]
      let kind: Kind
      if let end = quotationEnd(characters, index) {
        kind = .quotation
        index = end
      } else if isIdeograph(character) {
        kind = .ideograph
        index += 1
      } else if isDigit(character) {
        kind = .number
        while index < characters.count, isDigit(characters[index]) { index += 1 }
      } else if isLetter(character) {
        kind = .word
        while index < characters.count, isLetter(characters[index]) || isInside(characters, index) { index += 1 }
      } else {
        // A hyphen joins, white space separates; anything else ends a run.
        if !character.isWhitespace, character != "-" { startsRun = true }
        index += 1
        continue
      }
      let folded = String(characters[start..<index].map(fold))
      tokens.append(Token(kind: kind, folded: folded, range: start..<index, startsRun: startsRun))
      startsRun = false
    }
    return tokens
  }

  /// Lower case, normal width, one kind of apostrophe.
  private static func fold(_ character: Character) -> Character {
    if character == "’" { return "'" }
    if let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1,
      (0xFF01...0xFF5E).contains(scalar.value), let narrow = Unicode.Scalar(scalar.value - 0xFEE0)
    {
      return fold(Character(narrow))
    }
    let lower = character.lowercased()
    return lower.count == 1 ? lower.first ?? character : character
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(fold(character)) }

  private static func isLetter(_ character: Character) -> Bool { character.isLetter && !isIdeograph(character) }

  /// Chinese characters; Japanese and Korean words stay whole, as no pattern here is written in them.
  private static func isIdeograph(_ character: Character) -> Bool {
    character.unicodeScalars.first.map { $0.properties.isIdeographic } == true
  }

  /// Whether an apostrophe, a dot or a digit stands inside a word: `what's`, `main.swift`, `mp3`.
  private static func isInside(_ characters: [Character], _ index: Int) -> Bool {
    let character = characters[index]
    if isDigit(character) || character == "_" { return true }
    guard character == "'" || character == "’" || character == "." else { return false }
    return index + 1 < characters.count && (isLetter(characters[index + 1]) || isDigit(characters[index + 1]))
  }

  /// The end of a quotation that starts here.
  private static func quotationEnd(_ characters: [Character], _ start: Int) -> Int? {
    let closing: Character
    switch characters[start] {
    case "\"": closing = "\""
    case "“": closing = "”"
    case "「": closing = "」"
    case "『": closing = "』"
    case "《": closing = "》"
    case "‘": closing = "’"
    default: return nil
    }
    guard let end = characters[(start + 1)...].firstIndex(of: closing), end > start + 1 else { return nil }
    return end + 1
  }
}
