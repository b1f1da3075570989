import SkillJSON
import SkillSchema
import Testing

/// Random schemas against random instances: never a trap, both answers agree, and every violation points to something
/// that exists.
struct SchemaFuzzTests {
  @Test(arguments: 0..<8 as Range<UInt64>)
  func answersAgree(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var compiled = 0
    for _ in 0..<250 {
      let source = JSON.build { Self.schema(&$0, depth: 0, &random) }
      guard let schema = try? Schema(compiling: source) else { continue }
      compiled += 1
      for _ in 0..<8 {
        let instance = JSON.build { Self.instance(&$0, depth: 0, &random) }
        let violations = schema.violations(of: instance)
        #expect(violations.isEmpty == schema.accepts(instance), "\(source) \(instance)")
        for violation in violations where !violation.keyword.isEmpty {
          #expect(try instance.at(JSONPointer(parsing: violation.instancePointer)) != nil, "\(source) \(instance)")
          #expect(try source.at(JSONPointer(parsing: violation.schemaPointer)) != nil, "\(source) \(violation)")
          #expect(!violation.message.isEmpty)
        }
      }
      _ = SchemaLint.findings(in: source)
    }
    #expect(compiled > 100)
  }

  /// A value of each keyword that is mostly of the right kind.
  private static func schema(_ writer: inout JSONWriter, depth: Int, _ random: inout SeededGenerator) {
    if depth > 3 || Int.random(in: 0..<12, using: &random) == 0 {
      writer.value(Int.random(in: 0..<4, using: &random) > 0)
      return
    }
    let keywords = [
      "type", "enum", "const", "minimum", "maximum", "multipleOf", "minLength", "maxLength", "pattern", "format",
      "minItems", "maxItems", "uniqueItems", "prefixItems", "items", "contains", "minContains", "maxContains",
      "properties", "patternProperties", "additionalProperties", "required", "propertyNames", "dependentSchemas",
      "dependentRequired", "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "unevaluatedItems",
      "unevaluatedProperties", "$ref", "$defs", "dependencies",
    ]
    var chosen: Set<String> = []
    for _ in 0..<Int.random(in: 0..<5, using: &random) {
      chosen.insert(keywords.randomElement(using: &random) ?? "type")
    }
    writer.object { writer in
      for keyword in chosen.sorted() {
        writer.member(keyword) { self.value(of: keyword, &$0, depth: depth, &random) }
      }
    }
  }

  private static func value(
    of keyword: String, _ writer: inout JSONWriter, depth: Int, _ random: inout SeededGenerator
  ) {
    switch keyword {
    case "type":
      writer.value(
        ["integer", "number", "string", "array", "object", "boolean", "null"].randomElement(using: &random) ?? "")
    case "enum", "prefixItems", "allOf", "anyOf", "oneOf":
      writer.array { writer in
        for _ in 0..<Int.random(in: 1..<4, using: &random) {
          if keyword == "enum" {
            instance(&writer, depth: 2, &random)
          } else {
            schema(&writer, depth: depth + 1, &random)
          }
        }
      }
    case "const": instance(&writer, depth: 1, &random)
    case "minimum", "maximum": writer.raw((["0", "1.5", "-3", "1e400", "2"].randomElement(using: &random) ?? "0").utf8)
    case "multipleOf": writer.raw((["0.5", "2", "1e-3", "1e30"].randomElement(using: &random) ?? "1").utf8)
    case "pattern":
      writer.value(["^a", "b$", "[a-c]+", "^(a|b)*$", "(?=a)", "\\d", "("].randomElement(using: &random) ?? "")
    case "format": writer.value(["date", "email", "ipv6", "regex", "x"].randomElement(using: &random) ?? "")
    case "uniqueItems": writer.value(true)
    case "required":
      writer.array { $0.value(key(&random)) }
    case "properties", "dependentSchemas", "$defs", "dependencies", "patternProperties":
      writer.object { writer in
        for _ in 0..<Int.random(in: 1..<4, using: &random) {
          writer.member(key(&random)) { schema(&$0, depth: depth + 1, &random) }
        }
      }
    case "dependentRequired":
      writer.object { writer in writer.member(key(&random)) { writer in writer.array { $0.value(key(&random)) } } }
    case "$ref": writer.value(["#", "#/$defs/a", "#/properties/a", "#/items"].randomElement(using: &random) ?? "")
    case let name where name.hasPrefix("min") || name.hasPrefix("max"):
      writer.value(Int.random(in: 0..<4, using: &random))
    default: schema(&writer, depth: depth + 1, &random)
    }
  }

  private static func key(_ random: inout SeededGenerator) -> String {
    ["a", "b", "c", "天", "a/b~c"].randomElement(using: &random) ?? "a"
  }

  private static func instance(_ writer: inout JSONWriter, depth: Int, _ random: inout SeededGenerator) {
    switch Int.random(in: 0..<(depth < 3 ? 10 : 6), using: &random) {
    case 0: writer.null()
    case 1: writer.value(Bool.random(using: &random))
    case 2, 3: writer.raw((["0", "1", "1.5", "-2", "1e400", "2.0", "3"].randomElement(using: &random) ?? "0").utf8)
    case 4, 5: writer.value(["", "a", "ab", "b", "天", "2026-03-01", "1"].randomElement(using: &random) ?? "")
    case 6, 7:
      writer.array { writer in
        for _ in 0..<Int.random(in: 0..<4, using: &random) { instance(&writer, depth: depth + 1, &random) }
      }
    default:
      writer.object { writer in
        for _ in 0..<Int.random(in: 0..<4, using: &random) {
          writer.member(key(&random)) { instance(&$0, depth: depth + 1, &random) }
        }
      }
    }
  }
}
