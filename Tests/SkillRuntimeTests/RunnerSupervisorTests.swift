import CSkillABI
import Glibc
import SkillJSON
import SkillLoader
import SkillRuntime
import SkillSystem
import Synchronization
import TestSupport
import Testing

/// What a broken skill does to its caller, and that it does nothing to the next one.
@Suite struct RunnerSupervisorTests {
  static let misbehaving = Result { try Compiler.faulty("Misbehaving") }

  private func harness(change: (inout RunnerSettings) -> Void = { _ in }) throws -> SupervisorHarness {
    try SupervisorHarness(library: Self.misbehaving.get(), change: change)
  }

  @Test func aCallGivesItsResult() throws {
    let harness = try harness()
    let answers = harness.run { [await harness.call("{}"), await harness.call("{}")] }
    #expect(answers.map(\.summary) == [#"{"ok": true}"#, #"{"ok": true}"#])
    #expect(answers.map(\.startedRunner) == [true, false])
    let enforcement = try JSON(parsing: answers[0].enforcement ?? "")
    #expect(enforcement["process"]?.string == "separate")
    #expect(enforcement["selfTest"]?.string == "passed")
    #expect(harness.noticedCrashes == [])
  }

  @Test(arguments: [
    ("segv", "SIGSEGV"), ("abort", "SIGABRT"), ("exit", "exit status 0"),
  ])
  func aCrashIsAnErrorAndTheNextCallWorks(word: String, how: String) throws {
    let harness = try harness()
    let answers = harness.run {
      [await harness.call("{}"), await harness.call(#"{"do": "\#(word)"}"#), await harness.call("{}")]
    }
    #expect(answers.map(\.summary) == [#"{"ok": true}"#, "crashed", #"{"ok": true}"#])
    let message = answers[1].error?.message ?? ""
    #expect(message.hasPrefix("test.faulty 1.0.0 ended its process with \(how) during call "))
    #expect(answers[2].startedRunner)
    #expect(harness.noticedCrashes == [false])
  }

  @Test func aLoopThatIgnoresEverythingIsKilledAtItsDeadline() throws {
    let harness = try harness()
    let (answer, next, took) = harness.run {
      let start = MonotonicTime.now
      let answer = await harness.call(#"{"do": "loop"}"#, timeout: .milliseconds(50))
      let took = MonotonicTime.now.since(start)
      return (answer, await harness.call("{}"), took)
    }
    #expect(answer.error?.code == .timeout)
    #expect(answer.error?.message == "test.faulty 1.0.0 did not finish before its deadline")
    #expect(took >= .milliseconds(150), "deadline and grace")
    #expect(next.summary == #"{"ok": true}"#)
    // Being killed for a deadline is no crash of the library.
    #expect(harness.noticedCrashes == [])
  }

  @Test func aSkillThatListensIsNotKilled() throws {
    let harness = try harness()
    let answers = harness.run {
      [await harness.call(#"{"do": "wait"}"#, timeout: .milliseconds(50)), await harness.call("{}")]
    }
    #expect(answers.map(\.summary) == ["timeout", #"{"ok": true}"#])
    #expect(!answers[1].startedRunner, "the process lives on")
  }

  @Test func cancellingTheTaskStopsTheSkill() throws {
    let harness = try harness()
    let answer = harness.run {
      let (started, continuation) = AsyncStream.makeStream(of: Void.self)
      let task = Task(executorPreference: harness.reactor) {
        await harness.call(#"{"do": "wait"}"#) { _ in continuation.yield() }
      }
      // The skill reports progress once it is inside.
      for await _ in started { break }
      task.cancel()
      return await task.value
    }
    #expect(answer.error == SkillError(.cancelled, "test.faulty 1.0.0 was cancelled"))
  }

  @Test func aCallThatWaitsForARunnerCanBeCancelledAndTimesOut() throws {
    let harness = try harness { $0.maxRunners = 1 }
    let (waiting, late, first) = harness.run {
      let (started, continuation) = AsyncStream.makeStream(of: Void.self)
      let first = Task(executorPreference: harness.reactor) {
        await harness.call(#"{"do": "wait"}"#) { _ in continuation.yield() }
      }
      for await _ in started { break }
      let waiting = Task(executorPreference: harness.reactor) { await harness.call("{}") }
      await Task.yield()
      waiting.cancel()
      let late = await harness.call("{}", timeout: .milliseconds(10))
      let cancelled = await waiting.value
      first.cancel()
      return (cancelled, late, await first.value)
    }
    #expect(waiting.error?.message == "test.faulty 1.0.0 was cancelled while it waited for a free runner")
    #expect(
      late.error?.message == "test.faulty 1.0.0 did not finish before its deadline while it waited for a free runner")
    #expect(first.error?.code == .cancelled)
  }

  @Test func whatASkillPrintsGoesToTheLogAndNowhereElse() throws {
    let harness = try harness()
    let answer = harness.run { await harness.call(#"{"do": "print"}"#) }
    #expect(answer.summary == #"{"ok": true}"#)
    #expect(harness.log.contains("info test.faulty 1.0.0 ["))
    #expect(harness.log.contains(#"printed to stdout {"not": "protocol"}"#))
    #expect(harness.log.contains("printed to stderr \\u{1b}[31m"))
  }

  @Test func aFloodOfPrintingHurtsNobody() throws {
    let harness = try harness()
    let answer = harness.run { await harness.call(#"{"do": "flood_print"}"#) }
    #expect(answer.summary == #"{"ok": true}"#)
    #expect(harness.log.utf8.count <= 8 << 20)
  }

  @Test func aLargeInputArrivesWhole() throws {
    let harness = try SupervisorHarness(library: Compiler.faulty("Misbehaving"))
    let spaces = String(repeating: " ", count: 1 << 20)
    #expect(harness.run { await harness.call("{}" + spaces).summary } == #"{"ok": true}"#)
  }

  @Test func aLargeResultArrivesWhole() throws {
    let harness = try harness()
    let answer = harness.run { await harness.call(#"{"do": "big"}"#) }
    guard case .success(let outcome) = answer.outcome, let result = outcome.result else {
      Issue.record("\(answer.summary)")
      return
    }
    #expect(result.count == 10 << 20)
    #expect(result.dropFirst().dropLast().allSatisfy { $0 == UInt8(ascii: "a") })
  }

  @Test(arguments: ["too_big", "flood"])
  func moreOutputThanAllowedEndsTheCall(word: String) throws {
    let harness = try harness()
    let answers = harness.run { [await harness.call(#"{"do": "\#(word)"}"#), await harness.call("{}")] }
    #expect(answers.map(\.summary) == ["output_too_large", #"{"ok": true}"#])
  }

  @Test func badPointersAndDeadHandlesAreHarmless() throws {
    let harness = try harness()
    let answers = harness.run {
      var answers: [RunnerAnswer] = []
      for word in ["bad_pointers", "dead_handle", "dead_handle", "late_thread", "two_results"] {
        answers.append(await harness.call(#"{"do": "\#(word)"}"#))
      }
      return answers
    }
    #expect(answers.map(\.summary) == Array(repeating: #"{"ok": true}"#, count: 5))
    #expect(harness.noticedCrashes == [])
  }

  @Test func aFailureKeepsItsWords() throws {
    let harness = try harness()
    let answer = harness.run { await harness.call(#"{"do": "own_failure"}"#) }
    guard case .success(let outcome) = answer.outcome else {
      Issue.record("\(answer.summary)")
      return
    }
    #expect(outcome.status == SKILL_BAD_INPUT)
    #expect(String(decoding: outcome.code, as: UTF8.self) == "city_unknown")
    #expect(String(decoding: outcome.message, as: UTF8.self) == "there is no city called Atlantis")
    #expect(String(decoding: outcome.detail, as: UTF8.self) == #"{"near": ["Athens"]}"#)
  }

  @Test(arguments: [
    ("ConstructorExits", "load_failed", "test.faulty 1.0.0 ended its process with exit status 0 while it was loaded"),
    ("ConstructorCrashes", "load_failed", "test.faulty 1.0.0 ended its process with SIGABRT while it was loaded"),
    ("NoEntry", "entry_missing", "test.faulty 1.0.0: the library does not export skill_entry_v1"),
    ("NotMine", "skill_not_in_library", "test.faulty 1.0.0: the library says that it does not hold test.faulty"),
    ("NoInvoke", "descriptor_invalid", "test.faulty 1.0.0: the skill's descriptor has no invoke function"),
    (
      "ShortDescriptor", "descriptor_invalid",
      "test.faulty 1.0.0: the skill's descriptor says that it has 8 bytes, at least 32 are needed"
    ),
    ("CreateFails", "create_failed", "test.faulty 1.0.0: the skill could not be created: status 6"),
  ])
  func aLibraryThatCannotBeLoadedSaysWhy(kind: String, code: String, message: String) throws {
    let harness = try SupervisorHarness(library: Compiler.faulty(kind))
    // Two calls at once: both are answered, none hangs.
    let answers = harness.run {
      async let one = harness.call("{}")
      async let two = harness.call("{}")
      return await [one, two]
    }
    #expect(answers.map(\.summary) == [code, code])
    #expect(answers[0].error?.message == message)
    #expect(harness.noticedCrashes.allSatisfy { $0 })
    #expect(!harness.noticedCrashes.isEmpty)
  }

  @Test func aLibraryThatDoesNotFinishLoadingIsKilled() throws {
    let path = Compiler.temporaryPath("c")
    defer { unlink(path) }
    let source = "__attribute__((constructor)) static void hang(void) { for (;;) continue; }\n"
    try AtomicFile.write(Array(source.utf8), to: path)
    let harness = try SupervisorHarness(library: Compiler.library(path)) { $0.loadTimeout = .milliseconds(100) }
    let answer = harness.run { await harness.call("{}") }
    #expect(answer.error?.code == .loadTimeout)
  }

  @Test func bytesThatAreNoLibraryAreAnError() throws {
    let harness = try SupervisorHarness(library: Array("not a library".utf8))
    let answer = harness.run { await harness.call("{}") }
    #expect(answer.error?.code == .init("library_not_loadable", .refused))
  }

  @Test func severalCallsRunInsideOneProcessWhenTheSkillAllowsIt() throws {
    let harness = try SupervisorHarness(library: Compiler.faulty("Parallel")) { $0.maxRunners = 1 }
    let results = harness.run {
      await withTaskGroup(of: String.self) { group in
        for _ in 0..<8 { group.addTask { await harness.call("{}").summary } }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(results.count == 8)
    #expect(results.allSatisfy { $0.hasPrefix(#"{"most": "#) }, "\(results)")
    #expect(results.contains { $0.hasPrefix(#"{"most": 4,"#) }, "\(results)")
    #expect(!results.contains { $0.hasPrefix(#"{"most": 5,"#) })
  }

  @Test func cancellingOneOfSeveralInsideLeavesTheOthers() throws {
    let harness = try SupervisorHarness(library: Compiler.faulty("Parallel")) { $0.maxRunners = 1 }
    let summaries = harness.run {
      async let stuck = harness.call(#"{"do": "wait"}"#, timeout: .milliseconds(40))
      async let one = harness.call("{}")
      async let two = harness.call("{}")
      return await [stuck.summary, String(one.summary.prefix(8)), String(two.summary.prefix(8))]
    }
    #expect(summaries == ["timeout", #"{"most":"#, #"{"most":"#])
  }

  @Test func manyCallsAtOnceAreAllAnswered() throws {
    let harness = try harness()
    let summaries = harness.run {
      await withTaskGroup(of: String.self) { group in
        for _ in 0..<200 { group.addTask { await harness.call("{}").summary } }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(summaries == Array(repeating: #"{"ok": true}"#, count: 200))
  }

  @Test func moreCallsThanMayWaitAreRefused() throws {
    let harness = try harness {
      $0.maxRunners = 1
      $0.maxWaiting = 2
    }
    let summaries = harness.run {
      let tasks = (0..<4).map { _ in
        Task(executorPreference: harness.reactor) { await harness.call("{}").summary }
      }
      var summaries: [String] = []
      for task in tasks { summaries.append(await task.value) }
      return summaries
    }
    #expect(summaries.filter { $0 == "busy" }.count == 2)
    #expect(summaries.filter { $0 == #"{"ok": true}"# }.count == 2)
  }

  @Test func nothingIsLeftOpenAfterManyCrashes() throws {
    let harness = try harness()
    let (before, after) = harness.run {
      _ = await harness.call("{}")
      let before = SupervisorHarness.descriptors(named: "socket:") + SupervisorHarness.descriptors(named: "pidfd")
      for _ in 0..<10 { _ = await harness.call(#"{"do": "abort"}"#) }
      _ = await harness.call("{}")
      return (before, SupervisorHarness.descriptors(named: "socket:") + SupervisorHarness.descriptors(named: "pidfd"))
    }
    // Other tests run beside this one in the same process, so only a growth by the number of crashes is a leak.
    #expect(after < before + 10)
  }
}

/// A runner that lies: the host ends it, answers the call, and goes on.
@Suite struct ForgedRunnerTests {
  /// Compiled in place, once a lie. A copy written by this process could be "busy": while another test starts a child,
  /// that child holds the file open for writing until it has become its own program.
  private func makeProgram(_ path: String) throws {
    try Compiler.program("\(Products.root)/Tests/FaultyPlugins/ForgedRunner/forged_runner.c", into: path)
  }

  @Test(arguments: [
    ("othercall", "it sent a malformed finished frame"),
    ("length", "a frame's length was not the one stated"),
    ("kind", "a frame header was malformed"),
    ("short", "a frame header was malformed"),
    ("inner", "it sent a malformed text frame"),
    ("descriptors", "a message was too long or carried more than one descriptor"),
    ("unsealed", "a large payload was not in a sealed memfd of the size stated"),
    ("huge", "a frame header was malformed"),
    ("hostframe", "it sent a malformed match frame"),
    ("readyagain", "it sent a malformed ready frame"),
    ("confinedagain", "it sent a malformed confined frame"),
    ("mixed", "the pieces of two payloads were mixed"),
    ("emptypiece", "a payload in pieces was empty or too large"),
    ("pieces", "a payload in pieces was empty or too large"),
    ("nothing", "it closed its socket and did not end"),
    ("closes", "it closed its socket and did not end"),
  ])
  func isEndedAndTheCallAnswered(lie: String, what: String) throws {
    let path = "/tmp/skillhost-\(getpid())-\(UInt32.random(in: 0...UInt32.max))-forged-\(lie)"
    try makeProgram(path)
    defer { unlink(path) }
    let harness = try SupervisorHarness(library: [1], runner: path)
    let answer = harness.run { await harness.call("{}") }
    #expect(
      answer.error == SkillError(.protocolViolation, "the runner of test.faulty 1.0.0 was stopped: \(what)"))
  }

  /// A capacity of 100,000; ready without having been confined.
  @Test(arguments: ["capacity", "unconfined"])
  func cannotPromiseAnything(lie: String) throws {
    let path = "/tmp/skillhost-\(getpid())-\(UInt32.random(in: 0...UInt32.max))-forged-\(lie)"
    try makeProgram(path)
    defer { unlink(path) }
    let harness = try SupervisorHarness(library: [1], runner: path)
    let answer = harness.run { await harness.call("{}") }
    #expect(
      answer.error
        == SkillError(
          .protocolViolation,
          "the runner of test.faulty 1.0.0 was stopped while it loaded: it sent a malformed ready frame"))
  }
}

extension SupervisorHarness {
  /// How many descriptors of this process are of a kind.
  static func descriptors(named name: String) -> Int {
    (0..<4096).count { number in
      var target = [UInt8](repeating: 0, count: 256)
      let length = readlink("/proc/self/fd/\(number)", &target, target.count)
      return String(decoding: target.prefix(max(length, 0)), as: UTF8.self).contains(name)
    }
  }
}
