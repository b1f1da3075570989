import Glibc
import SkillBundle
import SkillLoader
import SkillRuntime
import SkillSystem
import TestSupport
import Testing

/// What a sandbox breaks in Swift libraries, silently or at random, and does not break here.
///
/// Each was seen to fail with its cure taken out of the runner: without its own `open` (Sources/CRunner/crunner.c),
/// 9 of 10 first calls of `concurrency` ended with SIGILL, and `UUID()` was 00000000-0000-4000-8000-000000000000 twice;
/// without the rule for /usr/share/zoneinfo (Confinement.swift), `date` ended with SIGILL.
@Suite struct IsolationSwiftTests {
  enum Flavour: String, CaseIterable, CustomTestStringConvertible {
    case foundation, essentials, bare
    var testDescription: String { rawValue }

    var library: Result<[UInt8], any Error> {
      switch self {
      case .foundation: Self.compiledFoundation
      case .essentials: Self.compiledEssentials
      case .bare: Self.compiledBare
      }
    }

    private static let compiledFoundation = Result { try Compiler.faultySwift("SwiftRuntime") }
    private static let compiledEssentials = Result { try Compiler.faultySwift("SwiftRuntime", ["-D", "ESSENTIALS"]) }
    private static let compiledBare = Result { try Compiler.faultySwift("SwiftRuntime", ["-D", "BARE"]) }
  }

  /// With the libraries to preload found the way the registry finds them.
  private func harness(
    _ flavour: Flavour, folder: String? = nil, megabytes: Int = 256, maxRunners: Int = 4
  ) throws -> SupervisorHarness {
    let bytes = try flavour.library.get()
    var rules = ConfinementRules()
    rules.memoryMegabytes = megabytes
    rules.preload = try ELFInspection(Compiler.seal(bytes), size: bytes.count).needed
    if let folder { rules.folders = [.init(path: folder, writable: true)] }
    return try SupervisorHarness(
      library: bytes, rules: rules, configuration: folder.map { #"{"directories":{"drafts":"\#($0)"}}"# } ?? "{}"
    ) { $0.maxRunners = maxRunners }
  }

  private func answer(_ flavour: Flavour, _ word: String, folder: String? = nil) throws -> String {
    let harness = try harness(flavour, folder: folder)
    return harness.run { await harness.call(#"{"do":"\#(word)"}"#) }.summary
  }

  @Test(arguments: Flavour.allCases)
  func concurrencyWorksTwoHundredTimesInWarmRunners(flavour: Flavour) throws {
    let harness = try harness(flavour)
    let summaries = harness.run {
      await withTaskGroup(of: String.self) { group in
        for _ in 0..<200 { group.addTask { await harness.call(#"{"do":"concurrency"}"#).summary } }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(summaries == Array(repeating: #""220 32""#, count: 200))
    #expect(harness.noticedCrashes == [])
  }

  @Test(arguments: [(Flavour.foundation, 200), (.essentials, 50), (.bare, 50)])
  func concurrencyWorksInEveryFreshRunner(flavour: Flavour, runners: Int) throws {
    var summaries: [String: Int] = [:]
    for _ in 0..<runners { summaries[try answer(flavour, "concurrency"), default: 0] += 1 }
    #expect(summaries == [#""220 32""#: runners])
  }

  /// Each second libdispatch looks at its threads again; a runner that idles between calls must live through that.
  @Test func concurrencyWorksAfterThreadsWereIdle() throws {
    let harness = try harness(.foundation, maxRunners: 1)
    let answers = harness.run {
      var answers: [RunnerAnswer] = []
      // The second is libdispatch's own, and what is tested: there is no event to wait for.
      for pause in [Duration.zero, .milliseconds(1200)] {
        try? await Task.sleep(for: pause)
        answers.append(await harness.call(#"{"do":"concurrency"}"#))
      }
      return answers
    }
    #expect(answers.map(\.summary) == [#""220 32""#, #""220 32""#])
    #expect(answers.map(\.startedRunner) == [true, false])
  }

  @Test(arguments: [Flavour.foundation, .essentials])
  func identifiersAreDistinct(flavour: Flavour) throws {
    let said = try answer(flavour, "uuid") + " " + answer(flavour, "uuid")
    let identifiers = said.split { $0 == " " || $0 == "\"" }
    #expect(identifiers.count == 4)
    #expect(Set(identifiers).count == 4, "\(said)")
    #expect(identifiers.allSatisfy { $0.count == 36 && !$0.hasPrefix("00000000") }, "\(said)")
  }

  @Test func datesHaveTheirZones() throws {
    #expect(try answer(.foundation, "date") == #""Sonntag 29. März 2026 03:00 MESZ""#)
    var target = [UInt8](repeating: 0, count: 256)
    let length = readlink("/etc/localtime", &target, target.count)
    let path = String(decoding: target.prefix(max(length, 0)), as: UTF8.self)
    // A machine without the link is in GMT.
    let zone = path.firstRange(of: "zoneinfo/").map { String(path[$0.upperBound...]) } ?? "GMT"
    #expect(try answer(.foundation, "zone") == #""\#(zone)""#)
  }

  /// Everything that a library may pull in late is there before the lock: preloading what it names suffices.
  @Test(arguments: [
    (Flavour.foundation, "number", "1.234.567,5"), (.foundation, "nsregex", "3"), (.foundation, "collate", "aäz"),
    (.foundation, "json", "Köln"), (.foundation, "iso", "2026-03-29T01:00:00Z"), (.foundation, "regex", "2026 03 29"),
    (.essentials, "json", "Köln"), (.essentials, "iso", "2026-03-29T01:00:00Z"), (.essentials, "regex", "2026 03 29"),
    (.bare, "regex", "2026 03 29"), (.bare, "unicode", "strasse É"),
    // And what must not work says so instead of hanging or crashing.
    (.foundation, "process", "refused"),
  ])
  func theRestOfTheRuntimeWorks(flavour: Flavour, word: String, said: String) throws {
    #expect(try answer(flavour, word) == "\"\(said)\"")
  }

  @Test func filesAreWrittenAndCopiedInAGrantedFolder() throws {
    let folder = Compiler.temporaryPath("drafts")
    try makeFolder(folder)
    defer { _ = try? run("/bin/rm", ["-rf", folder]) }
    #expect(try answer(.foundation, "copy", folder: folder) == #""text atomic one,three,two""#)
  }

  @Test(arguments: [(Flavour.foundation, "memory"), (.foundation, "one_allocation"), (.bare, "memory")])
  func tooMuchMemoryIsSaidToBeThat(flavour: Flavour, word: String) throws {
    let harness = try harness(flavour)
    let answers = harness.run {
      [await harness.call(#"{"do":"\#(word)"}"#), await harness.call(#"{"do":"regex"}"#)]
    }
    #expect(answers.map(\.summary) == ["memory_exceeded", #""2026 03 29""#])
    let refused = word == "memory" ? "16 MB" : "8192 MB"
    let start =
      "test.faulty 1.0.0 needed more memory than its limit of 256 MB allows (\(refused) more were refused) and ended its "
      + "process with SIGABRT during call "
    #expect(answers[0].error?.message.hasPrefix(start) == true, "\(answers[0].error?.message ?? "")")
  }

  /// The least that works, so that a manifest's author knows what `memoryMB` means.
  @Test(arguments: [(Flavour.foundation, 128), (.essentials, 96), (.bare, 64)])
  func fitsIntoLittleMemory(flavour: Flavour, megabytes: Int) throws {
    let harness = try harness(flavour, megabytes: megabytes)
    let answer = harness.run { await harness.call(#"{"do":"regex"}"#) }
    #expect(answer.summary == #""2026 03 29""#, "\(answer)")
  }
}
