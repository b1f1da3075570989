/// Text of others, made fit to be shown on a terminal.
package enum SafeText {
  /// Replaces what could move the cursor, change colours or reverse the reading order by a visible form (`\u{1b}`).
  /// Line breaks and tabs are kept where `lines` says so.
  package static func visible(_ text: String, lines: Bool = false) -> String {
    if !text.unicodeScalars.contains(where: { isHarmful($0, lines: lines) }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isHarmful(scalar, lines: lines) {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// JSON text, with the same characters written as JSON's own escapes. The value stays the same.
  package static func json(_ text: String) -> String {
    if !text.unicodeScalars.contains(where: { isHarmful($0, lines: true) }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      // All of them are below U+FFFF, and outside of strings JSON has none of them.
      if isHarmful(scalar, lines: true) {
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isHarmful(_ scalar: Unicode.Scalar, lines: Bool) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: !lines
    case 0x00...0x1F, 0x7F...0x9F: true
    // Marks and overrides of the reading order, line and paragraph separators.
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
