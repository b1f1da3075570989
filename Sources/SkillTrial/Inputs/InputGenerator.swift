package import SkillJSON
package import SkillSchema

/// Makes up arguments that a schema accepts.
///
/// The problem: a schema says what is allowed in a language in which finding an instance is hard (`allOf`, `not`,
/// patterns). The choice: guess along the keywords and ask the schema; what it does not accept is thrown away. So every
/// input is one that the host would let through, and a keyword that is not understood here only costs guesses. Rejected:
/// solving the schema (much code for few schemas).
package struct InputGenerator: Sendable {
  private let schema: Schema
  private var root: JSON { schema.source }
  var random: SeededGenerator

  package init(_ schema: Schema, seed: UInt64) {
    self.schema = schema
    random = SeededGenerator(seed: seed)
  }

  /// Different inputs, the plainest first: required members only, all members, each member at each of its edges, then
  /// whatever fits.
  package mutating func inputs(_ count: Int) -> [JSON] {
    var found: [JSON] = []
    var seen: Set<[UInt8]> = []
    func add(_ sample: SampleValue, _ found: inout [JSON], _ seen: inout Set<[UInt8]>) {
      guard let json = accepted(sample), seen.insert(json.bytes).inserted else { return }
      found.append(json)
    }
    for fullness in [Fullness.least, .most] {
      if let sample = guess(fullness) { add(sample, &found, &seen) }
    }
    var edges: [JSON] = []
    for base in [Fullness.least, .most, .random].compactMap({ guess($0) }) {
      for (key, schema) in properties(parts(of: root)) {
        add(base.setting(key, nil), &edges, &seen)
        for value in self.edges(schema, depth: 1) { add(base.setting(key, value), &edges, &seen) }
      }
    }
    // Fairly: not all edges of the first member and none of the last.
    found += edges.shuffled(using: &random).prefix(max(count * 3 / 4 - found.count, 0))
    for _ in 0..<count * 8 where found.count < count { add(value(root, depth: 0, .random), &found, &seen) }
    return Array(found.prefix(count))
  }

  private func accepted(_ sample: SampleValue) -> JSON? {
    guard let json = try? JSON(parsing: sample.bytes), schema.accepts(json) else { return nil }
    return json
  }

  private mutating func guess(_ fullness: Fullness) -> SampleValue? {
    for _ in 0..<64 {
      let sample = value(root, depth: 0, fullness)
      if accepted(sample) != nil { return sample }
    }
    return nil
  }

  // MARK: Along the keywords

  enum Fullness: Sendable { case least, most, random }

  private static let deepest = 12

  mutating func value(_ schema: JSON, depth: Int, _ fullness: Fullness) -> SampleValue {
    guard schema.kind == .object else { return anything() }
    let parts = parts(of: schema)
    func keyword(_ name: String) -> JSON? { parts.lazy.compactMap { $0[name] }.first }
    if let const = keyword("const") { return .verbatim(const) }
    if let values = keyword("enum"), let value = Array(values.elements).randomElement(using: &random) {
      return .verbatim(value)
    }
    if Int.random(in: 0..<6, using: &random) == 0, let known = examples(parts).randomElement(using: &random) {
      return known
    }
    guard let type = type(parts) else { return anything() }
    switch type {
    case "null": return .null
    case "boolean": return .bool(Bool.random(using: &random))
    case "integer", "number":
      return numbers(parts, whole: type == "integer").randomElement(using: &random) ?? .number("0")
    case "string": return texts(parts).randomElement(using: &random) ?? .string("")
    case "array": return array(parts, depth, fullness)
    default: return object(parts, depth, fullness)
    }
  }

  private mutating func anything() -> SampleValue {
    let some: [SampleValue] = [
      .null, .bool(true), .number("0"), .number("-1.5"), .string(""), .string("text"), .array([]), .object([]),
    ]
    return some[Int.random(in: some.indices, using: &random)]
  }

  /// A schema and those that hold beside it; of alternatives, one.
  mutating func parts(of schema: JSON) -> [JSON] {
    var found: [JSON] = []
    var pending = [schema]
    while let part = pending.popLast(), found.count < 64 {
      guard part.kind == .object else { continue }
      found.append(part)
      if let reference = part["$ref"]?.string, let target = resolve(reference) { pending.append(target) }
      pending += part["allOf"]?.elements ?? JSON.null.elements
      for name in ["anyOf", "oneOf"] {
        if let one = part[name].flatMap({ Array($0.elements).randomElement(using: &random) }) { pending.append(one) }
      }
    }
    return found
  }

  private func resolve(_ reference: String) -> JSON? {
    guard reference.hasPrefix("#"), let pointer = try? JSONPointer(parsing: String(reference.dropFirst())) else {
      return nil
    }
    return root.at(pointer)
  }

  private func examples(_ parts: [JSON]) -> [SampleValue] {
    parts.flatMap { part in
      [part["default"]].compactMap(\.self) + Array(part["examples"]?.elements ?? JSON.null.elements)
    }.map(SampleValue.verbatim)
  }

  private mutating func type(_ parts: [JSON]) -> String? {
    for part in parts {
      guard let type = part["type"] else { continue }
      return type.string ?? Array(type.elements).randomElement(using: &random)?.string
    }
    func has(_ names: String...) -> Bool { parts.contains { part in names.contains { part[$0] != nil } } }
    if has("properties", "required", "additionalProperties") { return "object" }
    if has("items", "prefixItems", "minItems") { return "array" }
    if has("minLength", "maxLength", "pattern", "format") { return "string" }
    if has("minimum", "maximum", "multipleOf") { return "number" }
    return nil
  }

  func properties(_ parts: [JSON]) -> [(key: String, schema: JSON)] {
    var found: [(String, JSON)] = []
    for part in parts {
      for member in part["properties"]?.members ?? JSON.emptyObject.members
      where !found.contains(where: { $0.0 == member.key }) { found.append((member.key, member.value)) }
    }
    return found
  }

  private mutating func object(_ parts: [JSON], _ depth: Int, _ fullness: Fullness) -> SampleValue {
    let required = Set(parts.flatMap { ($0["required"]?.elements ?? JSON.null.elements).compactMap(\.string) })
    var members: [(String, SampleValue)] = []
    let properties = properties(parts)
    for (key, schema) in properties {
      let wanted =
        switch fullness {
        case .least: false
        case .most: true
        case .random: Bool.random(using: &random)
        }
      guard required.contains(key) || (wanted && depth < Self.deepest) else { continue }
      members.append((key, value(schema, depth: depth + 1, depth < 3 ? fullness : .least)))
    }
    for key in required.sorted() where !properties.contains(where: { $0.key == key }) {
      members.append((key, anything()))
    }
    return .object(members)
  }

  private mutating func array(_ parts: [JSON], _ depth: Int, _ fullness: Fullness) -> SampleValue {
    let least = Self.count(parts, "minItems") ?? 0
    let most = Self.count(parts, "maxItems") ?? least + 5
    let count: Int =
      switch fullness {
      case .least: least
      case .most: max(least, min(most, 3))
      case .random: Int.random(in: least...max(least, min(most, least + 5)), using: &random)
      }
    return array(parts, depth, count: min(count, 1_000), fullness)
  }

  mutating func array(_ parts: [JSON], _ depth: Int, count: Int, _ fullness: Fullness) -> SampleValue {
    let items = parts.lazy.compactMap { $0["items"] }.first
    let first = parts.lazy.compactMap { $0["prefixItems"] }.first
    return .array(
      (0..<count).map { index in
        guard let schema = first?[index] ?? items, depth < Self.deepest else { return anything() }
        return value(schema, depth: depth + 1, fullness == .most ? .random : fullness)
      })
  }

  /// A bound on a count, made small enough to be built.
  static func count(_ parts: [JSON], _ keyword: String) -> Int? {
    parts.lazy.compactMap { $0[keyword]?.int }.first.map { min(max($0, 0), 1 << 20) }
  }
}
