/// Addresses of hosts as numbers.
enum AddressFormats {
  /// Four numbers up to 255 without leading zeros.
  static func isIPv4(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var position = range.lowerBound
    for part in 0..<4 {
      if part > 0 {
        guard position < range.upperBound, text[position] == UInt8(ascii: ".") else { return false }
        position += 1
      }
      let start = position
      var value = 0
      while position < range.upperBound, FormatBytes.isDigit(text[position]), position - start < 4 {
        value = value * 10 + Int(text[position] & 0x0F)
        position += 1
      }
      let count = position - start
      guard 1...3 ~= count, value <= 255, count == 1 || text[start] != UInt8(ascii: "0") else { return false }
    }
    return position == range.upperBound
  }

  /// RFC 4291, section 2.2, without zone.
  static func isIPv6(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var position = range.lowerBound
    var groups = 0
    var isShortened = false
    if range.count >= 2, text[position] == UInt8(ascii: ":") {
      guard text[position + 1] == UInt8(ascii: ":") else { return false }
      isShortened = true
      position += 2
    }
    while position < range.upperBound {
      let start = position
      while position < range.upperBound, FormatBytes.isHexDigit(text[position]), position - start < 5 { position += 1 }
      let count = position - start
      if position < range.upperBound, text[position] == UInt8(ascii: ".") {
        guard isIPv4(text, start..<range.upperBound) else { return false }
        groups += 2
        break
      }
      guard 1...4 ~= count else { return false }
      groups += 1
      guard position < range.upperBound else { break }
      guard text[position] == UInt8(ascii: ":") else { return false }
      position += 1
      if position < range.upperBound, text[position] == UInt8(ascii: ":") {
        guard !isShortened else { return false }
        isShortened = true
        position += 1
      } else if position == range.upperBound {
        return false
      }
    }
    // A double colon stands for at least one group.
    return isShortened ? groups <= 7 : groups == 8
  }
}
