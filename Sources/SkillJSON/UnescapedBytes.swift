/// The bytes of UTF-8 that the content of a checked string stands for, one at a time.
///
/// Safe to use although it holds a pointer: it lives inside the closure that lends the buffer. The parser has checked
/// every escape, so a backslash is followed by what it needs; an offset is compared with `raw.count` all the same.
@safe struct UnescapedBytes: IteratorProtocol {
  private let raw: UnsafeBufferPointer<UInt8>
  private var position = 0
  /// Up to three bytes of a decoded scalar that are still to come, the next one in the low bits.
  private var pending: UInt32 = 0

  @unsafe init(_ raw: UnsafeBufferPointer<UInt8>) { unsafe self.raw = raw }

  mutating func next() -> UInt8? {
    if pending != 0 {
      defer { pending >>= 8 }
      return UInt8(truncatingIfNeeded: pending)
    }
    guard unsafe position < raw.count else { return nil }
    let byte = unsafe raw[position]
    position += 1
    guard byte == UInt8(ascii: "\\"), unsafe position < raw.count else { return byte }
    let letter = unsafe raw[position]
    position += 1
    switch letter {
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "u"): return scalar()
    default: return letter
    }
  }

  /// Encodes the scalar whose hexadecimal digits come next; returns its first byte and leaves the others pending.
  private mutating func scalar() -> UInt8 {
    var value = unit()
    if case 0xD800...0xDBFF = value {
      position += 2  // the \u of the other half
      value = 0x10000 + (value - 0xD800) << 10 + (unit() & 0x3FF)
    }
    switch value {
    case 0..<0x80:
      return UInt8(truncatingIfNeeded: value)
    case 0..<0x800:
      pending = 0x80 | value & 0x3F
      return UInt8(truncatingIfNeeded: 0xC0 | value >> 6)
    case 0..<0x10000:
      pending = 0x80 | value >> 6 & 0x3F | (0x80 | value & 0x3F) << 8
      return UInt8(truncatingIfNeeded: 0xE0 | value >> 12)
    default:
      pending = 0x80 | value >> 12 & 0x3F | (0x80 | value >> 6 & 0x3F) << 8 | (0x80 | value & 0x3F) << 16
      return UInt8(truncatingIfNeeded: 0xF0 | value >> 18)
    }
  }

  private mutating func unit() -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 where unsafe position < raw.count {
      unit = unsafe unit << 4 | (hexadecimalValue(raw[position]) ?? 0)
      position += 1
    }
    return unit
  }
}
