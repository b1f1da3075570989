/// The bytes of one JSON text and the tape that describes them.
///
/// The problem: a host hands the same JSON on and on (schema check, skill, model, log) and must neither change a
/// spelling nor pay for a tree of dictionaries. The choice: keep the bytes, and beside them a flat array with one
/// 16-byte entry a value, written in a single validating pass. Every value is then a pair (document, index), strings
/// and numbers are decoded only when asked for, and the verbatim text of any value is a byte range. Rejected: an enum
/// tree (an allocation for each value, numbers lose their spelling), and parsing on demand (errors would appear late).
///
/// Tape order is document order; an object's members are key, value, key, value. A document never changes.
package final class JSONDocument: Sendable {
  /// The whole text, valid UTF-8 and valid JSON.
  package let bytes: [UInt8]
  package let tape: [JSONEntry]

  package init(bytes: [UInt8], tape: [JSONEntry]) {
    self.bytes = bytes
    self.tape = tape
  }
}

/// One value on the tape.
@frozen
package struct JSONEntry: Sendable {
  /// First byte of the value's text.
  package var start: UInt32
  /// One past the last byte of the value's text.
  package var end: UInt32
  /// Index of the entry after this value and everything below it. While a container is being parsed: its parent.
  package var next: UInt32
  /// Low three bits: the kind. Above them: the number of children of a container, or flags of a scalar.
  package var meta: UInt32

  @inlinable package init(start: Int, end: Int, next: Int, kind: JSON.Kind, payload: UInt32 = 0) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
    self.next = UInt32(truncatingIfNeeded: next)
    self.meta = UInt32(kind.rawValue) | payload << 3
  }

  @inlinable package var kind: JSON.Kind {
    switch meta & 7 {
    case 0: .null
    case 1: .bool
    case 2: .number
    case 3: .string
    case 4: .array
    default: .object
    }
  }

  /// Children of a container; flags of a scalar.
  @inlinable package var payload: UInt32 { meta >> 3 }
  /// The bytes of a string are not all its own: at least one backslash.
  @inlinable package var hasEscapes: Bool { payload & Self.escaped != 0 }
  /// A number without fraction and exponent.
  @inlinable package var isPlainInteger: Bool { payload & Self.plainInteger != 0 }
  @inlinable package var isTrue: Bool { payload & Self.isTrue != 0 }

  @inlinable package var range: Range<Int> {
    // The parser wrote start < end.
    Int(start)..<Int(end)
  }
  /// The range of a string's bytes between its quotes.
  @inlinable package var contentRange: Range<Int> {
    // A string has two quotes, so start + 1 <= end - 1.
    Int(start) + 1..<Int(end) - 1
  }

  @inlinable static var escaped: UInt32 { 1 }
  @inlinable static var plainInteger: UInt32 { 1 }
  @inlinable static var isTrue: UInt32 { 1 }
}
