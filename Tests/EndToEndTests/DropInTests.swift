import Glibc
import SkillJSON
import SkillSystem
import TestSupport
import Testing

/// The main road: two files are dropped into a folder, and what is in them can be used.
@Suite struct DropInTests {
  @Test func aSkillThatWasNotThereCanBeListedEnabledAndCalled() throws {
    let home = try PrivateHome()
    try home.makeKey()
    #expect(try home.succeed("list", "--json").json()["skills"]?.count == 0)

    try home.installFaulty("Misbehaving", identifier: "test.drop_in")
    let listed = try home.succeed("list", "--json").json()
    #expect(listed.at(["skills", "0", "identifier"])?.string == "test.drop_in")
    #expect(listed.at(["skills", "0", "state"])?.string == "disabled")

    let refused = try home.skillhost("call", "test.drop_in", "{}")
    #expect(refused.status == 4)
    #expect(
      refused.stderr
        == "error[not_enabled]: test.drop_in is not enabled; hint: skillhost enable test.drop_in\n")

    try home.succeed("enable", "test.drop_in")
    let called = try home.succeed("call", "test.drop_in", "{}", "--json").json()
    #expect(called["status"]?.string == "completed")
    #expect(called["output"]?.text == #"{"ok": true}"#)
    #expect(called.at(["metrics", "enforcement", "process"])?.string == "separate")

    try home.succeed("disable", "test.drop_in")
    #expect(try home.skillhost("call", "test.drop_in", "{}").status == 4)
  }

  @Test func argumentsComeAsTextFromStandardInputAndOneByOne() throws {
    let home = try PrivateHome()
    try home.makeKey()
    try home.installEcho()
    let wanted = #"{"text":"héllo","count":3,"deep":{"flag":true}}"#
    let ways = [
      try home.succeed("call", "test.echo", wanted, "--json"),
      try home.succeed("call", "test.echo", "-", "--json", stdin: wanted),
      try home.succeed(
        "call", "test.echo", "--arg", "text=héllo", "--arg", "count=3", "--arg", "deep.flag=true", "--json"),
    ]
    for way in ways { #expect(try way.json()["output"] == JSON(parsing: wanted)) }
    // Verbatim: not parsed and written again.
    let odd = #"{ "count" : 3.0e0, "text":"\u0041" }"#
    #expect(try home.succeed("call", "test.echo", odd, "--json").json()["output"]?.text == odd)
  }

  @Test func wrongArgumentsAreNamed() throws {
    let home = try PrivateHome()
    try home.makeKey()
    try home.installEcho()
    let result = try home.skillhost("call", "test.echo", #"{"count":"three"}"#, "--json")
    #expect(result.status == 1)
    let error = try result.json()["error"]
    #expect(error?["code"]?.string == "arguments_invalid")
    #expect(error?["kind"]?.string == "bad_arguments")
    #expect(error?.at(["detail", "violations", "0", "at"])?.string == "/count")

    let notJSON = try home.skillhost("call", "test.echo", #"{"count":"#)
    #expect(notJSON.status == 2)
    #expect(notJSON.stderr.contains("line 1, column 10"), "\(notJSON.stderr)")
  }

  @Test func eventsComeAsLinesAndEndOnce() throws {
    let home = try PrivateHome()
    try home.makeKey()
    try home.installFaulty("Misbehaving")
    try home.succeed("enable", "test.faulty")
    let lines = try home.succeed("call", "test.faulty", "{}", "--events").stdout.split(separator: "\n")
    let events = try lines.map { try JSON(parsing: String($0)) }
    #expect(
      events.compactMap { $0["event"]?.string }
        == ["skillMatched", "stepStarted", "toolCall", "stepFinished", "completed"])
    #expect(events.compactMap { $0["sequence"]?.int } == Array(1...5))
  }

  @Test func aDirectoryIsBoundByGrantAndNeedsConsent() throws {
    let home = try PrivateHome()
    try home.makeKey()
    try home.installFaulty(
      "Misbehaving",
      manifest: """
        "permissions": {"directories": [{"name": "notes", "access": "read", "purpose": "Reading your notes"}]},
        """)
    let refused = try home.skillhost("enable", "test.faulty")
    #expect(refused.status == 4)
    #expect(refused.stderr.hasPrefix("error[consent_required]: "), "\(refused.stderr)")
    #expect(refused.stderr.contains("Reading your notes"))
    try home.succeed("enable", "test.faulty", "--yes")

    #expect(try home.skillhost("grant", "test.faulty", "notes=\(home.root)/missing").status == 3)
    #expect(try home.skillhost("grant", "test.faulty", "letters=\(home.root)").status == 3)
    // The folder that holds the trust store is nobody's to give.
    let protected = try home.skillhost("grant", "test.faulty", "notes=\(home.root)")
    #expect(protected.status == 4)
    #expect(protected.stderr.hasPrefix("error[folder_protected]: "), "\(protected.stderr)")
    try makeFolder("\(home.root)/notes")
    try home.succeed("grant", "test.faulty", "notes=\(home.root)/notes")
    #expect(try home.succeed("info", "test.faulty").stdout.contains("notes is \(home.root)/notes"))
  }

  @Test func aSecondBundleWithTheSameIdentifierIsRefusedAndNamed() throws {
    let home = try PrivateHome()
    try home.makeKey()
    let library = "\(home.root)/lib.so"
    try AtomicFile.write(Compiler.faulty("Misbehaving"), to: library)
    try home.install(library, manifest: PrivateHome.manifest("test.twice"), name: "a")
    try home.install(library, manifest: PrivateHome.manifest("test.twice"), name: "b")
    let skills = try home.succeed("list", "--json").json()["skills"]
    #expect(skills?.count == 2)
    let rejected = skills?.elements.first { $0["state"]?.string == "rejected" }
    #expect(rejected?.at(["error", "code"])?.string == "identifier_duplicate")
    #expect(rejected?.at(["error", "message"])?.string?.contains("\(home.skills)/a/") == true)
  }

  @Test func anUnknownSkillIsNotFoundAndANearNameIsOffered() throws {
    let home = try PrivateHome()
    try home.makeKey()
    try home.installFaulty("Misbehaving", identifier: "test.weather")
    let result = try home.skillhost("call", "test.wether", "{}")
    #expect(result.status == 3)
    #expect(
      result.stderr
        == "error[skill_not_found]: there is no skill called test.wether; hint: did you mean test.weather?\n")
  }

  @Test func theHomesOwnKeyMayRebuildUnderAVersionButNotGoBack() throws {
    let home = try PrivateHome()
    let library = "\(home.root)/lib.so"
    try AtomicFile.write(Compiler.faulty("Misbehaving"), to: library)
    func install(_ version: String, _ description: String) throws -> String? {
      let manifest = PrivateHome.manifest("test.versions")
        .replacing("\"1.0.0\"", with: "\"\(version)\"").replacing("Does what", with: description)
      try AtomicFile.write(Array(manifest.utf8), to: "\(home.root)/own.json")
      try home.succeed("sign", "\(home.root)/own.json", "--library", library, "--into", "\(home.skills)/own")
      return try home.succeed("list", "--json").json().at(["skills", "0", "error", "code"])?.string
    }
    #expect(try install("1.1.0", "One") == nil)
    #expect(try install("1.1.0", "Two") == nil)
    #expect(try install("1.0.9", "Three") == "version_rollback")
  }

  @Test func anOlderVersionAndOtherBytesUnderTheSameVersionAreRefused() throws {
    let home = try PrivateHome()
    try home.makeKey()
    let library = "\(home.root)/lib.so"
    try AtomicFile.write(Compiler.faulty("Misbehaving"), to: library)
    func install(_ version: String, _ description: String) throws -> String? {
      let manifest = PrivateHome.manifest("test.versions")
        .replacing("\"1.0.0\"", with: "\"\(version)\"").replacing("Does what", with: description)
      try home.install(library, manifest: manifest, name: "v")
      return try home.succeed("list", "--json").json().at(["skills", "0", "error", "code"])?.string
    }
    #expect(try install("1.1.0", "One") == nil)
    #expect(try install("1.0.9", "Two") == "version_rollback")
    #expect(try install("1.1.0", "Three") == "version_rewritten")
    #expect(try install("1.2.0-rc.1", "Four") == nil)
  }
}

extension PrivateHome {
  /// Installs and enables a skill that gives its arguments back.
  func installEcho() throws {
    let source = "\(root)/echo.c"
    try AtomicFile.write(
      Array(
        """
        #include "skill.h"
        static skill_status invoke(void *self, const skill_call *call, skill_text input) {
          (void)self;
          skill_text mime = {0, 0};
          return call->host->emit(call, SKILL_CHANNEL_RESULT, mime, input);
        }
        static const skill_descriptor descriptor = {
            .size = sizeof(skill_descriptor), .max_parallel = 1, .invoke = invoke};
        const skill_descriptor *skill_entry_v1(uint32_t minor, skill_text identifier) {
          (void)minor;
          (void)identifier;
          return &descriptor;
        }
        """.utf8), to: source)
    let library = "\(root)/libEcho.so"
    try AtomicFile.write(try Compiler.library(source), to: library)
    let manifest = """
      {
        "manifestVersion": 1, "identifier": "test.echo", "displayName": "Echo", "version": "1.0.0",
        "publisher": "tests", "description": "Gives its arguments back.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "text": {"type": "string"}, "count": {"type": "integer"},
            "deep": {"type": "object", "properties": {"flag": {"type": "boolean"}}}
          },
          "required": ["count"]
        },
        "annotations": {"readOnly": true}
      }
      """
    try install(library, manifest: manifest, name: "echo")
    try succeed("enable", "test.echo")
  }
}
