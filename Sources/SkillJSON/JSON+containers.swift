extension JSON {
  /// Elements of an array or members of an object; 0 for anything else. A member that is written twice counts twice.
  package var count: Int {
    let entry = entry
    return switch entry.kind {
    case .array, .object: Int(entry.payload)
    default: 0
    }
  }

  /// A member of an object. When the key is written more than once the last one counts, as in most parsers.
  ///
  /// Keys are compared as sequences of Unicode scalars, not by canonical equivalence. Costs a walk over the members.
  package subscript(key: String) -> JSON? {
    guard kind == .object else { return nil }
    var key = key
    return key.withUTF8 { buffer in unsafe member(UnsafeRawBufferPointer(buffer)) }
  }

  @unsafe private func member(_ key: UnsafeRawBufferPointer) -> JSON? {
    let tape = document.tape
    let end = Int(entry.next)
    var found: Int?
    var position = index + 1
    while position < end {
      if unsafe document.string(tape[position], equals: key) { found = position + 1 }
      position = Int(tape[position + 1].next)
    }
    return found.map { JSON(document: document, index: $0) }
  }

  /// An element of an array; nil outside of its range.
  ///
  /// Takes the same time for every index when the array holds only scalars, else walks: use ``elements`` in loops.
  package subscript(index offset: Int) -> JSON? {
    let entry = entry
    guard entry.kind == .array, offset >= 0, offset < Int(entry.payload) else { return nil }
    if Int(entry.next) - index - 1 == Int(entry.payload) {
      return JSON(document: document, index: index + 1 + offset)
    }
    var position = index + 1
    for _ in 0..<offset { position = Int(document.tape[position].next) }
    return JSON(document: document, index: position)
  }

  package subscript(offset: Int) -> JSON? { self[index: offset] }

  /// The elements in order; none when this is not an array.
  package var elements: Elements {
    let entry = entry
    return Elements(
      document: document, position: index + 1, end: entry.kind == .array ? Int(entry.next) : index + 1)
  }

  /// The members in the order they are written, duplicates included; none when this is not an object.
  package var members: Members { Members(entries: entries) }

  /// As ``members``, with keys that are not decoded.
  package var entries: Entries {
    let entry = entry
    return Entries(
      document: document, position: index + 1, end: entry.kind == .object ? Int(entry.next) : index + 1)
  }

  @frozen
  package struct Elements: Sequence, IteratorProtocol, Sendable {
    @usableFromInline let document: JSONDocument
    @usableFromInline var position: Int
    @usableFromInline let end: Int

    @inlinable package mutating func next() -> JSON? {
      guard position < end else { return nil }
      defer { position = Int(document.tape[position].next) }
      return JSON(document: document, index: position)
    }
  }

  @frozen
  package struct Entries: Sequence, IteratorProtocol, Sendable {
    @usableFromInline let document: JSONDocument
    @usableFromInline var position: Int
    @usableFromInline let end: Int

    @inlinable package mutating func next() -> (key: JSON, value: JSON)? {
      guard position < end else { return nil }
      defer { position = Int(document.tape[position + 1].next) }
      return (JSON(document: document, index: position), JSON(document: document, index: position + 1))
    }
  }

  package struct Members: Sequence, IteratorProtocol, Sendable {
    var entries: Entries

    package mutating func next() -> (key: String, value: JSON)? {
      guard let (key, value) = entries.next() else { return nil }
      return (key.document.string(key.entry), value)
    }
  }
}
