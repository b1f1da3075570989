package import SkillJSON
package import SkillSystem

/// Builds a skill's arguments from `NAME=VALUE` pairs, as `--arg` gives them.
///
/// The skill's schema says what a value is: `days=3` is a number where the schema wants one and the text "3" where it
/// wants text. `a.b=1` sets a member of a member, `list=x` adds to a list, and a value in JSON is taken where an object
/// or a list is wanted. A name that the schema has with its dots comes first.
package struct ArgumentObject: Sendable {
  private indirect enum Node: Sendable {
    case value(JSON)
    case object([(name: String, node: Node)])
    case list([JSON])
  }

  private let schema: SchemaView
  private var root = Node.object([])

  /// - Parameter schema: the skill's `inputSchema`.
  package init(schema: JSON) { self.schema = SchemaView(root: schema) }

  /// Takes one pair.
  ///
  /// - Throws: `bad_argument`.
  package mutating func set(_ pair: String) throws(SkillError) {
    let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw SkillError(.badArgument, "--arg \(quoted(pair)) is not NAME=VALUE", hint: "write --arg city=Berlin")
    }
    let path = parts[0].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard path.count <= 64 else {
      throw SkillError(.badArgument, "--arg \(quoted(pair)) goes too deep", hint: "give the arguments as JSON")
    }
    try Self.set(&root, path[...], String(parts[1]), schema, pair)
  }

  /// The object, in the order in which names came.
  package var json: JSON {
    JSON.build { Self.write(root, to: &$0) }
  }

  private static func write(_ node: Node, to json: inout JSONWriter) {
    switch node {
    case .value(let value): json.value(value)
    case .list(let values): json.array { json in for value in values { json.value(value) } }
    case .object(let members):
      json.object { json in
        for (name, node) in members { json.member(name) { write(node, to: &$0) } }
      }
    }
  }

  private static func set(
    _ node: inout Node, _ path: ArraySlice<String>, _ text: String, _ schema: SchemaView, _ pair: String
  ) throws(SkillError) {
    guard case .object(var members) = node else { throw twice(pair) }
    let (name, rest) = split(path, schema)
    guard let inner = schema.property(name) ?? schema.additional else { throw unknown(name, schema, pair) }
    let index = members.firstIndex { $0.name == name }
    if rest.isEmpty {
      if inner.kinds.contains(.array), !(text.utf8.first == UInt8(ascii: "[") && index == nil) {
        let element = try value(text, inner.items, pair)
        guard let index else {
          node = .object(members + [(name, .list([element]))])
          return
        }
        guard case .list(let elements) = members[index].node else { throw twice(pair) }
        members[index].node = .list(elements + [element])
      } else {
        guard index == nil else { throw twice(pair) }
        members.append((name, .value(try value(text, inner, pair))))
      }
    } else {
      let place = index ?? members.endIndex
      if index == nil { members.append((name, .object([]))) }
      try set(&members[place].node, rest, text, inner, pair)
    }
    node = .object(members)
  }

  /// The next name of a path and what is left: the longest run of parts that the schema has as one name.
  private static func split(_ path: ArraySlice<String>, _ schema: SchemaView) -> (String, ArraySlice<String>) {
    for count in stride(from: path.count, to: 1, by: -1) {
      let name = path.prefix(count).joined(separator: ".")
      if schema.property(name) != nil { return (name, path.dropFirst(count)) }
    }
    // A path has at least one part.
    return (path.first ?? "", path.dropFirst())
  }

  private static func value(_ text: String, _ schema: SchemaView, _ pair: String) throws(SkillError) -> JSON {
    let kinds = schema.kinds
    let plain = JSON.build { $0.value(text) }
    if kinds == [.string] { return plain }
    if schema.schema["enum"]?.elements.contains(where: { $0.string == text }) == true { return plain }
    if let parsed = try? JSON(parsing: text) {
      let kind = SchemaView.kind(of: parsed)
      if kinds.isEmpty ? kind != .string : kinds.contains(kind) { return parsed }
      if kind == .integer, kinds.contains(.number) { return parsed }
    }
    if kinds.isEmpty || kinds.contains(.string) { return plain }
    let wanted = SchemaView.Kind.allCases.filter(kinds.contains).map(\.rawValue).joined(separator: " or ")
    throw SkillError(.badArgument, "--arg \(quoted(pair)): the skill wants \(wanted) here", hint: example(kinds, pair))
  }

  private static func example(_ kinds: Set<SchemaView.Kind>, _ pair: String) -> String {
    let name = pair.prefix { $0 != "=" }
    let value =
      if kinds.contains(.integer) { "3" } else if kinds.contains(.number) { "2.5" } else if kinds.contains(.boolean) {
        "true"
      } else if kinds.contains(.array) { "[1,2]" } else if kinds.contains(.object) { "{\"a\":1}" } else { "null" }
    return "write --arg \(quoted("\(name)=\(value)"))"
  }

  private static func twice(_ pair: String) -> SkillError {
    SkillError(.badArgument, "--arg \(quoted(pair)) sets a value again", hint: "set each value once")
  }

  private static func unknown(_ name: String, _ schema: SchemaView, _ pair: String) -> SkillError {
    let known = schema.properties
    let hint =
      Suggestion.nearest(to: name, among: known).map { "did you mean '\($0)'?" }
      ?? (known.isEmpty ? "leave it out" : "it knows \(known.joined(separator: ", "))")
    return SkillError(.badArgument, "--arg \(quoted(pair)): the skill has no argument '\(name)'", hint: hint)
  }
}

extension SkillError.Code {
  /// An argument for a skill does not fit what its schema asks for.
  package static let badArgument = Self("bad_argument", .usage)
}
