import SkillJSON
import SkillSchema
import Testing

struct SchemaLintTests {
  private func findings(_ schema: String) throws -> [String] {
    try SchemaLint.findings(in: JSON(parsing: schema)).map { "\($0.pointer) \($0.rule): \($0.message)" }
  }

  @Test func aGoodSchemaHasNone() throws {
    #expect(
      try findings(
        ##"""
        {"type": "object", "required": ["city"], "properties": {
          "city": {"type": "string", "description": "Name of the city"},
          "unit": {"enum": ["metric", "imperial", null], "description": "Unit"},
          "home": {"$ref": "#/$defs/place"}},
          "$defs": {"place": {"type": "object", "properties": {"x": {"type": "number", "description": "East"}}}}}
        """##) == [])
  }

  @Test(arguments: [
    ("true", ["/ root-not-object: the schema must be an object with \"type\": \"object\""]),
    (
      #"{"type":"string"}"#,
      ["/ root-not-object: the root must have \"type\": \"object\": arguments are always named"]
    ),
    (
      #"{"type":"object","anyOf":[{"required":["a"]}]}"#,
      [
        "/anyOf combination-at-root: large model APIs refuse anyOf at the root; move it into a property",
        "/anyOf/0/required/0 required-not-described: \"a\" is required but not among the properties",
      ]
    ),
    (
      #"{"type":"object","properties":{"a":{}}}"#,
      [
        "/properties/a no-description: \"a\" has no description; the model sees only its name",
        "/properties/a no-type: \"a\" has no type; any value is taken",
      ]
    ),
    (
      #"{"type":"object","properties":{"a":{"enum":["x",1],"description":"d"}}}"#,
      [
        "/properties/a/enum mixed-enum: the values are of different types; models mix them up, and some APIs refuse it"
      ]
    ),
    (
      #"{"type":"object","properties":{"a":{"enum":[],"description":"d"}}}"#,
      ["/properties/a/enum empty-enum: no value is allowed"]
    ),
    (
      #"{"type":"object","properties":{"a":{"type":"string","description":"d","pattern":"a^"}}}"#,
      ["/properties/a/pattern pattern-never-matches: no text at all matches this pattern"]
    ),
    (
      #"{"type":"object","properties":{"a":{"type":"string","description":"d","not":{"const":"x"}}}}"#,
      ["/properties/a/not refused-keyword: some model APIs refuse or ignore not; say it in the description as well"]
    ),
    (
      #"{"type":"object","properties":{"a":{"type":"integer","description":"d","minimum":5,"maximum":1}}}"#,
      ["/properties/a/minimum impossible-range: minimum is greater than maximum: nothing fits"]
    ),
    (
      #"{"type":"object","properties":{"a":{"$ref":"https://example.com/x"}}}"#,
      [
        "/properties/a/$ref invalid: \"https://example.com/x\" leads to https://example.com/x, which is not in this "
          + "document; a schema must hold everything it refers to",
        "/properties/a/$ref remote-reference: \"https://example.com/x\" is not inside of this schema; put it under $defs",
      ]
    ),
  ])
  func finds(schema: String, expected: [String]) throws {
    #expect(try findings(schema).map { $0.hasPrefix(" ") ? "/" + $0 : $0 } == expected)
  }
}
