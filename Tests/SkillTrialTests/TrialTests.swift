import SkillBundle
import SkillSystem
import SkillTrial
import TestSupport
import Testing

/// Each of the skills in Tests/FaultyPlugins/Careless breaks one rule, and only its finding is there.
@Suite struct TrialTests {
  private func examine(
    _ name: String, manifest more: String = "", library kind: String = "Careless",
    input: String = #"{"type":"object","properties":{"do":{"type":"string"}},"additionalProperties":false}"#
  ) async throws -> TrialReport {
    let manifest = """
      {"manifestVersion": 1, "identifier": "test.\(name)", "displayName": "Test", "version": "1.0.0", "publisher": "tests",
       "description": "Does what a test asks for. Not for people.", "inputSchema": \(input),
       "outputSchema": {"type": "object", "properties": {"ok": {"type": "boolean"}}}, \(more)
       "limits": {"timeoutMs": 3000}}
      """
    let bytes = try Compiler.faulty(kind)
    var settings = Trial.Settings(runner: "\(Products.folder)/skillhost-runner")
    settings.inputs = 30
    settings.callTime = .seconds(4)
    return try await Trial(
      Manifest(decoding: Array(manifest.utf8), role: .authored),
      LibraryFile(name: "libTest.so", bytes: bytes), settings
    ).run()
  }

  /// The lines that are not ok, as `level check: message`.
  private func complaints(_ report: TrialReport) -> [String] {
    report.findings.filter { $0.level != .ok }.map { "\($0.level.rawValue) \($0.check): \($0.message)" }
  }

  @Test func aSkillThatDoesAsItShouldPasses() async throws {
    let report = try await examine("good", manifest: #""annotations": {"readOnly": true},"#)
    #expect(complaints(report) == [])
    #expect(!report.hasFailed)
    let checks = ["load", "calls", "promises", "cancel", "leaks", "damaged", "process", "prints", "refused"]
    #expect(Set(report.findings.map(\.check)).isSuperset(of: checks))
  }

  @Test func whatBelongsToTheWholeProcess() async throws {
    let complaints = try await complaints(examine("globals"))
    #expect(
      complaints == [
        "warn process: changed: SIGUSR1 has a handler by a call",
        "warn process: changed: SIGTERM is ignored by a call",
        "warn process: changed: environment variable CARELESS by a call",
        complaints.last ?? "",
      ])
    // None of it is possible in the sandbox, and all was tried once a call.
    #expect(complaints.last?.contains("open /usr/lib/locale/") == true, "\(complaints)")
    #expect(complaints.last?.contains(", chdir /tmp (") == true, "\(complaints)")
    #expect(complaints.last?.contains("umask (") == true, "\(complaints)")
  }

  @Test func memoryThatIsNotFreed() async throws {
    let complaints = try await complaints(examine("memory_leak"))
    #expect(complaints.count == 1 && complaints[0].hasPrefix("warn leaks: memory in use grew from "), "\(complaints)")
    #expect(complaints.first?.contains(", about 8") == true, "\(complaints)")
  }

  @Test func descriptorsAndThreadsThatAreLeft() async throws {
    let complaints = try await complaints(examine("descriptor_leak"))
    #expect(complaints.contains { $0.hasPrefix("warn leaks: open files grew from ") }, "\(complaints)")
    #expect(complaints.contains { $0.hasPrefix("warn leaks: threads grew from ") }, "\(complaints)")
  }

  @Test func printing() async throws {
    let complaints = try await complaints(examine("prints"))
    #expect(complaints.count == 1 && complaints[0].hasPrefix("warn prints: "), "\(complaints)")
    #expect(complaints.first?.contains("the first: a line that nobody reads | ") == true, "\(complaints)")
  }

  @Test func whatIsTriedInVain() async throws {
    let complaints = try await complaints(examine("trespasser"))
    #expect(complaints.count == 1 && complaints[0].hasPrefix("warn refused: tried: socket ("), "\(complaints)")
    #expect(complaints.first?.contains("open /etc/passwd (") == true, "\(complaints)")
  }

  @Test func anEmptyText() async throws {
    let report = try await examine("empty_text")
    #expect(report.hasFailed)
    #expect(
      complaints(report).contains {
        $0.hasPrefix("fail calls: crashed: test.empty_text 1.0.0 ended its process with SIGABRT")
          && $0.hasSuffix(#"with: {"do":""}"#)
      }, "\(complaints(report))")
  }

  @Test func inputThatIsCutOff() async throws {
    let report = try await examine("cut_off")
    let complaints = complaints(report)
    #expect(
      complaints.contains { $0.hasPrefix("fail damaged: crashed: ") && $0.contains("nothing: ") }, "\(complaints)")
    #expect(!complaints.contains { $0.hasPrefix("fail calls") })
  }

  @Test func failuresWithoutAWordAndResultsThatDoNotFit() async throws {
    let silent = try await complaints(examine("silent"))
    #expect(silent.contains { $0.hasPrefix("fail calls: a failure without a message (") }, "\(silent)")
    let schema = #"{"type":"object","properties":{"b":{"type":"boolean"}},"required":["b"]}"#
    let bad = try await complaints(examine("bad_result", input: schema))
    #expect(bad.contains { $0.hasPrefix("fail calls: the result does not fit outputSchema: ") }, "\(bad)")
    #expect(bad.contains { $0.hasPrefix("fail calls: the result is not JSON: line 1, column ") }, "\(bad)")
  }

  @Test func promisesThatAreNotKept() async throws {
    let changing = try await complaints(examine("changing", manifest: #""annotations": {"idempotent": true},"#))
    #expect(changing.count == 1, "\(changing)")
    #expect(changing.first?.hasPrefix("warn promises: idempotent is promised, but the same call") == true)
    let slot = #""permissions": {"directories": [{"name": "notes", "access": "write", "purpose": "Notes."}]},"#
    let writes = try await examine("writes", manifest: #"\#(slot) "annotations": {"readOnly": true},"#)
    #expect(
      complaints(writes) == [
        "fail promises: readOnly is promised, but its folders were changed: notes/written.txt"
      ])
    #expect(try await complaints(examine("writes", manifest: slot)) == [])
  }

  @Test func cancellationThatIsNotHeard() async throws {
    let report = try await examine("deaf", input: #"{"type":"object","maxProperties":0}"#)
    #expect(report.hasFailed)
    let complaints = complaints(report)
    #expect(complaints.contains { $0.hasPrefix("fail cancel: it had to be killed: 1000 ms after") }, "\(complaints)")
  }

  @Test func cancellationThatIsHeardLate() async throws {
    let complaints = try await complaints(examine("slow_to_stop", input: #"{"type":"object","maxProperties":0}"#))
    #expect(complaints.contains { $0.hasPrefix("warn cancel: it returned 3") }, "\(complaints)")
  }

  @Test func phrases() async throws {
    let examples = #""examples": ["do it"],"#
    let greedy = try await complaints(examine("greedy_match", manifest: examples))
    #expect(greedy.contains(#"fail match: the example "do it" is answered with nothing"#), "\(greedy)")
    #expect(
      greedy.contains(#"fail match: "lorem ipsum dolor sit amet" is answered with a confidence of 0.9"#), "\(greedy)")
    let wrong = try await complaints(examine("wrong_match", manifest: examples))
    #expect(
      wrong.count == 1
        && wrong[0].hasPrefix(#"fail match: the arguments for "do it" do not fit inputSchema: "#), "\(wrong)")
    let none = try await complaints(examine("good", manifest: examples))
    #expect(none == ["warn match: the manifest has examples, but the skill has no match"])
  }

  @Test func aDescriptorThatContradictsItself() async throws {
    #expect(
      try await complaints(examine("odd_flags")) == [
        "warn load: the descriptor has unknown flags: 1073741824",
        "warn load: the flag QUIESCE_MATTERS is set, but there is no quiesce",
        "warn load: the flag MATCH_IS_PURE is set, but there is no match",
      ])
  }

  @Test(arguments: [
    ("NotMine", "skill_not_in_library"), ("NoInvoke", "descriptor_invalid"), ("CreateFails", "create_failed"),
    ("ConstructorCrashes", "load_failed"),
  ])
  func librariesThatDoNotLoad(kind: String, code: String) async throws {
    let report = try await examine("faulty", library: kind)
    #expect(report.hasFailed)
    #expect(report.findings.first?.check == "load" && report.findings.first?.level == .fail)
    #expect(report.findings.first?.message.hasPrefix("\(code): ") == true, "\(report.findings)")
  }

  @Test func aSkillThatCrashesOnRequestIsNotAsked() async throws {
    // Whatever is generated, nobody says "segv" to it.
    #expect(try await !examine("faulty", library: "Misbehaving").hasFailed)
  }
}
