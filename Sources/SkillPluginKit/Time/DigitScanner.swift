/// Reads fixed-width ASCII numbers, as dates and times are made of.
struct DigitScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { position == bytes.count }

  /// A number of exactly `width` digits.
  mutating func number(_ width: Int) -> Int? {
    guard bytes.count - position >= width else { return nil }
    var value = 0
    for byte in bytes[position..<position + width] {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    position += width
    return value
  }

  /// Takes one character if it is next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
    position += 1
    return true
  }

  /// Takes all digits that are next, as many as there are.
  mutating func takeDigits() -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) { position += 1 }
    return bytes[start..<position]
  }
}

/// A number with leading zeros.
func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
}
