package import SkillJSON

/// What a JSON Schema says about the kind of a value, as far as it says so directly.
///
/// This serves people who type arguments and read about them. Whether a value fits is decided by SkillSchema alone.
package struct SchemaView: Sendable {
  package let root: JSON
  /// The schema of the place in question, with references followed.
  package let schema: JSON

  package init(root: JSON) {
    self.root = root
    schema = root
  }

  private init(root: JSON, at schema: JSON) {
    self.root = root
    var found = schema
    // References can form a circle.
    for _ in 0..<16 {
      guard let reference = found["$ref"]?.string, reference.utf8.first == UInt8(ascii: "#"),
        let pointer = try? JSONPointer(parsing: String(reference.dropFirst())), let target = root.at(pointer)
      else { break }
      found = target
    }
    self.schema = found
  }

  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case null, boolean, integer, number, string, array, object
  }

  /// The kinds that are allowed; empty when the schema does not say.
  package var kinds: Set<Kind> { kinds(depth: 0) }

  private func kinds(depth: Int) -> Set<Kind> {
    if let type = schema["type"] {
      let names = type.string.map { [$0] } ?? type.elements.compactMap(\.string)
      return Set(names.compactMap(Kind.init(rawValue:)))
    }
    if let values = schema["enum"] { return Set(values.elements.map(Self.kind)) }
    if let value = schema["const"] { return [Self.kind(of: value)] }
    guard depth < 8 else { return [] }
    var result: Set<Kind> = []
    for keyword in ["anyOf", "oneOf"] {
      for branch in schema[keyword]?.elements ?? JSON.null.elements {
        let found = SchemaView(root: root, at: branch).kinds(depth: depth + 1)
        // A branch that does not say allows everything.
        if found.isEmpty { return [] }
        result.formUnion(found)
      }
    }
    return result
  }

  /// The schema of a member; nil when the schema names no such member.
  package func property(_ name: String) -> SchemaView? {
    schema["properties"]?[name].map { SchemaView(root: root, at: $0) }
  }

  /// The names of the members that the schema knows, in its order.
  package var properties: [String] { schema["properties"]?.members.map(\.key) ?? [] }

  package var required: Set<String> { Set(schema["required"]?.elements.compactMap(\.string) ?? []) }

  /// The schema of an element.
  package var items: SchemaView { schema["items"].map { SchemaView(root: root, at: $0) } ?? .anything }

  /// The schema of a member that is not named; nil when there may be none.
  package var additional: SchemaView? {
    guard let schema = schema["additionalProperties"] else { return .anything }
    return schema.bool == false ? nil : SchemaView(root: root, at: schema)
  }

  package static let anything = SchemaView(root: .emptyObject)

  static func kind(of value: JSON) -> Kind {
    switch value.kind {
    case .null: .null
    case .bool: .boolean
    case .number: value.int == nil ? .number : .integer
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}
