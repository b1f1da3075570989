import SkillJSON
import SkillSchema
import Testing

/// What a model reads. Whole sentences.
struct ViolationTests {
  private func messages(_ schema: String, _ instance: String) throws -> [String] {
    try Schema(compiling: JSON(parsing: schema)).violations(of: JSON(parsing: instance)).map(\.message)
  }

  static let weather = """
    {"type": "object",
     "properties": {
       "city": {"type": "string", "minLength": 1},
       "days": {"type": "integer", "minimum": 1, "maximum": 16}},
     "required": ["city", "days"], "additionalProperties": false}
    """

  @Test func everyPart() throws {
    let schema = try Schema(compiling: JSON(parsing: Self.weather))
    #expect(
      schema.violations(of: try JSON(parsing: #"{"city": "Berlin", "days": "three"}"#)) == [
        Violation(
          instancePointer: "/days", keyword: "type", schemaPointer: "/properties/days/type",
          message: #"/days must be an integer from 1 to 16, got "three""#)
      ])
    #expect(schema.violations(of: try JSON(parsing: #"{"city": "Berlin", "days": 3}"#)) == [])
  }

  @Test(arguments: [
    (
      #"{"city":"Berlin","days":"3"}"#,
      [#"/days must be an integer from 1 to 16, got "3" (write the number without quotes: 3)"#]
    ),
    (
      #"{"city":"","days":0}"#,
      [
        #"/city must be a string of at least 1 character, got 0 characters: """#,
        "/days must be an integer from 1 to 16, got 0",
      ]
    ),
    (
      #"{"city":5,"days":2.5}"#,
      [
        #"/city must be a string of at least 1 character, got 5 (write it in quotes: "5")"#,
        "/days must be an integer from 1 to 16, got 2.5 (write a whole number)",
      ]
    ),
    (
      #"{"citty":"x","days":1}"#,
      [
        #"/citty is not a known property; did you mean "city"? Known are "city", "days""#,
        #"the value must have the property "city", a string of at least 1 character"#,
      ]
    ),
    (
      #"{"city":"x","days":1,"zzz":1}"#,
      [#"/zzz is not a known property; known are "city", "days""#]
    ),
    (
      #"{"city":null,"days":1}"#,
      [
        "/city must be a string of at least 1 character, got null (leave the property out when there is no value)"
      ]
    ),
    (
      #""{\"city\":\"x\"}""#,
      [
        #"the value must be an object, got "{\"city\":\"x\"}" (write the object itself, not a string that holds it)"#
      ]
    ),
    ("[1,2]", ["the value must be an object, got [1,2]"]),
  ])
  func arguments(instance: String, expected: [String]) throws {
    #expect(try messages(Self.weather, instance) == expected)
  }

  @Test(arguments: [
    (
      #"{"enum":["celsius","fahrenheit"]}"#, #""Celsius""#,
      #"the value must be one of "celsius", "fahrenheit", got "Celsius" (did you mean "celsius"?)"#
    ),
    (
      #"{"enum":["celsius","fahrenheit"]}"#, #""kelvin""#,
      #"the value must be one of "celsius", "fahrenheit", got "kelvin""#
    ),
    (#"{"enum":[1,2,null]}"#, #""1""#, #"the value must be one of 1, 2, null, got "1" (write it without quotes: 1)"#),
    (#"{"enum":["1"]}"#, "1", #"the value must be exactly "1", got 1 (write it in quotes: "1")"#),
    (#"{"const":"x"}"#, #""y""#, #"the value must be exactly "x", got "y""#),
    (#"{"multipleOf":0.5}"#, "0.7", "the value must be a multiple of 0.5, got 0.7"),
    (#"{"exclusiveMinimum":0,"maximum":5}"#, "0", "the value must be a number of at most 5 and greater than 0, got 0"),
    (
      #"{"type":["integer","null"]}"#, #""5""#,
      #"the value must be an integer or null, got "5" (write the number without quotes: 5)"#
    ),
    (
      #"{"type":["string","number","boolean"]}"#, "null",
      "the value must be a string, a number or true or false, got null (leave the property out when there is no value)"
    ),
    (
      #"{"type":"boolean"}"#, #""true""#,
      #"the value must be true or false, got "true" (write it without quotes: true)"#
    ),
    (#"{"pattern":"^[a-z]+$"}"#, #""A1""#, #"the value must match the pattern ^[a-z]+$, got "A1""#),
    (#"{"format":"date"}"#, #""tomorrow""#, #"the value must be a date such as 2026-03-01, got "tomorrow""#),
    (
      #"{"minLength":2,"maxLength":4}"#, #""天气怎么样""#,
      #"the value must be a string of 2 to 4 characters, got 5 characters: "天气怎么样""#
    ),
    (#"{"minItems":1,"maxItems":3}"#, "[]", "the value must have 1 to 3 items, got 0 items"),
    (#"{"minItems":2,"maxItems":2}"#, "[1]", "the value must have exactly 2 items, got 1 item"),
    (
      #"{"type":"array","items":{"type":"string"}}"#, #""a""#,
      #"the value must be an array of items that are each a string, got "a" (put it in an array: ["a"])"#
    ),
    (#"{"uniqueItems":true}"#, #"[1,"a",1.0]"#, "the value must not hold the same item twice: items 0 and 2 are equal"),
    (
      #"{"contains":{"type":"string"},"minContains":2}"#, #"["a",1]"#,
      "the value must hold at least 2 items of this kind: a string; got 1"
    ),
    (
      #"{"contains":{"type":"string"},"maxContains":1}"#, #"["a","b"]"#,
      "the value must hold at most 1 item of this kind: a string; got 2"
    ),
    (#"{"minProperties":1}"#, "{}", "the value must have at least 1 property, got 0 properties"),
    (
      #"{"dependentRequired":{"a":["b"]}}"#, #"{"a":1}"#,
      #"the value has the property "a" and so must have "b" as well"#
    ),
    (
      #"{"propertyNames":{"pattern":"^[a-z]+$"}}"#, #"{"B":1}"#,
      #"the property name "B" must match the pattern ^[a-z]+$, got "B""#
    ),
    (#"{"not":{"const":7}}"#, "7.0", "the value must not be exactly 7, got 7.0"),
    (
      #"{"oneOf":[{"type":"integer"},{"minimum":5}]}"#, "6",
      "the value must fit exactly one of 2 alternatives, but fits numbers 1 and 2"
    ),
    (#"{"if":{"required":["q"]},"then":{"required":["r"]}}"#, #"{"q":1}"#, #"the value must have the property "r""#),
    (#"{"unevaluatedProperties":false,"properties":{"a":true}}"#, #"{"a":1,"b":2}"#, "/b is not allowed there"),
    (#"{"prefixItems":[true],"items":false}"#, "[1,2]", "/1 is not allowed"),
    (#"{"properties":{"a":false}}"#, #"{"a":1}"#, "/a is not allowed"),
    ("false", "1", "the value is not allowed"),
  ])
  func sentence(schema: String, instance: String, expected: String) throws {
    #expect(try messages(schema, instance) == [expected])
  }

  static let union = """
    {"anyOf": [
      {"type": "object", "properties": {"kind": {"const": "a"}, "x": {"type": "integer"}}, "required": ["kind", "x"]},
      {"type": "object", "properties": {"kind": {"const": "b"}, "y": {"type": "string"}}, "required": ["kind", "y"]}]}
    """

  /// Of alternatives that are told apart by a member, only the one that was meant is talked about.
  @Test(arguments: [
    (#"{"kind":"a","x":"1"}"#, #"/x must be an integer, got "1" (write the number without quotes: 1)"#),
    (#"{"kind":"b"}"#, #"the value must have the property "y", a string"#),
    (
      #"{"kind":"c"}"#,
      #"the value fits none of 2 alternatives, got {"kind":"c"}; 1: /kind must be exactly "a", got "c"; "#
        + #"2: /kind must be exactly "b", got "c""#
    ),
    (
      "5",
      "the value fits none of 2 alternatives, got 5; 1: the value must be an object, got 5; "
        + "2: the value must be an object, got 5"
    ),
  ])
  func alternatives(instance: String, expected: String) throws {
    #expect(try messages(Self.union, instance).first == expected)
  }

  @Test func pointersLeadThroughReferences() throws {
    let schema = try Schema(
      compiling: JSON(
        parsing: ##"""
          {"$ref": "#/$defs/v", "$defs": {
            "v": {"type": "object", "additionalProperties": {"$ref": "#/$defs/v"},
                  "properties": {"a/b": {"$ref": "#/$defs/n"}}},
            "n": {"type": "integer", "minimum": 0}}}
          """##))
    let violations = schema.violations(of: try JSON(parsing: #"{"x": {"a/b": -1, "y": [3]}}"#))
    #expect(violations.map(\.instancePointer) == ["/x/a~1b", "/x/y"])
    #expect(violations.map(\.schemaPointer) == ["/$defs/n/minimum", "/$defs/v/type"])
    #expect(
      violations.map(\.message) == [
        "/x/a~1b must be an integer of at least 0, got -1",
        "/x/y must be an object, got [3] (write the item itself, without the array)",
      ])
  }

  @Test func pointersAreRelativeToTheSchema() throws {
    let manifest = try JSON(parsing: #"{"inputSchema": {"properties": {"a": {"type": "string"}}}}"#)
    let schema = try Schema(compiling: try #require(manifest["inputSchema"]))
    let violations = schema.violations(of: try JSON(parsing: #"{"a": 1}"#))
    #expect(violations.map(\.schemaPointer) == ["/properties/a/type"])
  }

  @Test func longAndHarmfulTextIsTamed() throws {
    let long = String(repeating: "天", count: 5000)
    let message = try messages(#"{"type":"integer"}"#, "\"\(long)\"")
    #expect(message == ["the value must be an integer, got \"\(String(repeating: "天", count: 59))…"])
    #expect(
      try messages(#"{"additionalProperties":false}"#, "{\"\u{202E}\u{1B}\": 1}".replacing("\u{1B}", with: "\\u001b"))
        == ["/\\u{202e}\\u{1b} is not a known property; none is allowed"])
  }

  @Test func theListEnds() throws {
    let instance = JSON.build { writer in writer.array { for _ in 0..<1000 { $0.value("x") } } }
    let schema = try Schema(compiling: JSON(parsing: #"{"items":{"type":"integer"}}"#))
    #expect(schema.violations(of: instance).count == 100)
  }
}
