import Glibc
import SkillJSON
import SkillSystem
import TestSupport
import Testing

/// A broken skill ends its own call with an error, and nothing else: the next call works, and nothing is left behind.
@Suite struct BrokenSkillTests {
  private func home() throws -> PrivateHome {
    let home = try PrivateHome()
    try home.makeKey()
    try home.installFaulty("Misbehaving")
    try home.succeed("enable", "test.faulty")
    return home
  }

  /// Calls, expects an error code and exit status, then calls again.
  private func expect(
    _ home: PrivateHome, _ word: String, _ code: String, exit: Int32, _ more: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let tool = try RunningTool.start(
      Products.skillhost, ["call", "test.faulty", #"{"do": "\#(word)"}"#, "--json"] + more,
      environment: home.environment)
    let pid = tool.process.pid
    let result = tool.wait(sourceLocation: sourceLocation)
    #expect(result.status == exit, "\(result.stdout)\(result.stderr)", sourceLocation: sourceLocation)
    #expect(
      try result.json().at(["error", "code"])?.string == code, "\(result.stdout)", sourceLocation: sourceLocation)
    #expect(PrivateHome.runners(of: pid) == [], sourceLocation: sourceLocation)
    let next = try home.skillhost("call", "test.faulty", "{}", "--json")
    #expect(try next.json()["output"]?.text == #"{"ok": true}"#, "\(next.stderr)", sourceLocation: sourceLocation)
  }

  @Test(arguments: ["segv", "abort", "exit"])
  func crashes(word: String) throws {
    try expect(home(), word, "crashed", exit: 1)
  }

  @Test func anEndlessLoopThatIgnoresSignals() throws {
    try expect(home(), "loop", "timeout", exit: 5, "--timeout", "200ms")
  }

  @Test func outputThatIsNotWhatWasPromised() throws {
    let home = try home()
    try expect(home, "not_json", "output_malformed", exit: 1)
    try expect(home, "wrong_type", "output_invalid", exit: 1)
    try expect(home, "too_big", "output_too_large", exit: 1)
    try expect(home, "flood", "output_too_large", exit: 1)
  }

  @Test func failuresInTheSkillsOwnWordsAndWithoutAny() throws {
    let home = try home()
    try expect(home, "own_failure", "city_unknown", exit: 1)
    try expect(home, "silent_failure", "unavailable", exit: 6)
    try expect(home, "unknown_status", "skill_failed", exit: 1)
    let silent = try home.skillhost("call", "test.faulty", #"{"do": "silent_failure"}"#)
    #expect(silent.stderr == "error[unavailable]: test.faulty 1.0.0 is not available now and did not say why\n")
    let own = try home.skillhost("call", "test.faulty", #"{"do": "own_failure"}"#)
    #expect(own.stderr == "error[city_unknown]: there is no city called Atlantis\n")
  }

  @Test func printingNeverReachesTheResult() throws {
    let home = try home()
    let result = try home.succeed("call", "test.faulty", #"{"do": "print"}"#, "--json")
    #expect(try result.json()["output"]?.text == #"{"ok": true}"#)
    #expect(result.stderr == "")
    let log = try AtomicFile.read("\(home.home)/state/logs/skills.log", limit: 1 << 20) ?? []
    #expect(String(decoding: log, as: UTF8.self).contains("printed to stderr \\u{1b}[31m"))
  }

  @Test func aResultOfTenMegabytesArrivesWhole() throws {
    let home = try PrivateHome()
    try home.makeKey()
    let library = "\(home.root)/lib.so"
    try AtomicFile.write(Compiler.faulty("Misbehaving"), to: library)
    let manifest = PrivateHome.manifest("test.big").replacing(
      #""outputSchema": {"type": "object", "properties": {"ok": {"type": "boolean"}}},"#, with: "")
    try home.install(library, manifest: manifest, name: "big")
    try home.succeed("enable", "test.big")
    let output = try home.succeed("call", "test.big", #"{"do": "big"}"#, "--json").json()["output"]
    #expect(output?.bytes.count == 10 << 20)
  }

  @Test func interruptingTheCommandStopsTheSkill() throws {
    let home = try home()
    let tool = try home.start("call", "test.faulty", #"{"do": "wait"}"#, "--events")
    let pid = tool.process.pid
    // The skill reports progress once it is inside.
    tool.awaitOutput("waiting to be cancelled")
    #expect(PrivateHome.runners(of: pid).count == 1)
    tool.signal(SIGINT)
    let result = tool.wait()
    #expect(result.status == 5, "\(result.stderr)")
    #expect(result.stdout.contains(#""code":"cancelled""#))
    #expect(PrivateHome.runners(of: pid) == [])
  }

  @Test func killingTheCommandLeavesNoRunner() throws {
    let home = try home()
    let tool = try home.start("call", "test.faulty", #"{"do": "loop"}"#, "--events")
    tool.awaitOutput("looping for ever")
    let runners = PrivateHome.runners(of: tool.process.pid)
    // Watched by a pidfd, so that the test does not mistake another process for it.
    let watch = try PidWatch(#require(runners.first))
    tool.process.kill()
    _ = tool.wait()
    let ended = watch.endsWithin(milliseconds: 5000)
    #expect(ended, "the runner outlived its host")
  }

  @Test func twoHundredCallsAtOnceAreAllAnswered() throws {
    let home = try home()
    var tools: [StartedTool] = []
    for _ in 0..<200 { tools.append(StartedTool(try home.start("call", "test.faulty", "{}", "--json"))) }
    var good = 0
    for tool in tools {
      let result = tool.wait()
      if try result.json()["output"]?.text == #"{"ok": true}"# { good += 1 } else { Issue.record("\(result)") }
    }
    #expect(good == 200)
    let next = try home.succeed("call", "test.faulty", "{}", "--json")
    #expect(try next.json()["status"]?.string == "completed")
  }

  @Test func aLibraryThatKeepsCrashingIsShutAwayUntilSomebodyLiftsIt() throws {
    let home = try home()
    for _ in 0..<3 { #expect(try home.skillhost("call", "test.faulty", #"{"do": "segv"}"#).status == 1) }
    let refused = try home.skillhost("call", "test.faulty", "{}")
    #expect(refused.status == 4)
    #expect(refused.stderr.hasPrefix("error[quarantined]: "), "\(refused.stderr)")
    #expect(try home.succeed("list", "--json").json().at(["skills", "0", "state"])?.string == "quarantined")
    try home.succeed("enable", "test.faulty", "--clear-quarantine")
    try home.succeed("call", "test.faulty", "{}")
  }

  @Test(arguments: [
    ("ConstructorExits", "load_failed"), ("ConstructorCrashes", "load_failed"), ("NoInvoke", "descriptor_invalid"),
    ("NotMine", "skill_not_in_library"), ("CreateFails", "create_failed"),
  ])
  func aLibraryThatCannotBeLoaded(kind: String, code: String) throws {
    let home = try PrivateHome()
    try home.makeKey()
    try home.installFaulty(kind)
    try home.succeed("enable", "test.faulty")
    let result = try home.skillhost("call", "test.faulty", "{}", "--json")
    #expect(try result.json().at(["error", "code"])?.string == code)
  }
}

/// A started program in an array.
final class StartedTool {
  private var tool: RunningTool?
  init(_ tool: consuming RunningTool) { self.tool = consume tool }
  func wait() -> ToolResult {
    guard let tool = tool.take() else { preconditionFailure("waited twice") }
    return tool.wait()
  }
}
