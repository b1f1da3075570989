/// One value inside a parsed document.
///
/// A cheap handle: the document and an index. Copying it copies no bytes, taking a member or an element makes another
/// handle. Strings and numbers are decoded when asked for, and the text of every value is kept as it was written.
package struct JSON: Sendable {
  @frozen
  package enum Kind: UInt8, Sendable, Hashable {
    case null, bool, number, string, array, object
  }

  package let document: JSONDocument
  /// Where this value is on the document's tape.
  package let index: Int

  @inlinable package init(document: JSONDocument, index: Int) {
    self.document = document
    self.index = index
  }

  @inlinable package var entry: JSONEntry { document.tape[index] }
}

// MARK: - Parsing

extension JSON {
  /// Parses a whole text; see docs/json.md for what is taken and what is not.
  package init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws(JSONError) {
    switch JSONParser.tape(of: bytes, limits: limits) {
    case .success(let tape): self.init(document: JSONDocument(bytes: bytes, tape: tape), index: 0)
    case .failure(let failure): throw failure.error(in: bytes, limits: limits)
    }
  }

  /// Parses a whole text.
  package init(parsing text: String, limits: JSONLimits = .default) throws(JSONError) {
    try self.init(parsing: Array(text.utf8), limits: limits)
  }

  /// Writes a value and holds it.
  ///
  /// `body` must write exactly one value; with none the result is null. Anything else that is not JSON is a mistake in
  /// the calling code, which only ``JSONWriter/raw(_:)`` makes possible, and stops the program.
  package static func build(_ body: (inout JSONWriter) -> Void) -> JSON {
    var writer = JSONWriter()
    body(&writer)
    return JSON(writer)
  }

  /// What a writer wrote, or null when it wrote nothing.
  package init(_ writer: JSONWriter) {
    guard !writer.bytes.isEmpty else {
      self = .null
      return
    }
    do throws(JSONError) {
      try self.init(
        parsing: writer.bytes, limits: JSONLimits(maxBytes: JSONLimits.largest, maxDepth: JSONLimits.largest))
    } catch {
      preconditionFailure("JSONWriter was not given exactly one JSON value: \(error)")
    }
  }

  package static let null = constant("null", .null)
  package static let emptyObject = constant("{}", .object)
  package static let emptyArray = constant("[]", .array)

  private static func constant(_ text: String, _ kind: Kind) -> JSON {
    let bytes = Array(text.utf8)
    let entry = JSONEntry(start: 0, end: bytes.count, next: 1, kind: kind)
    return JSON(document: JSONDocument(bytes: bytes, tape: [entry]), index: 0)
  }
}

// MARK: - Scalars

extension JSON {
  @inlinable package var kind: Kind { entry.kind }
  @inlinable package var isNull: Bool { entry.kind == .null }

  package var bool: Bool? {
    let entry = entry
    return entry.kind == .bool ? entry.isTrue : nil
  }

  /// The decoded string.
  package var string: String? {
    let entry = entry
    return entry.kind == .string ? document.string(entry) : nil
  }

  /// The value when it is mathematically an integer that fits: `1`, `1.0` and `1e2` are, `1.5` and `1e40` are not.
  package var int: Int? {
    let entry = entry
    return entry.kind == .number ? document.integer(entry) : nil
  }

  /// The nearest double; nil when that is infinite or this is not a number.
  package var double: Double? {
    let entry = entry
    return entry.kind == .number ? document.double(entry) : nil
  }

  /// The spelling of a number.
  package var numberText: String? { kind == .number ? text : nil }
}

// MARK: - Text

extension JSON {
  /// The verbatim text of this value.
  package var text: String {
    withBytes { span in
      unsafe span.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }

  /// A copy of the verbatim text.
  package var bytes: [UInt8] {
    let range = entry.range
    return range.count == document.bytes.count ? document.bytes : Array(document.bytes[range])
  }

  /// The verbatim text without a copy.
  package func withBytes<Value, Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> Value) throws(Failure) -> Value
  {
    let bytes = document.bytes
    let span = bytes.span
    return try body(span.extracting(entry.range))
  }

  /// Where this value begins. Costs a walk over the text before it.
  package var position: JSONPosition { JSONPosition(offset: entry.range.lowerBound, in: document.bytes) }
}

extension JSON: CustomStringConvertible {
  package var description: String { text }
}
