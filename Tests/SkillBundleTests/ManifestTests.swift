import SkillBundle
import SkillJSON
import SkillSchema
import SkillSystem
import Testing

@Suite struct ManifestTests {
  @Test func everyField() throws {
    let text = Sample.installed()
    let manifest = try Sample.decode(text, .installed)
    #expect(manifest.bytes == Array(text.utf8))
    #expect(manifest.digest == SHA256Digest(of: Array(text.utf8)))
    #expect(manifest.identifier.text == "weather.daily_forecast")
    #expect(manifest.identifier.alias == "weather_daily_forecast")
    #expect(manifest.displayName == "Weather forecast")
    #expect(manifest.version.text == "1.0.0")
    #expect(manifest.publisher == "skillhost samples")
    #expect(
      manifest.description == "Daily forecast for a city.\nUse it for questions about the weather. Not for the past.")
    #expect(manifest.documentation == "Longer text.")
    #expect(manifest.examples == ["北京未来三天天气怎么样", "will it rain in Berlin on Saturday"])
    #expect(manifest.inputSchema["required"]?.text == "[\"city\"]")
    #expect(manifest.outputSchema?.text == "{\"type\": \"object\"}")
    #expect(try manifest.inputValidator.accepts(JSON(parsing: "{\"city\": \"Berlin\", \"days\": 3}")))
    #expect(try !manifest.inputValidator.accepts(JSON(parsing: "{\"days\": 3}")))
    #expect(try manifest.outputValidator?.accepts(JSON(parsing: "[]")) == false)
    let build = LibraryBuild(
      platform: .current, file: "libWeather.so", size: 7,
      sha256: try #require(SHA256Digest(hex: String(repeating: "a", count: 64))))
    #expect(manifest.library?.builds == [build])
    #expect(manifest.library?.build(for: .current) == build)
    #expect(manifest.library?.build(for: Platform(os: "linux", arch: "sparc")) == nil)
    #expect(manifest.permissions.network.map(\.text) == ["api.open-meteo.com:443"])
    let directory = DirectoryPermission(
      name: "forecasts", access: .write, defaultPath: "data/forecasts", purpose: "Saved forecasts")
    #expect(manifest.permissions.directories == [directory])
    #expect(manifest.permissions.environment == ["TZ"])
    #expect(
      manifest.limits == Limits(timeoutMilliseconds: 10_000, memoryMegabytes: 128, outputBytes: 1_048_576))
    #expect(
      manifest.annotations == Annotations(readOnly: true, destructive: false, idempotent: true, openWorld: true))
    #expect(manifest.result == [["city"], ["days"]])
    #expect(manifest.trustedComment == "skillhost weather.daily_forecast 1.0.0")
  }

  @Test func defaults() throws {
    let manifest = try Sample.decode(Sample.least)
    #expect(manifest.documentation == nil)
    #expect(manifest.examples == [])
    #expect(manifest.outputSchema == nil)
    #expect(manifest.library == nil)
    #expect(manifest.permissions == .none)
    #expect(manifest.limits == Limits(timeoutMilliseconds: 30_000, memoryMegabytes: 256, outputBytes: 16_777_216))
    #expect(manifest.annotations.readOnly == false)
    #expect(manifest.annotations.destructive == true)
    #expect(manifest.annotations.idempotent == false)
    #expect(manifest.annotations.openWorld == true)
    #expect(manifest.result == [])
  }

  @Test func readOnlyImpliesTheRest() throws {
    let text = Sample.replace(Sample.least, "\"publisher\"", "\"annotations\": {\"readOnly\": true}, \"publisher\"")
    let annotations = try Sample.decode(text).annotations
    #expect(annotations == Annotations(readOnly: true, destructive: false, idempotent: true, openWorld: true))
  }

  @Test func theRoleDecidesWhetherALibraryIsNeeded() throws {
    expectRefusal("manifest_missing_field", "line 1, column 1: the field library is missing") {
      try Sample.decode(Sample.authored, .installed)
    }
    #expect(try Sample.decode(Sample.installed(), .authored).library != nil)
  }

  @Test(arguments: [
    "manifestVersion", "identifier", "displayName", "version", "publisher", "description", "inputSchema",
  ])
  func missing(field: String) {
    // Hidden under a name of the author's own.
    let text = Sample.replace(Sample.least, "\"\(field)\"", "\"x-\(field)\"")
    expectRefusal("manifest_missing_field", "line 1, column 1: the field \(field) is missing") {
      try Sample.decode(text)
    }
  }

  /// What is put in place of what, and the refusal.
  static let refusals: [(String, String, String, String)] = [
    // Types and ranges.
    (
      "\"manifestVersion\": 1", "\"manifestVersion\": 2", "manifest_invalid_field",
      "line 2, column 22, /manifestVersion: must be 1, not 2"
    ),
    (
      "\"Weather forecast\"", "17", "manifest_invalid_field",
      "line 4, column 18, /displayName: must be a string, not 17"
    ),
    (
      "\"Weather forecast\"", "\" \"", "manifest_invalid_field", "line 4, column 18, /displayName: must not be blank"
    ),
    (
      "\"Weather forecast\"", "\"\"", "manifest_invalid_field",
      "line 4, column 18, /displayName: has 0 characters; from 1 to 80 are allowed"
    ),
    (
      "Longer text.", String(repeating: "长", count: 65_537), "manifest_invalid_field",
      "line 8, column 20, /documentation: has 65537 characters; from 0 to 65536 are allowed"
    ),
    (
      "will it rain in Berlin on Saturday", "a\\nb", "manifest_encoding",
      "line 9, column 53, /examples/1: the text holds the character \\u{A}, which is not allowed"
    ),
    (
      "[\"/city\", \"/days\"]", "[\"city\"]", "manifest_invalid_field",
      "line 25, column 14, /result/0: is not a JSON Pointer: a JSON pointer must be empty or begin with '/'"
    ),
    (
      "\"readOnly\": true", "\"readOnly\": \"true\"", "manifest_invalid_field",
      "line 24, column 31, /annotations/readOnly: must be true or false, not \"true\""
    ),
    (
      "\"destructive\": false", "\"destructive\": true", "manifest_invalid_field",
      "line 24, column 18, /annotations: a skill cannot be read-only and destructive"
    ),
    (
      "{\"anything\": [1]}", "{\"anything\": [1e400]}", "manifest_number_invalid",
      """
      line 26, column 27, /x-team/anything/0: the number "1e400" is too large for a 64-bit floating-point number
      """
    ),
    // Names.
    (
      "weather.daily_forecast", "Weather.daily", "identifier_invalid",
      "line 3, column 17, /identifier: \"Weather.daily\" is not a skill identifier: \"W\" is not allowed in it"
    ),
    (
      "\"1.0.0\"", "\"1.0\"", "version_invalid",
      "line 5, column 14, /version: \"1.0\" is not a semantic version"
    ),
    // Schemas.
    (
      "{\"type\": \"object\"}", "{\"type\": [\"object\"]}", "manifest_schema_invalid",
      "line 15, column 19, /outputSchema: must have \"type\": \"object\" at its root"
    ),
    (
      "{\"type\": \"object\"}", "true", "manifest_invalid_field",
      "line 15, column 19, /outputSchema: must be a JSON Schema object, not true"
    ),
    (
      "\"minimum\": 1", "\"minimum\": \"1\"", "manifest_schema_invalid",
      "line 12, column 87, /inputSchema/properties/days/minimum: minimum must be a number, not a string"
    ),
    (
      "{\"type\": \"string\"}", "{\"$ref\": \"https://example.org/city.json\"}", "manifest_schema_invalid",
      "line 12, column 37, /inputSchema/properties/city/$ref: \"https://example.org/city.json\" leads to "
        + "https://example.org/city.json, which is not in this document; a schema must hold everything it refers to"
    ),
    (
      "{\"type\": \"string\"}", "{\"type\": \"text\"}", "manifest_schema_invalid",
      "line 12, column 37, /inputSchema/properties/city/type: \"text\" is not a type; types are null, boolean, integer, "
        + "number, string, array and object"
    ),
    // Permissions.
    (
      "\"environment\": [\"TZ\"]", "\"environment\": [\"LD_PRELOAD\"]", "manifest_invalid_field",
      "line 21, column 21, /permissions/environment/0: variables that begin with LD_ are never passed to a skill"
    ),
    (
      "\"environment\": [\"TZ\"]", "\"environment\": [\"A=B\"]", "manifest_invalid_field",
      "line 21, column 21, /permissions/environment/0: must be the name of an environment variable, not \"A=B\""
    ),
    (
      "\"environment\": [\"TZ\"]", "\"environment\": [\"TZ\", \"TZ\"]", "manifest_invalid_field",
      "line 21, column 20, /permissions/environment: names \"TZ\" twice"
    ),
    (
      "\"access\": \"write\"", "\"access\": \"execute\"", "manifest_invalid_field",
      "line 19, column 39, /permissions/directories/0/access: must be \"read\" or \"write\", not \"execute\""
    ),
    (
      "\"name\": \"forecasts\"", "\"name\": \"../x\"", "manifest_invalid_field",
      "line 19, column 16, /permissions/directories/0/name: must be 1 to 64 of a-z, 0-9, _ and -, not \"../x\""
    ),
    (
      ", \"purpose\": \"Saved forecasts\"", "", "manifest_missing_field",
      "line 19, column 7, /permissions/directories/0: the field purpose is missing"
    ),
    // Own fields.
    (
      "\"x-team\"", "\"team\"", "manifest_unknown_field", "line 26, column 3, /team: there is no such field"
    ),
    (
      "\"x-team\"", "\"evil\\u001b[2J/~\"", "manifest_encoding",
      "line 26, column 3: a key holds the character \\u{1B}, which is not allowed"
    ),
    (
      "\"memoryMB\"", "\"memory\"", "manifest_unknown_field",
      "line 23, column 34, /limits/memory: there is no such field"
    ),
  ]

  @Test(arguments: refusals) func refuses(part: String, other: String, code: String, message: String) {
    expectRefusal(code, message) { try Sample.decode(Sample.replace(Sample.authored, part, other)) }
  }

  @Test func ownFieldsAreIgnoredAtEveryLevel() throws {
    var text = Sample.replace(Sample.installed(), "\"timeoutMs\"", "\"x-note\": [], \"timeoutMs\"")
    text = Sample.replace(text, "\"abi\"", "\"x-note\": null, \"abi\"")
    text = Sample.replace(text, "\"readOnly\"", "\"x-\": 1, \"readOnly\"")
    #expect(try Sample.decode(text, .installed).limits.timeoutMilliseconds == 10_000)
  }

  @Test(arguments: [
    "-1", "0", "600001", "1.5", "1e400", "9223372036854775808", "18446744073709551616", "-9223372036854775809",
    "100000000000000000000000000", "1e-400",
  ])
  func limitsOutOfRange(number: String) {
    // 1e400 is refused wherever it stands.
    let isInfinite = number == "1e400"
    expectRefusal(
      isInfinite ? "manifest_number_invalid" : "manifest_invalid_field",
      isInfinite
        ? "line 23, column 27, /limits/timeoutMs: the number \"1e400\" is too large for a 64-bit floating-point number"
        : "line 23, column 27, /limits/timeoutMs: must be a whole number from 1 to 600000, not \(number)"
    ) { try Sample.decode(Sample.replace(Sample.authored, "10000", number)) }
  }

  @Test func numbersByValue() throws {
    #expect(try Sample.decode(Sample.replace(Sample.authored, "10000", "1e4")).limits.timeoutMilliseconds == 10_000)
  }

  @Test func ceilings() {
    let limits = Limits(timeoutMilliseconds: 10, memoryMegabytes: 300, outputBytes: 5)
    let ceiling = Limits(timeoutMilliseconds: 20, memoryMegabytes: 200, outputBytes: 5)
    #expect(limits.capped(by: ceiling) == Limits(timeoutMilliseconds: 10, memoryMegabytes: 200, outputBytes: 5))
  }
}
