import CSkillABI
import Glibc
import SkillBundle
import SkillJSON
import SkillLoader
import SkillRuntime
import SkillSystem
import TestSupport
import Testing

/// `skill.http/1` as a skill in its sandbox sees it.
@Suite struct RunnerServiceTests {
  private let server: TestServer

  init() throws { server = try TestServer() }

  @Test func aSkillFetchesThroughItsHost() throws {
    let harness = try ServiceHarness(server)
    let answers = harness.run {
      [
        await harness.fetch("/hello"), await harness.fetch("/big/5000000"),
        await harness.fetch("/echo", #","method":"PUT","header":"X-Key: 1","body":"some text""#),
      ]
    }
    #expect(answers[0].json["fetch"]?.int == 0)
    #expect(answers[0].json["http"]?.int == 200)
    #expect(answers[0].json["body"]?.string == "hello")
    #expect(answers[0].json["head"]?.string?.contains("x-test=a b;") == true)
    #expect(answers[1].json["bytes"]?.int == 5_000_000)
    #expect(answers[1].json["wrong"]?.int == 0)
    #expect(answers[2].json["body"]?.string?.hasPrefix("PUT /echo HTTP/1.1\r\n") == true)
    #expect(answers[2].json["body"]?.string?.hasSuffix("\r\n\r\nsome text") == true)
  }

  @Test func statusesAreThoseOfTheHeader() throws {
    let harness = try ServiceHarness(server)
    let cases: [(String, String, skill_status)] = [
      ("http://evil.example/", "", SKILL_NEEDS_PERMISSION), ("/short", "", SKILL_FAILED),
      ("/nothing", "", SKILL_UNAVAILABLE), ("ftp://x/", "", SKILL_BAD_INPUT),
      ("/hello", #","header":"Host: x""#, SKILL_BAD_INPUT),
      ("/hello", #","header":"X: a\r\nHost: x""#, SKILL_BAD_INPUT), ("/big/1000", #","max":999"#, SKILL_FAILED),
      // What a callback returns is what fetch returns.
      ("/stream", #","stop":5000"#, SKILL_BAD_INPUT), ("/hello", #","no_callbacks":1"#, SKILL_DONE),
    ]
    let paths = cases.map { ($0.0, $0.1) }
    let answers = harness.run {
      var answers: [RunnerAnswer] = []
      for (path, more) in paths { answers.append(await harness.fetch(path, more)) }
      return answers
    }
    for (index, answer) in answers.enumerated() {
      #expect(answer.json["fetch"]?.int == Int(cases[index].2), "\(cases[index].0) \(cases[index].1) \(answer)")
    }
    #expect(
      answers[0].json["message"]?.string == "evil.example:80 is not in the manifest's permissions.network")
    server.await("closed /stream")
  }

  @Test func whoIsNotOfferedAServiceDoesNotFindIt() throws {
    for (network, hasBroker) in [([], true), (["127.0.0.1:\(server.port)"], false)] as [([String], Bool)] {
      let harness = try ServiceHarness(server, network: network, hasBroker: hasBroker)
      let answer = harness.run { await harness.fetch("/hello") }
      #expect(answer.json["message"]?.string == "query answered null")
    }
    #expect(server.log == [])
  }

  @Test func matchingHasNoNetwork() throws {
    let harness = try ServiceHarness(server)
    let answer = harness.run { await harness.fetch("/hello", kind: .match) }
    #expect(answer.json["fetch"]?.int == Int(SKILL_UNSUPPORTED))
    #expect(answer.json["message"]?.string == "this call may not use this service")
    #expect(server.log == [])
  }

  // MARK: Who receives

  /// One call, four calls, and more than there are threads; each with threads of its own: whoever waits gets its answer,
  /// whether a serving thread is idle or not, and while calls come and go.
  @Test(arguments: [1, 2, 4, 12], [1, 3, 5])
  func manyCallsWithManyRequests(calls: Int, threads: Int) throws {
    let harness = try ServiceHarness(server)
    let answers = harness.run {
      await withTaskGroup(of: RunnerAnswer.self) { group in
        for index in 0..<calls {
          group.addTask(executorPreference: harness.reactor) {
            await harness.fetch("/big/\(300_000 + index)", #","threads":\#(threads)"#)
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    let good: [Int] = answers.compactMap { $0.json["ok"]?.int }
    #expect(good == [Int](repeating: threads, count: calls))
    let wrong: [Int] = answers.compactMap { $0.json["wrong"]?.int }
    #expect(wrong == [Int](repeating: 0, count: calls))
    let sizes: [Int] = answers.compactMap { $0.json["bytes"]?.int }
    #expect(sizes.sorted() == [Int](300_000..<300_000 + calls))
  }

  /// A call that comes while another waits is taken by an idle thread, not lost to the waiting one, over and over.
  @Test func callsThatComeWhileOthersWait() throws {
    let harness = try ServiceHarness(server)
    let good = harness.run {
      await withTaskGroup(of: Bool.self) { group in
        for index in 0..<200 {
          group.addTask(executorPreference: harness.reactor) {
            let isBad = index % 3 == 0
            let answer = await harness.fetch(isBad ? "ftp://x/" : "/hello")
            let expected = isBad ? Int(SKILL_BAD_INPUT) : Int(SKILL_DONE)
            return answer.json["fetch"]?.int == expected
          }
        }
        return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
    }
    #expect(good == 200)
  }

  @Test func moreThanEightRequestsOfOneCallAreRefused() throws {
    let harness = try ServiceHarness(server)
    let answer = harness.run { await harness.fetch("/big/3000000", #","threads":20,"slow":1"#) }
    let good = try #require(answer.json["ok"]?.int)
    #expect((8..<20).contains(good), "\(answer)")
  }

  @Test func aSkillThatReadsSlowlyGetsEverything() throws {
    let harness = try ServiceHarness(server)
    let answer = harness.run { await harness.fetch("/big/3000000", #","slow":1"#) }
    #expect(answer.json["bytes"]?.int == 3_000_000)
  }

  // MARK: Ends

  @Test func cancellingWhileABodyStreams() throws {
    let harness = try ServiceHarness(server)
    let (answer, next) = harness.run {
      let (started, continuation) = AsyncStream.makeStream(of: Void.self)
      let task = Task(executorPreference: harness.reactor) {
        await harness.fetch("/stream") { _ in continuation.yield() }
      }
      for await _ in started { break }
      task.cancel()
      return (await task.value, await harness.fetch("/hello"))
    }
    #expect(answer.errorCode == "cancelled")
    server.await("closed /stream")
    #expect(next.json["fetch"]?.int == 0)
    #expect(!next.startedRunner, "the skill listened and was not killed")
  }

  @Test(arguments: ["/stream", "/silent"])
  func aDeadlineInTheMiddle(path: String) throws {
    let harness = try ServiceHarness(server)
    let answers = harness.run {
      [
        await harness.fetch("/hello"), await harness.fetch(path, timeout: .milliseconds(300)),
        await harness.fetch("/hello"),
      ]
    }
    #expect(answers[1].errorCode == "timeout")
    server.await("closed \(path)")
    #expect(answers[2].json["fetch"]?.int == 0)
    #expect(!answers[2].startedRunner)
  }

  @Test func aRunnerThatIsKilledLeavesNoTransfer() throws {
    let harness = try ServiceHarness(server)
    let (answer, next) = harness.run {
      let (started, continuation) = AsyncStream.makeStream(of: Void.self)
      let task = Task(executorPreference: harness.reactor) {
        await harness.fetch("/stream") { _ in continuation.yield() }
      }
      for await _ in started { break }
      for process in await harness.supervisor.processes { kill(process, SIGKILL) }
      return (await task.value, await harness.fetch("/hello"))
    }
    #expect(answer.errorCode == "crashed")
    server.await("closed /stream")
    #expect(next.json["body"]?.string == "hello")
  }

  @Test(arguments: [
    "short", "operation", "inner", "huge", "twice", "taken", "flood",
  ])
  func forgedRequestsEndTheRunnerOnly(lie: String) throws {
    let program = Self.program(lie)
    try Compiler.program("\(Products.root)/Tests/FaultyPlugins/ForgedServices/forged_services.c", into: program)
    defer { unlink(program) }
    let harness = try ServiceHarness(server, runner: program)
    let answer = harness.run { await harness.fetch("/stream", timeout: .seconds(10)) }
    #expect(answer.errorCode == "protocol_violation", "\(answer)")
    // The host lives on.
    let other = try ServiceHarness(server)
    #expect(other.run { await other.fetch("/hello") }.json["fetch"]?.int == 0)
  }

  /// Frames about calls and requests that are not there are late, not forged.
  @Test func lateFramesAreIgnored() throws {
    let program = Self.program("late")
    try Compiler.program("\(Products.root)/Tests/FaultyPlugins/ForgedServices/forged_services.c", into: program)
    defer { unlink(program) }
    let harness = try ServiceHarness(server, runner: program)
    let answer = harness.run { await harness.fetch("/hello") }
    #expect(answer.json["forged"]?.bool == true, "\(answer)")
    #expect(server.log == [])
  }

  /// Where the lying runner goes: its name says what it lies about.
  private static func program(_ lie: String) -> String { "\(Compiler.temporaryPath("forged"))-\(lie)" }
}
