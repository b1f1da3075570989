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
    if entry.isPlainInteger, entry.range.count <= 15, let integer = integer(entry), integer != 0 {
      return Double(integer)  // below 2^53: exact. Zero is left out for the sake of -0.
    }
    let text = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0[entry.range], as: UTF8.self) }
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }
}
