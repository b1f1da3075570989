extension JSON: Hashable {
  /// Values that are equal hash alike: numbers by their digits and magnitude, objects without order.
  package func hash(into hasher: inout Hasher) { hash(into: &hasher, depth: 0) }

  /// What lies deeper does not count, which bounds the stack.
  private static let maxHashedDepth = 64

  private func hash(into hasher: inout Hasher, depth: Int) {
    let entry = entry
    hasher.combine(entry.kind)
    switch entry.kind {
    case .null: break
    case .bool: hasher.combine(entry.isTrue)
    case .string: Key(self).hash(into: &hasher)
    case .number: decimal?.hash(into: &hasher)
    case .array:
      hasher.combine(entry.payload)
      guard depth < Self.maxHashedDepth else { return }
      for element in elements { element.hash(into: &hasher, depth: depth + 1) }
    case .object:
      guard depth < Self.maxHashedDepth else { return }
      var sum = 0
      // Adding forgets the order.
      for (key, value) in membersThatCount {
        var member = Hasher()
        key.hash(into: &member)
        value.hash(into: &member, depth: depth + 1)
        sum &+= member.finalize()
      }
      hasher.combine(sum)
    }
  }
}

extension JSONDecimal: Hashable {
  package func hash(into hasher: inout Hasher) {
    hasher.combine(isNegative)
    hasher.combine(magnitude)
    for position in digits where position != point { hasher.combine(bytes[position]) }
  }
}
