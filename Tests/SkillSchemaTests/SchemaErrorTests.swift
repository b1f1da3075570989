import SkillJSON
import SkillSchema
import Testing

/// Schemas that cannot be used, and what their authors read.
struct SchemaErrorTests {
  @Test(arguments: [
    ("5", "schema (line 1, column 1): a schema must be an object, true or false, not a number"),
    (
      #"{"type":"int"}"#,
      #"schema at /type (line 1, column 9): "int" is not a type; types are null, boolean, integer, number, string, "#
        + "array and object"
    ),
    (#"{"type":[]}"#, "schema at /type (line 1, column 9): type must name at least one type"),
    (#"{"enum":"a"}"#, "schema at /enum (line 1, column 9): enum must be an array, not a string"),
    (#"{"minimum":"1"}"#, "schema at /minimum (line 1, column 12): minimum must be a number, not a string"),
    (#"{"multipleOf":0}"#, "schema at /multipleOf (line 1, column 15): multipleOf must be greater than 0"),
    (
      #"{"multipleOf":12345678901234567890123456789012345678}"#,
      "schema at /multipleOf (line 1, column 15): multipleOf has more than 37 significant digits"
    ),
    (
      #"{"minLength":-1}"#,
      "schema at /minLength (line 1, column 14): minLength must be an integer that is not negative"
    ),
    (#"{"maxItems":1.5}"#, "schema at /maxItems (line 1, column 13): maxItems must be an integer that is not negative"),
    (#"{"pattern":1}"#, "schema at /pattern (line 1, column 12): pattern must be a string, not a number"),
    (
      #"{"pattern":"a("}"#,
      "schema at /pattern (line 1, column 12): a( is not a pattern that can be used: column 2: '(' without ')'"
    ),
    (
      #"{"patternProperties":{"(a)\\1":true}}"#,
      "schema at /patternProperties/(a)\\1 (line 1, column 23): (a)\\1 is not a pattern that can be used: "
        + "column 1: a backreference is not supported"
    ),
    (
      #"{"required":"a"}"#,
      "schema at /required (line 1, column 13): required must be an array of strings, not a string"
    ),
    (#"{"required":[1]}"#, "schema at /required/0 (line 1, column 14): required must hold only strings, not a number"),
    (#"{"properties":[]}"#, "schema at /properties (line 1, column 15): properties must be an object, not an array"),
    (
      #"{"properties":{"a":"string"}}"#,
      "schema at /properties/a (line 1, column 20): a value of properties must be a schema (an object, true or false), "
        + "not a string"
    ),
    (
      #"{"items":[{}]}"#,
      "schema at /items (line 1, column 10): items must be a schema; a schema for each place is written with prefixItems"
    ),
    (#"{"anyOf":[]}"#, "schema at /anyOf (line 1, column 10): anyOf must hold at least one schema"),
    (
      #"{"uniqueItems":1}"#,
      "schema at /uniqueItems (line 1, column 16): uniqueItems must be true or false, not a number"
    ),
    (
      #"{"$ref":"https://example.com/a.json"}"#,
      "schema at /$ref (line 1, column 9): \"https://example.com/a.json\" leads to https://example.com/a.json, which is "
        + "not in this document; a schema must hold everything it refers to"
    ),
    (
      ##"{"$ref":"#/$defs/a"}"##,
      ##"schema at /$ref (line 1, column 9): "#/$defs/a" leads to nothing: there is no $defs in it"##
    ),
    (
      ##"{"$ref":"#/title","title":"x"}"##,
      ##"schema at /$ref (line 1, column 9): "#/title" leads to a string, which is not a schema"##
    ),
    (
      ##"{"$ref":"#a"}"##, ##"schema at /$ref (line 1, column 9): "#a" leads to nothing: there is no anchor a"##
    ),
    (##"{"$ref":"#/%zz"}"##, ##"schema at /$ref (line 1, column 9): the part of "#/%zz" after # is not valid"##),
    (##"{"$ref":"#"}"##, "schema (line 1, column 1): its references lead back to itself without going into the value"),
    (
      ##"{"$ref":"#/$defs/a","$defs":{"a":{"allOf":[{"not":{"$ref":"#/$defs/a"}}]}}}"##,
      "schema at /$defs/a (line 1, column 34): its references lead back to itself without going into the value"
    ),
    (
      #"{"$schema":"http://json-schema.org/draft-04/schema#"}"#,
      "schema at /$schema (line 1, column 12): http://json-schema.org/draft-04/schema# is too old; write the schema for "
        + "https://json-schema.org/draft/2020-12/schema"
    ),
    (
      #"{"$schema":"https://example.com/mine"}"#,
      "schema at /$schema (line 1, column 12): https://example.com/mine is not a known dialect; use "
        + "https://json-schema.org/draft/2020-12/schema"
    ),
    (
      #"{"$defs":{"a":{"$anchor":"x"},"b":{"$anchor":"x"}}}"#,
      "schema at /$defs/a/$anchor (line 1, column 26): another schema has the $anchor x already"
    ),
    (
      ##"{"$defs":{"a":{"$id":"http://e.org/#x"}}}"##,
      "schema at /$defs/a/$id (line 1, column 22): $id must not have a fragment; use $anchor"
    ),
  ])
  func message(schema: String, expected: String) throws {
    let schema = try JSON(parsing: schema)
    let error = #expect(throws: SchemaError.self) { try Schema(compiling: schema) }
    #expect(error?.description == expected)
  }
}
