/// Writing strings: a quote, a backslash and control characters are escaped, nothing else is.
enum JSONEscaping {
  /// Appends the string in quotes. Long runs that need no escape are copied at once.
  static func append(_ string: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + string.count + 2)
    bytes.append(UInt8(ascii: "\""))
    var start = 0
    var index = unsafe next(in: string, from: 0)
    while index < string.count {
      unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: string[start..<index]))
      unsafe appendEscape(of: string[index], to: &bytes)
      start = index + 1
      index = unsafe next(in: string, from: start)
    }
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: string[start..<string.count]))
    bytes.append(UInt8(ascii: "\""))
  }

  /// The first byte from `start` on that needs an escape, or the end; eight bytes at a time.
  private static func next(in string: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    let ones: UInt64 = 0x0101_0101_0101_0101
    while string.count - index >= 8 {
      // Eight bytes from `index` on exist.
      let word = unsafe UInt64(
        littleEndian: UnsafeRawBufferPointer(string).loadUnaligned(fromByteOffset: index, as: UInt64.self))
      // As in the parser, but bytes that are not ASCII pass.
      let special = ((word ^ ones &* 0x22) &- ones) | ((word ^ ones &* 0x5C) &- ones) | (word &- ones &* 0x20)
      let found = special & ~word & 0x8080_8080_8080_8080
      if found != 0 { return index + found.trailingZeroBitCount >> 3 }
      index += 8
    }
    while index < string.count {
      let byte = unsafe string[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return index }
      index += 1
    }
    return index
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
