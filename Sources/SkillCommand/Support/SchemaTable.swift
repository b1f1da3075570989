package import SkillJSON

/// A JSON Schema of an object as a table of its members, for people.
package enum SchemaTable {
  package struct Line: Hashable, Sendable {
    /// `city`, or `place.name` for a member of a member.
    package let name: String
    /// `text`, `list of whole numbers`.
    package let kind: String
    package let isRequired: Bool
    /// What the schema says about it: description, allowed values, bounds, default.
    package let about: String
  }

  /// The members in the schema's order; members of members follow theirs. At most 200 lines.
  package static func lines(_ schema: JSON) -> [Line] {
    var result: [Line] = []
    add(SchemaView(root: schema), prefix: "", depth: 0, to: &result)
    return result
  }

  private static func add(_ view: SchemaView, prefix: String, depth: Int, to result: inout [Line]) {
    let required = view.required
    for name in view.properties where result.count < 200 {
      guard let member = view.property(name) else { continue }
      result.append(
        Line(
          name: prefix + name, kind: kind(member), isRequired: required.contains(name), about: about(member.schema)))
      // References may lead in circles.
      if depth < 3 { add(member, prefix: "\(prefix)\(name).", depth: depth + 1, to: &result) }
    }
  }

  private static func kind(_ view: SchemaView, depth: Int = 0) -> String {
    let kinds = view.kinds
    if kinds.isEmpty { return "anything" }
    return SchemaView.Kind.allCases.filter(kinds.contains).filter { $0 != .null || kinds.count == 1 }
      .map { kind -> String in
        switch kind {
        case .null: "null"
        case .boolean: "true or false"
        case .integer: "whole number"
        case .number: "number"
        case .string: "text"
        case .array:
          view.items.kinds.isEmpty || depth > 2 ? "list" : "list of \(self.kind(view.items, depth: depth + 1))"
        case .object: "object"
        }
      }.joined(separator: " or ")
  }

  private static func about(_ schema: JSON) -> String {
    var parts: [String] = []
    if let text = schema["description"]?.string, !text.isEmpty { parts.append(text) }
    if let values = schema["enum"] {
      let shown = values.elements.prefix(12).map(\.text).joined(separator: ", ")
      parts.append("one of \(shown)\(values.count > 12 ? ", …" : "")")
    }
    if let value = schema["const"] { parts.append("always \(value.text)") }
    let low = (schema["minimum"] ?? schema["exclusiveMinimum"])?.numberText
    let high = (schema["maximum"] ?? schema["exclusiveMaximum"])?.numberText
    switch (low, high) {
    case (let low?, let high?): parts.append("\(low) to \(high)")
    case (let low?, nil): parts.append("at least \(low)")
    case (nil, let high?): parts.append("at most \(high)")
    case (nil, nil): break
    }
    if let format = schema["format"]?.string { parts.append("format \(format)") }
    if let value = schema["default"] { parts.append("default \(value.text)") }
    return parts.joined(separator: "; ")
  }
}
