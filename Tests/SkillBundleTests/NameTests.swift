import SkillBundle
import SkillSystem
import Testing

@Suite struct SkillIdentifierTests {
  @Test(arguments: ["a.b", "weather.daily_forecast", "0.1", "a-b.c_d.e", "a.\(String(repeating: "b", count: 62))"])
  func accepts(text: String) throws {
    #expect(try SkillIdentifier(text).text == text)
  }

  @Test(arguments: [
    ("", "it is empty"),
    ("weather", "it has no dot"),
    ("a.\(String(repeating: "b", count: 63))", "it has 65 bytes; at most 64 are allowed"),
    (".a", "a part between its dots is empty"),
    ("a.", "a part between its dots is empty"),
    ("a..b", "a part between its dots is empty"),
    ("-a.b", "the part \"-a\" does not begin with a letter or a digit"),
    ("a._b", "the part \"_b\" does not begin with a letter or a digit"),
    ("A.b", "\"A\" is not allowed in it"),
    ("a/b.c", "\"/\" is not allowed in it"),
    ("a.b\n", "\"\\u{A}\" is not allowed in it"),
    ("a.b\u{301}", "\"\u{301}\" is not allowed in it"),
    ("а.b", "\"а\" is not allowed in it"),
  ])
  func refuses(text: String, reason: String) {
    expectRefusal("identifier_invalid", "\(Quoted.text(text)) is not a skill identifier: \(reason)") {
      try SkillIdentifier(text)
    }
  }

  @Test func order() throws {
    let sorted = try ["b.a", "a.b", "a.a", "a-b.c"].map { try SkillIdentifier($0) }.sorted().map(\.text)
    #expect(sorted == ["a-b.c", "a.a", "a.b", "b.a"])
  }
}

@Suite struct SemanticVersionTests {
  /// The order that semver.org gives as an example, and numbers that text would order otherwise.
  static let ascending = [
    "0.0.0", "0.0.1", "0.9.0", "0.10.0", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta",
    "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.0.0+a", "1.0.0+b", "1.0.1", "2.0.0",
    "2.0.0+build.1", "9.0.0-9999999999999999999999", "9.0.0-10000000000000000000000", "18446744073709551615.0.0",
  ]

  @Test func precedence() throws {
    let versions = try Self.ascending.map { try SemanticVersion($0) }
    for (index, left) in versions.enumerated() {
      for (other, right) in versions.enumerated() {
        #expect((left < right) == (index < other), "\(left) < \(right)")
        #expect((left == right) == (index == other))
      }
    }
  }

  @Test func buildMetadataHaveNoPrecedence() throws {
    #expect(try SemanticVersion("1.0.0+a").precedence(comparedTo: SemanticVersion("1.0.0+b")) == 0)
  }

  @Test(arguments: [
    "", "1", "1.0", "1.0.0.0", "01.0.0", "1.00.0", "1.0.0-", "1.0.0-a..b", "1.0.0-01", "1.0.0+", "1.0.0+a+b", "v1.0.0",
    "1.0.0 ", "-1.0.0", "+1.0.0", "1.0.0-ä", "18446744073709551616.0.0", "1.0.0-\(String(repeating: "a", count: 60))",
    "1.\u{301}0.0", "１.0.0",
  ])
  func refuses(text: String) {
    expectRefusal("version_invalid", "\(Quoted.text(text)) is not a semantic version") { try SemanticVersion(text) }
  }

  @Test func parts() throws {
    let version = try SemanticVersion("1.2.3-rc.4+linux-x86")
    #expect((version.major, version.minor, version.patch) == (1, 2, 3))
    #expect(version.prerelease == ["rc", "4"])
    #expect(version.isPrerelease)
    #expect(version.build == "linux-x86")
  }
}

@Suite struct IdentifierPatternTests {
  @Test(arguments: [
    ("*", "a.b", true), ("weather.*", "weather.daily", true), ("weather.*", "weather.daily.hourly", true),
    ("weather.*", "weatherman.x", false), ("weather.*", "other.weather.x", false), ("a.b", "a.b", true),
    ("a.b", "a.bc", false), ("a.b.*", "a.b.c", true), ("a.b.*", "a.b", false),
  ])
  func matches(pattern: String, identifier: String, expected: Bool) throws {
    #expect(try IdentifierPattern(pattern).matches(SkillIdentifier(identifier)) == expected)
  }

  @Test(arguments: ["", "**", "*.weather", "weather*", ".*", "weather", "a.*.b", "A.*", "a.b.**", "a..*"])
  func refuses(text: String) {
    expectRefusal("pattern_invalid", "\(Quoted.text(text)) does not say which skills a key may sign") {
      try IdentifierPattern(text)
    }
  }
}

@Suite struct QuotedTests {
  @Test(arguments: [
    ("plain", "\"plain\""), ("天气", "\"天气\""), ("a\"b\\", "\"a\\\"b\\\\\""), ("\u{1b}[2J", "\"\\u{1B}[2J\""),
    ("\u{202e}", "\"\\u{202E}\""), (String(repeating: "a", count: 80), "\"\(String(repeating: "a", count: 80))\""),
    (String(repeating: "a", count: 81), "\"\(String(repeating: "a", count: 80))…\""),
  ])
  func text(text: String, quoted: String) {
    #expect(Quoted.text(text) == quoted)
  }
}
