/// Writing strings: a quote, a backslash and control characters are escaped, nothing else is.
enum JSONEscaping {
  /// Appends the string in quotes. Long runs that need no escape are copied at once.
  static func append(_ string: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + string.count + 2)
    bytes.append(UInt8(ascii: "\""))
    var start = 0
    for index in 0..<string.count {
      let byte = unsafe string[index]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
      unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: string[start..<index]))
      appendEscape(of: byte, to: &bytes)
      start = index + 1
    }
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: string[start..<string.count]))
    bytes.append(UInt8(ascii: "\""))
  }

  private static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x00..<0x20:
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(0x30 + byte >> 4)
      let low = byte & 0x0F
      bytes.append(low < 10 ? 0x30 + low : 0x57 + low)
    default: bytes.append(byte)
    }
  }
}
