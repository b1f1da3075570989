/// Mail addresses of RFC 5321, and with characters beyond ASCII those of RFC 6531.
enum MailFormats {
  static func isAddress(_ text: Span<UInt8>, international: Bool) -> Bool {
    var position = 0
    guard localPart(text, &position, international), FormatBytes.take(UInt8(ascii: "@"), text, &position),
      position < text.count
    else { return false }
    guard text[position] == UInt8(ascii: "[") else {
      return HostFormats.isHostname(text.extracting(position..<text.count), international: international)
    }
    let end = text.count - 1
    guard end > position, text[end] == UInt8(ascii: "]") else { return false }
    let address = position + 1..<end
    if AddressFormats.isIPv4(text, address) { return true }
    guard address.count > 5, string(text.extracting(address.lowerBound..<address.lowerBound + 5)) == "IPv6:" else {
      return false
    }
    return AddressFormats.isIPv6(text, address.lowerBound + 5..<end)
  }

  /// Atoms between dots, or a quoted string; at most 64 bytes.
  private static func localPart(_ text: Span<UInt8>, _ position: inout Int, _ international: Bool) -> Bool {
    if FormatBytes.take(UInt8(ascii: "\""), text, &position) {
      while position < text.count, text[position] != UInt8(ascii: "\"") {
        if text[position] == UInt8(ascii: "\\") { position += 1 }
        guard position < text.count, 0x20...0x7E ~= text[position] || international && text[position] >= 0x80 else {
          return false
        }
        position += 1
      }
      return FormatBytes.take(UInt8(ascii: "\""), text, &position) && position <= 64
    }
    repeat {
      let start = position
      while position < text.count, isAtomic(text[position]) || international && text[position] >= 0x80 { position += 1 }
      guard position > start else { return false }
    } while FormatBytes.take(UInt8(ascii: "."), text, &position)
    return position <= 64
  }

  private static func isAtomic(_ byte: UInt8) -> Bool {
    if FormatBytes.isLetter(byte) || FormatBytes.isDigit(byte) { return true }
    return switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "?"), UInt8(ascii: "^")...UInt8(ascii: "`"),
      UInt8(ascii: "{")...UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
