extension JSON: Equatable {
  /// JSON equality: numbers by their exact value (`1`, `1.0`, `10e-1`), strings by Unicode scalars, arrays in order,
  /// objects without order. Of a member that is written twice the last one counts.
  ///
  /// Nothing is allocated unless objects are large or values lie deep. Depth costs no stack beyond a fixed amount, and
  /// width costs no quadratic time.
  package static func == (left: JSON, right: JSON) -> Bool {
    if left.document === right.document, left.index == right.index { return true }
    var deeper: [(JSON, JSON)] = []
    guard isEqual(left, right, depth: 0, &deeper) else { return false }
    while let (left, right) = deeper.popLast() {
      guard isEqual(left, right, depth: 0, &deeper) else { return false }
    }
    return true
  }

  private static let maxRecursion = 64
  /// Objects with at most so many members are compared by looking for each key in turn.
  private static let smallObject = 16

  /// Compares all but the pairs that lie too deep, which are put aside.
  private static func isEqual(_ left: JSON, _ right: JSON, depth: Int, _ deeper: inout [(JSON, JSON)]) -> Bool {
    let first = left.entry
    let second = right.entry
    guard first.kind == second.kind else { return false }
    switch first.kind {
    case .null: return true
    case .bool: return first.isTrue == second.isTrue
    case .number: return left.hasSameText(as: right) || left.decimal == right.decimal
    case .string: return left.document.string(first, equals: second, in: right.document)
    case .array, .object:
      guard depth < maxRecursion else {
        deeper.append((left, right))
        return true
      }
      if first.kind == .object { return isEqualObject(left, right, depth: depth, &deeper) }
      guard first.payload == second.payload else { return false }
      var others = right.elements
      for element in left.elements {
        guard let other = others.next(), isEqual(element, other, depth: depth + 1, &deeper) else { return false }
      }
      return true
    }
  }

  private static func isEqualObject(
    _ left: JSON, _ right: JSON, depth: Int, _ deeper: inout [(JSON, JSON)]
  ) -> Bool {
    guard left.count <= smallObject, right.count <= smallObject, !left.repeatsKey, !right.repeatsKey else {
      return isEqualLargeObject(left, right, depth: depth, &deeper)
    }
    guard left.count == right.count else { return false }
    for (key, value) in left.entries {
      guard let other = right.member(key), isEqual(value, other, depth: depth + 1, &deeper) else { return false }
    }
    return true
  }

  private static func isEqualLargeObject(
    _ left: JSON, _ right: JSON, depth: Int, _ deeper: inout [(JSON, JSON)]
  ) -> Bool {
    let table = left.membersThatCount
    let others = right.membersThatCount
    guard table.count == others.count else { return false }
    for (key, value) in table {
      guard let other = others[key], isEqual(value, other, depth: depth + 1, &deeper) else { return false }
    }
    return true
  }

  private func hasSameText(as other: JSON) -> Bool {
    let mine = entry.range
    let theirs = other.entry.range
    guard mine.count == theirs.count else { return false }
    return unsafe document.bytes.withUnsafeBytes { text in
      unsafe other.document.bytes.withUnsafeBytes { otherText in
        unsafe equalBytes(
          UnsafeRawBufferPointer(rebasing: text[mine]), UnsafeRawBufferPointer(rebasing: otherText[theirs]))
      }
    }
  }
}

// MARK: - Members by key

extension JSON {
  /// A key that hashes and compares by its decoded Unicode scalars. Swift's seeded hashing keeps chosen keys from
  /// colliding on purpose.
  struct Key: Hashable {
    let value: JSON

    init(_ value: JSON) { self.value = value }

    static func == (left: Key, right: Key) -> Bool {
      left.value.document.string(left.value.entry, equals: right.value.entry, in: right.value.document)
    }

    func hash(into hasher: inout Hasher) {
      value.document.withDecodedBytes(of: value.entry) { span in
        unsafe span.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
      }
    }
  }

  /// Each key with the value that counts: the last.
  var membersThatCount: [Key: JSON] {
    var table: [Key: JSON] = [:]
    table.reserveCapacity(count)
    for (key, value) in entries { table[Key(key)] = value }
    return table
  }

  /// The members of an object in their order, each key once, with the value that counts: the last.
  package var uniqueEntries: [(key: JSON, value: JSON)] {
    if count <= Self.smallObject, !repeatsKey { return Array(entries) }
    let table = membersThatCount
    return entries.filter { table[Key($0.key)]?.index == $0.value.index }
  }

  /// The first value of a key that is given as a string entry.
  func member(_ key: JSON) -> JSON? {
    for (other, value) in entries
    where document.string(other.entry, equals: key.entry, in: key.document) { return value }
    return nil
  }

  /// For objects with few members.
  var repeatsKey: Bool {
    for (key, value) in entries where member(key)?.index != value.index { return true }
    return false
  }
}
