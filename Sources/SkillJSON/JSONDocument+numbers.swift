extension JSONDocument {
  /// The value of a number entry when it is mathematically an integer that fits.
  package func integer(_ entry: JSONEntry) -> Int? {
    let range = entry.range
    // Up to 18 digits and nothing else: no overflow is possible.
    guard entry.isPlainInteger, range.count <= 18 else {
      return JSONDecimal(bytes: bytes, range: range).integer(Int.self)
    }
    var value = 0
    let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
    for position in (isNegative ? range.lowerBound + 1 : range.lowerBound)..<range.upperBound {
      value = value &* 10 &+ Int(bytes[position] & 0x0F)
    }
    return isNegative ? -value : value
  }

  /// The double nearest to a number entry, nil when that is infinite.
  func double(_ entry: JSONEntry) -> Double? {
    if let exact = exactDouble(entry.range) { return exact }
    let text = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0[entry.range], as: UTF8.self) }
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// The usual short numbers: an integer below 2^53 times or through a power of ten below 10^23. Both are exact as
  /// doubles, so the one rounding of their product or quotient gives the nearest double (Clinger's fast path).
  private func exactDouble(_ range: Range<Int>) -> Double? {
    guard range.count <= 24 else { return nil }
    var mantissa: UInt64 = 0
    var scale = 0
    var isAfterPoint = false
    var position = range.lowerBound
    let isNegative = bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    scan: while position < range.upperBound {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        // Stays below 2^53 * 10 + 10.
        guard mantissa < 1 << 53 else { return nil }
        mantissa = mantissa * 10 + UInt64(byte & 0x0F)
        if isAfterPoint { scale -= 1 }
      case UInt8(ascii: "."): isAfterPoint = true
      default: break scan
      }
      position += 1
    }
    if position < range.upperBound {
      var exponent = 0
      let sign = bytes[position + 1]
      position += sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") ? 2 : 1
      // At most 24 bytes in all: cut off long before it could overflow.
      while position < range.upperBound, exponent < 1000 {
        exponent = exponent * 10 + Int(bytes[position] & 0x0F)
        position += 1
      }
      scale += sign == UInt8(ascii: "-") ? -exponent : exponent
    }
    guard mantissa <= 1 << 53, abs(scale) <= 22 else { return nil }
    let power = Self.powersOfTen[abs(scale)]
    let value = scale < 0 ? Double(mantissa) / power : Double(mantissa) * power
    return isNegative ? -value : value
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
}
