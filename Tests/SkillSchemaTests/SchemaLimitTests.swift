import SkillJSON
import SkillSchema
import Testing

/// Schemas and instances that are made to be slow, deep or wide. Each test is over at once or fails by its time limit.
@Suite(.timeLimit(.minutes(1)))
struct SchemaLimitTests {
  /// Each level asks twice for the next: 2^60 ways to the bottom.
  @Test func referencesThatDouble() throws {
    let schema = JSON.build { writer in
      writer.object { writer in
        writer.member("$ref", "#/$defs/n0")
        writer.member("$defs") { writer in
          writer.object { writer in
            for level in 0..<60 {
              writer.member("n\(level)") { writer in
                writer.object { writer in
                  writer.member("allOf") { writer in
                    writer.array { writer in
                      for _ in 0..<2 { writer.object { $0.member("$ref", "#/$defs/n\(level + 1)") } }
                    }
                  }
                }
              }
            }
            writer.member("n60") { $0.object { $0.member("type", "string") } }
          }
        }
      }
    }
    let compiled = try Schema(compiling: schema)
    #expect(!compiled.accepts(JSON("x")))
    #expect(
      compiled.violations(of: JSON("x")).map(\.message) == [
        "the value cannot be checked: it is too large for its schema, or the schema too entangled"
      ])
  }

  @Test func giveUpIsNeverTakenForANo() throws {
    let deep = String(repeating: "[", count: 3000) + String(repeating: "]", count: 3000)
    let instance = try JSON(parsing: deep, limits: JSONLimits(maxDepth: 3000))
    let schema = try Schema(
      compiling: JSON(parsing: ##"{"not":{"$ref":"#/$defs/a"},"$defs":{"a":{"items":{"$ref":"#/$defs/a"}}}}"##))
    #expect(!schema.accepts(instance))
    #expect(
      schema.violations(of: instance).map(\.message) == [
        "the value cannot be checked: it and its schema lead more than 1200 steps deep"
      ])
  }

  /// The deepest instance that the parser takes by default can be checked.
  @Test func depthOfTheParserIsFine() throws {
    let text = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    let schema = try Schema(
      compiling: JSON(parsing: ##"{"$ref":"#/$defs/a","$defs":{"a":{"type":"array","items":{"$ref":"#/$defs/a"}}}}"##))
    #expect(try schema.accepts(JSON(parsing: text)))
  }

  @Test func dynamicReferencesThatTurnInCircles() throws {
    let schema = try Schema(compiling: JSON(parsing: ##"{"$dynamicAnchor":"a","anyOf":[{"$dynamicRef":"#a"},true]}"##))
    #expect(!schema.accepts(.null))
  }

  @Test func schemasThatAreDeep() throws {
    let depth = 500
    let text = String(repeating: #"{"items":"#, count: depth) + "true" + String(repeating: "}", count: depth)
    #expect(try Schema(compiling: JSON(parsing: text)).accepts(JSON(parsing: "[[[]]]")))
    let nested =
      String(repeating: #"{"allOf":["#, count: 250) + "{\"type\":\"null\"}" + String(repeating: "]}", count: 250)
    #expect(try Schema(compiling: JSON(parsing: nested)).accepts(.null))
  }

  @Test func wideObjects() throws {
    let schema = JSON.build { writer in
      writer.object { writer in
        writer.member("properties") { writer in
          writer.object { writer in
            for key in 0..<20_000 { writer.member("k\(key)") { $0.object { $0.member("type", "integer") } } }
          }
        }
        writer.member("required") { writer in writer.array { for key in 0..<2_000 { $0.value("k\(key)") } } }
        writer.member("additionalProperties", false)
      }
    }
    let compiled = try Schema(compiling: schema)
    let instance = JSON.build { writer in writer.object { for key in 0..<20_000 { $0.member("k\(key)", key) } } }
    #expect(compiled.accepts(instance))
    let small = JSON.build { writer in writer.object { for key in 0..<1_990 { $0.member("k\(key)", key) } } }
    #expect(
      compiled.violations(of: small).map(\.message).sorted().first
        == #"the value must have the property "k1990", an integer"#)
    #expect(compiled.violations(of: small).count == 10)
  }

  @Test func manyReferencesIntoOneLargeObject() throws {
    let schema = JSON.build { writer in
      writer.object { writer in
        writer.member("prefixItems") { writer in
          writer.array { writer in for key in 0..<20_000 { writer.object { $0.member("$ref", "#/$defs/d\(key)") } } }
        }
        writer.member("$defs") { writer in
          writer.object { writer in
            for key in 0..<20_000 { writer.member("d\(key)") { $0.object { $0.member("const", key) } } }
          }
        }
      }
    }
    let compiled = try Schema(compiling: schema)
    #expect(compiled.accepts(JSON.build { writer in writer.array { for key in 0..<20_000 { $0.value(key) } } }))
  }

  @Test func uniqueItemsOfALongArray() throws {
    let schema = try Schema(compiling: JSON(parsing: #"{"uniqueItems":true}"#))
    var instance = JSON.build { writer in
      writer.array { writer in
        for key in 0..<50_000 {
          writer.object { writer in
            writer.member("a", key)
            writer.member("b", "same")
          }
        }
      }
    }
    #expect(schema.accepts(instance))
    instance = JSON.build { writer in
      writer.array { writer in
        for key in 0..<1_000 { writer.object { $0.member("a", key) } }
        writer.raw(#"{"a":5.0}"#.utf8)
      }
    }
    #expect(
      schema.violations(of: instance).map(\.message) == [
        "the value must not hold the same item twice: items 5 and 1000 are equal"
      ])
  }

  /// Of every alternative the violations are looked at, of those inside of it too.
  @Test func alternativesInsideOfAlternatives() throws {
    let level = { (inner: String) in
      "{\"anyOf\":[\(Array(repeating: inner, count: 20).joined(separator: ","))]}"
    }
    let schema = try Schema(compiling: JSON(parsing: level(level(level(#"{"properties":{"a":{"type":"null"}}}"#)))))
    let violations = schema.violations(of: try JSON(parsing: #"{"a":1}"#))
    #expect(violations.map(\.message) == ["the value does not fit its schema"])
    let wide = try Schema(compiling: JSON(parsing: level(#"{"properties":{"a":{"type":"null"}}}"#)))
    #expect(
      wide.violations(of: try JSON(parsing: #"{"a":1}"#)).first?.message.hasPrefix(
        "the value fits none of 20 alternatives, got {\"a\":1}; 1: /a must be null, got 1; 2: ") == true)
  }

  @Test func phrasesOfSchemasThatDouble() throws {
    var text = #"{"type":"string"}"#
    for _ in 0..<5 { text = "{\"allOf\":[\(Array(repeating: text, count: 8).joined(separator: ","))]}" }
    let schema = try Schema(compiling: JSON(parsing: "{\"required\":[\"a\"],\"properties\":{\"a\":\(text)}}"))
    #expect(schema.violations(of: .emptyObject).map(\.message) == [#"the value must have the property "a", a string"#])
  }

  @Test func enumsOfManyStrings() throws {
    let schema = JSON.build { writer in
      writer.object { writer in
        writer.member("items") { writer in
          writer.object {
            $0.member("enum") { writer in writer.array { for key in 0..<20_000 { $0.value("e\(key)") } } }
          }
        }
      }
    }
    let compiled = try Schema(compiling: schema)
    #expect(compiled.accepts(JSON.build { writer in writer.array { for key in 0..<20_000 { $0.value("e\(key)") } } }))
  }

  @Test func longStringsAgainstPatterns() throws {
    let schema = try Schema(compiling: JSON(parsing: #"{"pattern":"^(([a-z])+.)+[A-Z]([a-z])+$"}"#))
    #expect(!schema.accepts(JSON(String(repeating: "a", count: 1_000_000))))
    let costly = try Schema(compiling: JSON(parsing: #"{"pattern":"(a?){2000}a{2000}b"}"#))
    #expect(!costly.accepts(JSON(String(repeating: "a", count: 100_000))))
  }

  @Test func evaluatedMarksOfManyMembers() throws {
    let schema = try Schema(
      compiling: JSON(
        parsing: #"""
          {"allOf":[{"patternProperties":{"^a":true}},{"anyOf":[{"patternProperties":{"^b":true}},{"required":["none"]}]}],
           "unevaluatedProperties":false}
          """#))
    let names = (0..<300).map { $0 % 2 == 0 ? "a\($0)" : "b\($0)" }
    let instance = JSON.build { writer in writer.object { for name in names { $0.member(name, 1) } } }
    #expect(schema.accepts(instance))
    let other = JSON.build { writer in writer.object { for name in names + ["c"] { $0.member(name, 1) } } }
    #expect(schema.violations(of: other).map(\.message) == ["/c is not allowed there"])
  }
}
