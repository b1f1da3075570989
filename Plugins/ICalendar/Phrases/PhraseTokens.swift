/// A phrase cut into words, numbers, single Chinese characters and punctuation, each with its place in the phrase.
struct PhraseTokens {
  struct Token {
    /// In lower case, full-width forms as ASCII, traditional characters of dates and times as simplified ones.
    let text: String
    /// Indices into ``PhraseTokens/characters``.
    let range: Range<Int>
    let isNumber: Bool
    /// Whether white space stands between it and the token before it.
    let isApart: Bool
  }

  let characters: [Character]
  let tokens: [Token]

  /// What is longer is cut; nobody says a date in more than a thousand characters.
  static let maximumLength = 1_000

  init(_ phrase: String) {
    characters = Array(phrase.prefix(Self.maximumLength))
    let plain = characters.map(Self.normalized)
    var tokens: [Token] = []
    var index = 0
    var isApart = true
    while index < plain.count {
      let character = plain[index]
      guard !character.isWhitespace else {
        isApart = true
        index += 1
        continue
      }
      let start = index
      index += 1
      if character.isASCIIDigit {
        while index < plain.count, plain[index].isASCIIDigit { index += 1 }
      } else if character.isAlphabetic {
        while index < plain.count, plain[index].isAlphabetic { index += 1 }
      }
      tokens.append(
        Token(
          text: String(plain[start..<index]), range: start..<index, isNumber: character.isASCIIDigit, isApart: isApart))
      isApart = false
    }
    self.tokens = tokens
  }

  private static func normalized(_ character: Character) -> Character {
    if let simple = simplified[character] { return simple }
    if let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1,
      (0xFF01...0xFF5E).contains(scalar.value), let ascii = Unicode.Scalar(scalar.value - 0xFEE0)
    {
      return Character(String(ascii).lowercased())
    }
    let lower = character.lowercased()
    return lower.count == 1 ? Character(lower) : character
  }

  private static let simplified: [Character: Character] = [
    "週": "周", "點": "点", "後": "后", "禮": "礼", "兩": "两", "個": "个", "這": "这", "鐘": "钟", "鍾": "钟", "時": "时",
    "號": "号", "來": "来", "內": "内", "間": "间", "〇": "零", "’": "'", "–": "-", "—": "-", "～": "~",
  ]
}

extension Character {
  var isASCIIDigit: Bool { ("0"..."9").contains(self) }

  /// A letter of a script that writes words with spaces; Chinese, Japanese and Korean characters are not.
  var isAlphabetic: Bool {
    guard isLetter, let scalar = unicodeScalars.first else { return false }
    return scalar.value < 0x2E80
  }
}
