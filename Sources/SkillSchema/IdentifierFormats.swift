/// UUIDs and JSON pointers.
enum IdentifierFormats {
  static func isUUID(_ text: Span<UInt8>) -> Bool {
    guard text.count == 36 else { return false }
    for index in 0..<36 {
      switch index {
      case 8, 13, 18, 23:
        guard text[index] == UInt8(ascii: "-") else { return false }
      default:
        guard FormatBytes.isHexDigit(text[index]) else { return false }
      }
    }
    return true
  }

  /// RFC 6901.
  static func isPointer(_ text: Span<UInt8>, from start: Int) -> Bool {
    guard start < text.count else { return true }
    guard text[start] == UInt8(ascii: "/") else { return false }
    for index in start..<text.count where text[index] == UInt8(ascii: "~") {
      guard index + 1 < text.count, text[index + 1] == UInt8(ascii: "0") || text[index + 1] == UInt8(ascii: "1") else {
        return false
      }
    }
    return true
  }

  /// A number of steps up, then `#` or a pointer.
  static func isRelativePointer(_ text: Span<UInt8>) -> Bool {
    var position = 0
    guard FormatBytes.skipDigits(text, &position), position == 1 || text[0] != UInt8(ascii: "0") else { return false }
    if position + 1 == text.count, text[position] == UInt8(ascii: "#") { return true }
    return isPointer(text, from: position)
  }
}
