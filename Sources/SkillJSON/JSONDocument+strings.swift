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
