/// Numbers as people write them: `7`, `seven`, `七`, `二十一`, `两`.
public enum PhraseNumber {
  private static let english = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
  ]
  private static let digits: [Character: Int] = [
    "零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "兩": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
  ]

  /// Any of the spellings; nil for another text.
  public static func parse(_ text: String) -> Int? { western(text.lowercased()) ?? chinese(text) }

  /// At most nine digits, or a word in lower case.
  static func western(_ text: String) -> Int? {
    if let word = english.firstIndex(of: text) { return word }
    guard !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
    return Int(text)
  }

  static func isChineseNumeral(_ text: String) -> Bool {
    text == "十" || text == "百" || (text.first.flatMap { digits[$0] } != nil && text.count == 1)
  }

  /// Up to 999: `十`, `十六`, `二十`, `一百零五`.
  static func chinese(_ text: String) -> Int? {
    var total = 0
    var pending: Int?
    var smallest = 1000
    guard !text.isEmpty else { return nil }
    for character in text {
      if let digit = digits[character] {
        guard pending == nil || pending == 0 else { return nil }
        pending = digit
      } else {
        guard let unit = character == "十" ? 10 : character == "百" ? 100 : nil, unit < smallest else { return nil }
        smallest = unit
        // A leading 十 is ten; 百 needs its digit.
        guard let count = pending ?? (unit == 10 ? 1 : nil), count > 0 || unit == 10 else { return nil }
        total += max(count, 1) * unit
        pending = nil
      }
    }
    return total + (pending ?? 0)
  }
}
