import SkillJSON
import SkillSchema
import Testing

/// The older drafts, chosen by `$schema`.
struct SchemaDraftTests {
  private static let uris = [
    "6": "http://json-schema.org/draft-06/schema#", "7": "http://json-schema.org/draft-07/schema#",
    "2019-09": "https://json-schema.org/draft/2019-09/schema",
    "2020-12": "https://json-schema.org/draft/2020-12/schema",
  ]

  @Test(arguments: [
    // Draft 7: what stands beside a reference is ignored; arrays of items; dependencies; names by $id.
    (
      "7", ##""definitions":{"a":{"type":"string"}},"properties":{"x":{"$ref":"#/definitions/a","maxLength":1}}"##,
      #"{"x":"long"}"#, true
    ),
    ("7", #""items":[{"type":"string"}],"additionalItems":false"#, #"["a"]"#, true),
    ("7", #""items":[{"type":"string"}],"additionalItems":false"#, #"["a",1]"#, false),
    ("7", #""dependencies":{"a":["b"],"c":{"required":["d"]}}"#, #"{"a":1}"#, false),
    ("7", #""dependencies":{"a":["b"],"c":{"required":["d"]}}"#, #"{"c":1}"#, false),
    (
      "7", ##""definitions":{"a":{"$id":"#name","type":"string"}},"additionalProperties":{"$ref":"#name"}"##,
      #"{"x":1}"#, false
    ),
    ("7", #""prefixItems":[false]"#, "[1]", true), ("7", #""dependentRequired":{"a":["b"]}"#, #"{"a":1}"#, true),
    ("7", #""unevaluatedProperties":false"#, #"{"a":1}"#, true),
    ("7", #""contains":{"const":1},"minContains":2"#, "[1]", true),
    ("6", #""exclusiveMinimum":1"#, "1", false),
    // 2019-09: still arrays of items; recursive references; contains evaluates nothing.
    ("2019-09", #""items":[{"type":"string"}],"additionalItems":{"type":"integer"}"#, #"["a","b"]"#, false),
    (
      "2019-09", ##""$recursiveAnchor":true,"type":"object","additionalProperties":{"$recursiveRef":"#"}"##,
      #"{"a":{"b":1}}"#, false
    ),
    ("2019-09", #""contains":{"const":1},"unevaluatedItems":false"#, "[1]", false),
    ("2020-12", #""contains":{"const":1},"unevaluatedItems":false"#, "[1]", true),
    ("2019-09", #""dependentRequired":{"a":["b"]}"#, #"{"a":1}"#, false),
  ])
  func decides(draft: String, keywords: String, instance: String, isValid: Bool) throws {
    let uri = try #require(Self.uris[draft])
    let schema = try Schema(compiling: JSON(parsing: #"{"$schema":"\#(uri)",\#(keywords)}"#))
    #expect(try schema.accepts(JSON(parsing: instance)) == isValid)
  }

  /// Every metaschema accepts itself and refuses what is no schema.
  @Test(arguments: [
    "https://json-schema.org/draft/2020-12/schema", "https://json-schema.org/draft/2019-09/schema",
    "http://json-schema.org/draft-07/schema#",
  ])
  func metaschemas(uri: String) throws {
    let schema = try Schema(compiling: JSON.build { $0.object { $0.member("$ref", uri) } })
    let text = #"{"type":"object","properties":{"a":{"type":["string","null"],"minLength":1}},"required":["a"]}"#
    #expect(try schema.accepts(JSON(parsing: text)))
    #expect(try schema.accepts(JSON(parsing: "true")))
    #expect(try !schema.accepts(JSON(parsing: #"{"type":"text"}"#)))
    #expect(try !schema.accepts(JSON(parsing: #"{"properties":{"a":{"minLength":-1}}}"#)))
    let violations = schema.violations(of: try JSON(parsing: #"{"properties":{"a":{"required":"b"}}}"#))
    #expect(violations.first?.instancePointer == "/properties/a/required")
    #expect(violations.first?.message.hasPrefix("/properties/a/required must be an array") == true)
  }

  @Test func formatsAreAssertedUnlessAskedOtherwise() throws {
    let schema = try JSON(parsing: #"{"format":"ipv4"}"#)
    let instance = JSON("no address")
    #expect(try !Schema(compiling: schema).accepts(instance))
    #expect(try Schema(compiling: schema, options: SchemaOptions(formats: .annotated)).accepts(instance))
  }
}
