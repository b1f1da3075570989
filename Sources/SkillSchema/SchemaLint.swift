package import SkillJSON

/// Advice about schemas that are valid but serve models badly.
package enum SchemaLint {
  package struct Finding: Hashable, Sendable {
    /// Where, as a JSON pointer into the schema.
    package var pointer: String
    /// A stable name of the rule, in lower case with hyphens.
    package var rule: String
    package var message: String

    package init(pointer: String, rule: String, message: String) {
      self.pointer = pointer
      self.rule = rule
      self.message = message
    }
  }

  /// What could be better in the schema of a tool's arguments or results, in the order of the text. A schema that
  /// cannot be compiled has one finding more: `invalid`.
  package static func findings(in schema: JSON) -> [Finding] {
    var linter = SchemaLinter(root: schema)
    linter.run()
    return linter.findings.sorted { $0.index < $1.index }.map(\.finding)
  }
}

/// Walks over the schemas inside of a schema.
struct SchemaLinter {
  private let root: JSON
  private(set) var findings: [(index: Int, finding: SchemaLint.Finding)] = []

  init(root: JSON) { self.root = root }

  /// Keywords that at least one large model API refuses in the schema of a tool or ignores, so that the model is
  /// never told.
  private static let refused: Set<SchemaKeyword> = [
    .patternProperties, .propertyNames, .if, .not, .dependentSchemas, .dependencies, .unevaluatedItems,
    .unevaluatedProperties, .contains, .prefixItems, .dynamicRef, .recursiveRef,
  ]

  mutating func run() {
    do throws(SchemaError) {
      _ = try Schema(compiling: root)
    } catch {
      findings.append((root.index, .init(pointer: error.pointer, rule: "invalid", message: error.message)))
    }
    checkRoot()
    var pending = [root]
    while let schema = pending.popLast() {
      guard schema.kind == .object else { continue }
      let scope = SchemaScope(schema, resource: 0, dialect: .standard)
      checkProperties(scope)
      checkValues(scope)
      checkReferences(scope)
      checkBounds(scope)
      pending += scope.subschemas
    }
  }

  private mutating func add(_ value: JSON, _ rule: String, _ message: String) {
    findings.append(
      (value.index, .init(pointer: value.pointer(from: root).text, rule: rule, message: message)))
  }

  private mutating func checkRoot() {
    guard root.kind == .object else {
      add(root, "root-not-object", "the schema must be an object with \"type\": \"object\"")
      return
    }
    if root["type"]?.string != "object" {
      add(root, "root-not-object", "the root must have \"type\": \"object\": arguments are always named")
    }
    for keyword in ["anyOf", "oneOf", "allOf", "enum", "not", "if"] {
      guard let value = root[keyword] else { continue }
      add(value, "combination-at-root", "large model APIs refuse \(keyword) at the root; move it into a property")
    }
  }

  private mutating func checkProperties(_ scope: SchemaScope) {
    let properties = scope[.properties]
    for (name, schema) in properties?.members ?? JSON.emptyObject.members where schema.kind == .object {
      let isReference = schema["$ref"] != nil
      if schema["description"]?.string?.isEmpty ?? true, !isReference {
        add(schema, "no-description", "\(SchemaPreview.quoted(name)) has no description; the model sees only its name")
      }
      let says = ["type", "enum", "const", "anyOf", "oneOf", "allOf", "$ref", "$dynamicRef"].contains {
        schema[$0] != nil
      }
      if !says { add(schema, "no-type", "\(SchemaPreview.quoted(name)) has no type; any value is taken") }
    }
    for name in scope[.required]?.elements ?? JSON.null.elements {
      guard let key = name.string, properties?[key] == nil, scope[.patternProperties] == nil else { continue }
      add(name, "required-not-described", "\(SchemaPreview.quoted(key)) is required but not among the properties")
    }
  }

  private mutating func checkValues(_ scope: SchemaScope) {
    if let values = scope[.enum] {
      let kinds = Set(values.elements.map(\.kind)).subtracting([.null])
      if kinds.count > 1 {
        add(values, "mixed-enum", "the values are of different types; models mix them up, and some APIs refuse it")
      }
      if values.count == 0 { add(values, "empty-enum", "no value is allowed") }
    }
    for keyword in SchemaKeyword.allCases where Self.refused.contains(keyword) {
      guard let value = scope[keyword] else { continue }
      add(
        value, "refused-keyword",
        "some model APIs refuse or ignore \(keyword.rawValue); say it in the description as well")
    }
    let patterns = [scope[.pattern]].compactMap(\.self) + (scope[.patternProperties]?.entries.map(\.key) ?? [])
    for pattern in patterns {
      guard let text = pattern.string, let compiled = try? Pattern(text), compiled.matchesNothing else { continue }
      add(pattern, "pattern-never-matches", "no text at all matches this pattern")
    }
  }

  private mutating func checkReferences(_ scope: SchemaScope) {
    for keyword in [SchemaKeyword.ref, .dynamicRef, .recursiveRef] {
      guard let value = scope[keyword], let text = value.string, !text.utf8.starts(with: "#".utf8) else { continue }
      add(value, "remote-reference", "\(SchemaPreview.quoted(text)) is not inside of this schema; put it under $defs")
    }
  }

  private mutating func checkBounds(_ scope: SchemaScope) {
    let pairs: [(SchemaKeyword, SchemaKeyword)] = [
      (.minimum, .maximum), (.minLength, .maxLength), (.minItems, .maxItems), (.minProperties, .maxProperties),
      (.exclusiveMinimum, .exclusiveMaximum), (.minContains, .maxContains),
    ]
    for (low, high) in pairs {
      guard let least = scope[low], let first = least.decimal, let second = scope[high]?.decimal, first > second else {
        continue
      }
      add(least, "impossible-range", "\(low.rawValue) is greater than \(high.rawValue): nothing fits")
    }
  }
}
