import SkillBundle
import SkillSystem
import Testing

/// Faults 10, 11, 12 and 14: texts that are refused before any field is looked at.
@Suite struct ManifestTextTests {
  func decode(_ bytes: [UInt8]) throws -> Manifest { try Manifest(decoding: bytes, role: .authored) }

  @Test func empty() {
    expectRefusal("manifest_empty", "the manifest is empty") { try decode([]) }
  }

  @Test func tooLarge() throws {
    let padding = String(repeating: " ", count: 256 * 1_024 - Sample.least.utf8.count)
    #expect(try Sample.decode(Sample.least + padding).identifier.text == "a.b")
    expectRefusal("manifest_too_large", "the manifest has 262145 bytes; at most 262144 are read") {
      try Sample.decode(Sample.least + padding + " ")
    }
  }

  @Test(arguments: [100_000, 33]) func nested(depth: Int) {
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    expectRefusal("manifest_too_deep", "line 1, column 33: containers are nested more than 32 deep") {
      try Sample.decode(text)
    }
  }

  @Test func nestedInsideAString() {
    // The brackets inside the string do not count.
    expectRefusal("manifest_malformed", "line 1, column 48: expected ',' or '}' after a value, found 'x'") {
      try Sample.decode("{\"a\": \"\\\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\" x")
    }
  }

  @Test(arguments: [
    ("{\"a\": 1, \"a\": 2}", "line 1, column 10, /a"),
    ("{\"a\": 1,\n \"\\u0061\": 2}", "line 2, column 2, /a"),
    ("{\"a\": {\"b/c\": [0, {\"d\": 1, \"d\": 1}]}}", "line 1, column 28, /a/b~1c/1/d"),
    ("{\"x-mine\": {\"k\": 1, \"k\": 1}}", "line 1, column 21, /x-mine/k"),
  ])
  func duplicateKeys(text: String, place: String) {
    expectRefusal("manifest_duplicate_key", "\(place): the key is there twice, and readers would disagree on it") {
      try Sample.decode(text)
    }
  }

  @Test func duplicateKeysInASchema() {
    let text = Sample.replace(Sample.authored, "\"minimum\": 1", "\"minimum\": 1, \"minimum\": 2")
    expectRefusal(
      "manifest_duplicate_key",
      "line 12, column 90, /inputSchema/properties/days/minimum: the key is there twice, and readers would disagree on it"
    ) { try Sample.decode(text) }
  }

  @Test(arguments: [
    (" ", "line 1, column 2: expected a value, found the end of the text"),
    ("{", "line 1, column 2: expected a key in double quotes or '}', found the end of the text"),
    ("{\"a\": 01}", "line 1, column 7: a number must not begin with a zero that is followed by a digit"),
    ("{\"a\": 1}\n{}", "line 2, column 1: expected nothing after the value, found '{'"),
    (
      "{\"a\": \"\\ud800\"}", "line 1, column 8: a \\u escape is half of a surrogate pair and the other half is missing"
    ),
  ])
  func notJSON(text: String, message: String) {
    expectRefusal("manifest_malformed", message) { try Sample.decode(text) }
  }

  @Test(
    arguments: [
      ([0xff], "the bytes are not valid UTF-8"),
      ([0xc0, 0x80], "the bytes are not valid UTF-8"),
      ([0xed, 0xa0, 0x80], "the bytes are not valid UTF-8"),
      ([0xe5, 0x8c], "the bytes are not valid UTF-8"),
      ([0x00], "the control character \\u{0} is not allowed"),
      ([0x1b], "the control character \\u{1B} is not allowed"),
    ] as [([UInt8], String)])
  func encoding(inserted: [UInt8], reason: String) {
    let parts = Sample.authored.split(separator: "Weather", omittingEmptySubsequences: false)
    let bytes = Array(parts[0].utf8) + inserted + Array("Weather".utf8) + Array(parts[1].utf8)
    expectRefusal("manifest_encoding", "line 4, column 19: \(reason)") { try decode(bytes) }
  }

  /// Characters that move a cursor, turn the writing direction, or show nothing.
  @Test(arguments: [
    "\\u0000", "\\u0007", "\\u001b[31m", "\\u007f", "\\u0085", "\\u00ad", "\\u061c", "\\u115f", "\\u180e", "\\u200b",
    "\\u200d", "\\u200f", "\\u2028", "\\u2029", "\\u202e", "\\u2060", "\\u2066", "\\u2800", "\\u3164", "\\ufe0f",
    "\\ufeff", "\\ufff9", "\\ue000", "\\udb40\\udc41", "\\n", "\\t",
  ])
  func forbiddenInNames(escape: String) throws {
    for field in ["Weather forecast", "skillhost samples", "Saved forecasts"] {
      let text = Sample.replace(Sample.authored, field, "a\(escape)b")
      let error = try #require(throws: SkillError.self) { try Sample.decode(text) }
      #expect(error.code.name == "manifest_encoding")
      #expect(error.message.hasSuffix(", which is not allowed"))
      #expect(error.message.unicodeScalars.allSatisfy { $0.isASCII })
    }
  }

  @Test(arguments: [
    "\\u0000", "\\u001b[31m", "\\r", "\\u061c", "\\u200b", "\\u202e", "\\u2067", "\\u2028", "\\ufeff", "\\ue000",
    "\\udb40\\udc41", "\\udb40\\udd00",
  ])
  func forbiddenInProse(escape: String) throws {
    for field in ["Longer text.", "Daily forecast for a city."] {
      let text = Sample.replace(Sample.authored, field, "a\(escape)b")
      let error = try #require(throws: SkillError.self) { try Sample.decode(text) }
      #expect(error.code.name == "manifest_encoding")
    }
  }

  @Test func allowedInProse() throws {
    let text = Sample.replace(
      Sample.authored, "Longer text.", "\\n\\tनमस्\\u200dते 👩\\u200d🌾 ☀\\ufe0f می\\u200cخواهم 天气")
    #expect(try Sample.decode(text).documentation == "\n\tनमस्\u{200d}ते 👩\u{200d}🌾 ☀\u{fe0f} می\u{200c}خواهم 天气")
  }

  @Test func allowedInNames() throws {
    let text = Sample.replace(Sample.authored, "Weather forecast", "Météo 天气 «Ä» – 🌦 / \\\"x\\\"")
    #expect(try Sample.decode(text).displayName == "Météo 天气 «Ä» – 🌦 / \"x\"")
  }

  @Test func textsOfSchemas() {
    let text = Sample.replace(
      Sample.authored, "{\"type\": \"string\"}", "{\"type\": \"string\", \"description\": \"a\\u202eb\"}")
    expectRefusal(
      "manifest_encoding",
      "line 12, column 62, /inputSchema/properties/city/description: the text holds the character \\u{202E}, which is "
        + "not allowed"
    ) { try Sample.decode(text) }
  }

  @Test func manyKeysAreNotQuadratic() throws {
    let members = (0..<20_000).map { "\"k\($0)\":1" }.joined(separator: ",")
    #expect(members.utf8.count < 250_000)
    let clock = ContinuousClock()
    let time = clock.measure {
      expectRefusal("manifest_unknown_field", "line 1, column 2, /k0: there is no such field") {
        try Sample.decode("{\(members)}")
      }
    }
    #expect(time < .seconds(5))
  }
}
