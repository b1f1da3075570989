extension JSON: Equatable {
  /// JSON equality: numbers by their exact value (`1`, `1.0`, `10e-1`), strings by Unicode scalars, arrays in order,
  /// objects without order. Of a member that is written twice the last one counts.
  ///
  /// Works through a list instead of recursion, so depth costs no stack; objects are compared through a table, so
  /// width costs no quadratic time.
  package static func == (left: JSON, right: JSON) -> Bool {
    if left.document === right.document, left.index == right.index { return true }
    if let verdict = compareTokens(left, right) { return verdict }
    var pending = [(left, right)]
    while let (left, right) = pending.popLast() {
      let first = left.entry
      let second = right.entry
      guard first.kind == second.kind else { return false }
      switch first.kind {
      case .array:
        guard first.payload == second.payload else { return false }
        var others = right.elements
        for element in left.elements {
          guard let other = others.next() else { return false }
          pending.append((element, other))
        }
      case .object:
        guard appendMembers(of: left, right, to: &pending) else { return false }
      default:
        guard equalScalars(left, right) else { return false }
      }
    }
    return true
  }

  /// Walks both values entry by entry. Nil when only a comparison without order can tell.
  private static func compareTokens(_ left: JSON, _ right: JSON) -> Bool? {
    let count = Int(left.entry.next) - left.index
    guard count == Int(right.entry.next) - right.index else {
      // Different sizes are equal only with duplicate keys; those exist only in objects.
      return left.kind == .object || left.kind == .array ? nil : false
    }
    for offset in 0..<count {
      let first = JSON(document: left.document, index: left.index + offset)
      let second = JSON(document: right.document, index: right.index + offset)
      let kind = first.kind
      guard kind == second.kind else { return nil }
      switch kind {
      case .array, .object:
        guard first.entry.payload == second.entry.payload else { return nil }
      default:
        guard equalScalars(first, second) else { return nil }
      }
    }
    return true
  }

  private static func equalScalars(_ left: JSON, _ right: JSON) -> Bool {
    let first = left.entry
    let second = right.entry
    switch first.kind {
    case .null: return second.kind == .null
    case .bool: return second.kind == .bool && first.isTrue == second.isTrue
    case .string: return second.kind == .string && left.document.string(first, equals: second, in: right.document)
    case .number:
      guard second.kind == .number else { return false }
      if first.range.count == second.range.count, left.hasSameText(as: right) { return true }
      return JSONDecimal(bytes: left.document.bytes, range: first.range)
        == JSONDecimal(bytes: right.document.bytes, range: second.range)
    default: return false
    }
  }

  /// For texts of the same length.
  private func hasSameText(as other: JSON) -> Bool {
    unsafe document.bytes.withUnsafeBytes { mine in
      unsafe other.document.bytes.withUnsafeBytes { theirs in
        unsafe equalBytes(
          UnsafeRawBufferPointer(rebasing: mine[entry.range]),
          UnsafeRawBufferPointer(rebasing: theirs[other.entry.range])
        )
      }
    }
  }

  /// Pairs up members by key; false when one side has a key that the other has not.
  private static func appendMembers(of left: JSON, _ right: JSON, to pending: inout [(JSON, JSON)]) -> Bool {
    var table: [Key: JSON] = [:]
    table.reserveCapacity(left.count)
    for (key, value) in left.entries { table[Key(key)] = value }
    var seen: [Key: JSON] = [:]
    seen.reserveCapacity(right.count)
    for (key, value) in right.entries { seen[Key(key)] = value }
    guard table.count == seen.count else { return false }
    for (key, value) in table {
      guard let other = seen[key] else { return false }
      pending.append((value, other))
    }
    return true
  }

  /// A key that hashes and compares by its decoded Unicode scalars. Swift's seeded hashing keeps chosen keys from
  /// colliding on purpose.
  struct Key: Hashable {
    let value: JSON

    init(_ value: JSON) { self.value = value }

    static func == (left: Key, right: Key) -> Bool {
      left.value.document.string(left.value.entry, equals: right.value.entry, in: right.value.document)
    }

    func hash(into hasher: inout Hasher) {
      let entry = value.entry
      if entry.hasEscapes {
        var decoded = value.document.string(entry)
        decoded.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      } else {
        unsafe value.document.bytes.withUnsafeBytes {
          unsafe hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[entry.contentRange]))
        }
      }
    }
  }
}
