import SkillJSON
import Testing

/// What people read when a text is refused.
struct JSONErrorTests {
  @Test(arguments: [
    ("", "line 1, column 1: expected a value, found the end of the text"),
    ("  \n ", "line 2, column 2: expected a value, found the end of the text"),
    ("{\n  \"a\": 1\n  \"b\": 2\n}", "line 3, column 3: expected ',' or '}' after a value, found '\"'"),
    ("{\"a\": 1", "line 1, column 8: expected ',' or '}' after a value, found the end of the text"),
    ("[1 2]", "line 1, column 4: expected ',' or ']' after a value, found '2'"),
    ("[1,]", "line 1, column 4: expected a value, found ']'"),
    ("[,]", "line 1, column 2: expected a value or ']', found ','"),
    ("[", "line 1, column 2: expected a value or ']', found the end of the text"),
    ("{a: 1}", "line 1, column 2: expected a key in double quotes or '}', found 'a'"),
    ("{\"a\": 1,}", "line 1, column 9: expected a key in double quotes after ',', found '}'"),
    ("{\"a\" 1}", "line 1, column 6: expected ':' after a key, found '1'"),
    ("{\"a\":}", "line 1, column 6: expected a value, found '}'"),
    ("'a'", "line 1, column 1: expected a value, found a single quote"),
    ("1 2", "line 1, column 3: expected nothing after the value, found '2'"),
    ("01", "line 1, column 1: a number must not begin with a zero that is followed by a digit"),
    ("-", "line 1, column 2: expected a digit, found the end of the text"),
    ("1.e5", "line 1, column 3: expected a digit, found 'e'"),
    ("1e+", "line 1, column 4: expected a digit, found the end of the text"),
    ("True", "line 1, column 1: expected a value, found 'T'"),
    ("tru", "line 1, column 1: expected a value (true, false and null are written in full, in lower case)"),
    ("\"a\nb\"", "line 1, column 3: a line break in a string must be written as an escape"),
    ("\"a\u{1}b\"", "line 1, column 3: the control character 0x01 in a string must be written as an escape"),
    ("\"\\x\"", "line 1, column 3: a backslash must be followed by one of \" \\ / b f n r t u, found 'x'"),
    ("\"\\u12g4\"", "line 1, column 6: \\u must be followed by four hexadecimal digits, found 'g'"),
    (
      "\"\\ud83d\"",
      "line 1, column 2: a \\u escape is half of a surrogate pair and the other half is missing"
    ),
    ("[\"abc", "line 1, column 2: the string has no closing quote"),
    ("\u{FEFF}{}", "line 1, column 1: expected a value, found a byte order mark"),
  ])
  func message(text: String, message: String) {
    let error = #expect(throws: JSONError.self) { try JSON(parsing: text) }
    #expect(error?.description == message)
  }

  @Test func columnsCountBytes() throws {
    let error = #expect(throws: JSONError.self) { try JSON(parsing: "[\"天气\" x]") }
    #expect(error?.position == JSONPosition(line: 1, column: 11, offset: 10))
  }

  @Test func depthIsLimited() throws {
    let limits = JSONLimits(maxDepth: 3)
    #expect(try JSON(parsing: "[[[1]]]", limits: limits).count == 1)
    let error = #expect(throws: JSONError.self) { try JSON(parsing: "[[[{}]]]", limits: limits) }
    #expect(error?.description == "line 1, column 4: containers are nested more than 3 deep")
  }

  @Test func sizeIsLimited() throws {
    let limits = JSONLimits(maxBytes: 4)
    #expect(try JSON(parsing: "[12]", limits: limits).count == 1)
    let error = #expect(throws: JSONError.self) { try JSON(parsing: "[123]", limits: limits) }
    #expect(error?.description == "line 1, column 1: the text has 5 bytes; at most 4 are taken")
  }

  @Test func depthCostsNoStack() throws {
    let depth = 1_000_000
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let value = try JSON(parsing: text, limits: JSONLimits(maxDepth: depth))
    #expect(try value == JSON(parsing: text, limits: JSONLimits(maxDepth: depth)))
    #expect(value.firstDuplicateKey() == nil)
    #expect(JSON.build { $0.array { $0.value(value) } }.text == "[\(text)]")
  }
}
