import Glibc

extension JSONDocument {
  /// The decoded string of a string entry.
  package func string(_ entry: JSONEntry) -> String {
    let content = entry.contentRange
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      let raw = unsafe UnsafeBufferPointer(rebasing: buffer[content])
      guard entry.hasEscapes else { return unsafe String(decoding: raw, as: UTF8.self) }
      // Decoding never makes a string longer: the shortest escape of n bytes of UTF-8 has more than n bytes.
      return unsafe String(unsafeUninitializedCapacity: raw.count) { target in
        var source = unsafe UnescapedBytes(raw)
        var count = 0
        while let byte = source.next() {
          unsafe target.initializeElement(at: count, to: byte)
          count += 1
        }
        return count
      }
    }
  }

  /// Whether a string entry decodes to exactly these bytes of UTF-8.
  @unsafe func string(_ entry: JSONEntry, equals other: UnsafeRawBufferPointer) -> Bool {
    let content = entry.contentRange
    guard entry.hasEscapes else {
      guard content.count == other.count else { return false }
      return unsafe bytes.withUnsafeBytes { buffer in
        unsafe equalBytes(UnsafeRawBufferPointer(rebasing: buffer[content]), other)
      }
    }
    // An escape has at most six bytes for one.
    guard content.count >= other.count, content.count / 6 <= other.count else { return false }
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      var source = unsafe UnescapedBytes(UnsafeBufferPointer(rebasing: buffer[content]))
      for index in 0..<other.count {
        guard unsafe source.next() == other[index] else { return false }
      }
      return source.next() == nil
    }
  }

  /// Whether two string entries decode to the same string.
  func string(_ entry: JSONEntry, equals other: JSONEntry, in document: JSONDocument) -> Bool {
    if other.hasEscapes {
      var decoded = document.string(other)
      return decoded.withUTF8 { unsafe string(entry, equals: UnsafeRawBufferPointer($0)) }
    }
    return unsafe document.bytes.withUnsafeBytes { buffer in
      unsafe string(entry, equals: UnsafeRawBufferPointer(rebasing: buffer[other.contentRange]))
    }
  }
}

extension JSONDocument {
  /// The decoded bytes of a string entry, in place when it has no escapes.
  package func withDecodedBytes<Value>(of entry: JSONEntry, _ body: (Span<UInt8>) -> Value) -> Value {
    let content = entry.contentRange
    guard entry.hasEscapes else {
      let bytes = bytes
      let span = bytes.span
      return body(span.extracting(content))
    }
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: content.count) { buffer in
      var count = 0
      unsafe bytes.withUnsafeBufferPointer { text in
        var source = unsafe UnescapedBytes(UnsafeBufferPointer(rebasing: text[content]))
        // Decoding never makes a string longer, so `count` stays within the buffer.
        while let byte = source.next() {
          unsafe buffer.initializeElement(at: count, to: byte)
          count += 1
        }
      }
      return unsafe body(Span(_unsafeElements: UnsafeBufferPointer(rebasing: buffer[..<count])))
    }
  }

  /// How many Unicode scalars a string entry decodes to.
  package func scalarCount(_ entry: JSONEntry) -> Int {
    withDecodedBytes(of: entry) { span in
      var count = 0
      for index in span.indices where span[index] & 0xC0 != 0x80 { count += 1 }
      return count
    }
  }
}

/// Compares two regions of the same length.
@unsafe @inline(__always)
func equalBytes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
  guard let first = left.baseAddress, let second = right.baseAddress else { return true }
  return unsafe memcmp(first, second, left.count) == 0
}

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
