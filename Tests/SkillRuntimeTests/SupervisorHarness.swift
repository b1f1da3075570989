import CSkillABI
import Glibc
import SkillBundle
import SkillLoader
import SkillRuntime
import SkillSystem
import Synchronization
import TestSupport
import Testing

/// A supervisor on a reactor of its own, with one library.
final class SupervisorHarness: Sendable {
  let reactor: Reactor
  let supervisor: RunnerSupervisor
  let target: RunnerTarget
  let logPath = Compiler.temporaryPath("log")

  init(
    library bytes: [UInt8], runner: String = Products.runner,
    rules: ConfinementRules = ConfinementRules(), configuration: String = "{}",
    change: (inout RunnerSettings) -> Void = { _ in }
  ) throws {
    reactor = try Reactor()
    var settings = RunnerSettings(executable: runner)
    change(&settings)
    target = RunnerTarget(
      key: RunnerTarget.Key(
        identifier: "test.faulty", manifestDigest: SHA256Digest(of: bytes).bytes,
        configuration: Array(configuration.utf8)),
      label: "test.faulty 1.0.0", libraryDigest: SHA256Digest(of: bytes),
      library: SealedLibrary(try Compiler.seal(bytes)), rules: rules)
    let noted = CrashList()
    supervisor = RunnerSupervisor(reactor: reactor, settings: settings, log: SkillLog(path: logPath)) { _, atLoad in
      noted.add(atLoad)
    }
    noticed = noted
  }

  deinit { unlink(logPath) }

  private let noticed: CrashList
  /// Crashes that the supervisor reported, true for those at load.
  var noticedCrashes: [Bool] { noticed.all }

  /// Runs `body` on the reactor, then ends everything and expects that nothing is left.
  func run<Result: Sendable>(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable () async -> Result
  ) -> Result {
    let result = reactor.run { [self] in
      let result = await body()
      await supervisor.shutdown()
      return result
    }
    #expect(livingRunners == [], "runners are left", sourceLocation: sourceLocation)
    return result
  }

  /// The processes of this supervisor that are alive.
  var livingRunners: [Int32] {
    reactor.run { [supervisor] in await supervisor.processes }
  }

  func call(
    _ input: String, kind: RunnerRequest.Kind = .invoke, timeout: Duration = .seconds(20), outputLimit: Int = 16 << 20,
    onEvent: @escaping @Sendable (RunnerEvent) -> Void = { _ in }
  ) async -> RunnerAnswer {
    await supervisor.call(
      target,
      RunnerRequest(
        kind, facts: [("call_id", "test")], input: Array(input.utf8), deadline: MonotonicTime.now.advanced(by: timeout),
        outputLimit: outputLimit), onEvent: onEvent)
  }

  var log: String {
    (try? AtomicFile.read(logPath, limit: 1 << 26)).flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

private final class CrashList: Sendable {
  private let list = Mutex<[Bool]>([])
  var all: [Bool] { list.withLock { $0 } }
  func add(_ atLoad: Bool) { list.withLock { $0.append(atLoad) } }
}

extension RunnerAnswer {
  /// The result's text, or the error's code.
  var summary: String {
    switch outcome {
    case .success(let outcome):
      outcome.status == SKILL_DONE
        ? String(decoding: outcome.result ?? [], as: UTF8.self) : "status \(outcome.status)"
    case .failure(let error): error.code.name
    }
  }

  var error: SkillError? { if case .failure(let error) = outcome { error } else { nil } }
}
