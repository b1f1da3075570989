import SkillJSON
import SkillSchema
import SkillTrial
import Testing

@Suite struct InputGeneratorTests {
  private static func inputs(_ schema: String, _ count: Int = 200, seed: UInt64 = 1) throws -> [JSON] {
    var generator = InputGenerator(try Schema(compiling: JSON(parsing: schema)), seed: seed)
    return generator.inputs(count)
  }

  @Test(arguments: [
    #"{"type":"object","properties":{"a":{"type":"string","minLength":2,"maxLength":5},"b":{"type":"integer","minimum":3,"maximum":9}},"required":["a"],"additionalProperties":false}"#,
    #"{"type":"object","properties":{"t":{"type":"string","pattern":"^([01]?\\d|2[0-4]):[0-5]\\d$"},"d":{"type":"string","format":"date"}},"required":["t","d"]}"#,
    ##"{"type":"object","properties":{"n":{"$ref":"#/$defs/node"}},"required":["n"],"$defs":{"node":{"type":"object","properties":{"next":{"$ref":"#/$defs/node"},"v":{"enum":[1,"x",null]}},"required":["v"]}}}"##,
    #"{"type":"object","properties":{"q":{"type":"string"},"g":{"type":"string"}},"anyOf":[{"required":["q"]},{"required":["g"]}],"additionalProperties":false}"#,
    #"{"type":"object","properties":{"l":{"type":"array","items":{"type":["number","null"]},"minItems":1,"maxItems":4,"uniqueItems":true},"m":{"type":"number","multipleOf":5,"exclusiveMinimum":0}},"required":["l"]}"#,
    #"{"type":"object","properties":{"k":{"const":"fixed"},"o":{"oneOf":[{"type":"integer"},{"type":"object","properties":{"z":{"type":"boolean"}},"required":["z"]}]}},"required":["k","o"]}"#,
    #"{"type":"object"}"#,
  ])
  func everyInputFitsAndAllAreDifferent(schema: String) throws {
    let compiled = try Schema(compiling: JSON(parsing: schema))
    let inputs = try Self.inputs(schema)
    #expect(!inputs.isEmpty)
    for input in inputs { #expect(compiled.accepts(input), "\(input.text)") }
    #expect(Set(inputs.map(\.bytes)).count == inputs.count)
  }

  @Test func theSameSeedMakesTheSameInputs() throws {
    let schema = #"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"number"},"c":{"type":"array"}}}"#
    #expect(try Self.inputs(schema, seed: 7).map(\.bytes) == Self.inputs(schema, seed: 7).map(\.bytes))
    #expect(try Self.inputs(schema, seed: 7).map(\.bytes) != Self.inputs(schema, seed: 8).map(\.bytes))
  }

  @Test func boundsAndOddTextsAreAmongThem() throws {
    let numbers = try Set(
      Self.inputs(
        #"{"type":"object","properties":{"n":{"type":"integer","minimum":-3,"maximum":12}},"required":["n"]}"#
      ).compactMap { $0["n"]?.int })
    #expect(numbers.isSuperset(of: [-3, -2, 0, 11, 12]))
    #expect(numbers.allSatisfy { (-3...12).contains($0) })
    let texts = try Set(
      Self.inputs(#"{"type":"object","properties":{"s":{"type":"string","maxLength":9}},"required":["s"]}"#)
        .compactMap { $0["s"]?.string })
    #expect(texts.isSuperset(of: ["", "\0", "aaaaaaaaa", "中é😀a中é😀a中"]))
    let members = try Self.inputs(
      #"{"type":"object","properties":{"a":{"type":"boolean"},"b":{"type":"boolean"}},"required":["a"]}"#)
    #expect(members.contains { $0["b"] == nil } && members.contains { $0["b"] != nil })
  }

  @Test func aSchemaThatAcceptsNothingHasNoInputs() throws {
    #expect(try Self.inputs(#"{"type":"object","properties":{"a":false},"required":["a"]}"#).isEmpty)
  }

  @Test func damagedInputsAreRefusedByTheSchemaOrAreNoJSON() throws {
    let schema = try Schema(
      compiling: JSON(
        parsing:
          #"{"type":"object","properties":{"a":{"type":"string","maxLength":9}},"required":["a"],"additionalProperties":false}"#
      ))
    let damaged = DamagedInput.all([try JSON(parsing: #"{"a": "text"}"#)], schema)
    for input in damaged {
      if let json = try? JSON(parsing: input.bytes) { #expect(!schema.accepts(json), "\(input.what)") }
    }
    let kinds = Set(damaged.map(\.what))
    #expect(
      kinds.isSuperset(of: [
        "nothing", "one NUL byte", "cut off", "without /a", "/a is null", "/a is a text of a megabyte",
        "/a has bytes that are not UTF-8", "/a has a NUL byte", "100,000 arrays inside each other, none closed",
      ]))
  }

  @Test(arguments: ["^[a-f]{3,5}$", "^(foo|bar)+$", "\\d{4}-\\d{2}", "^$", "^[^a-z]$", "^\\p{L}+$", "x{200}"])
  func examplesOfPatternsMatchThem(pattern: String) throws {
    let schema = try Schema(
      compiling: JSON.build { writer in
        writer.object { writer in
          writer.member("type", "string")
          writer.member("pattern", pattern)
        }
      })
    var random = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      let text = try #require(PatternExample.text(pattern, using: &random))
      #expect(schema.accepts(JSON.build { $0.value(text) }), "\(text)")
    }
  }
}
