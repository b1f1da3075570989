package import SkillBundle
import SkillJSON
package import SkillSystem
import Synchronization

/// The runtime as one value: registry, runners and pipeline, for the CLI, the daemon and tests.
package final class SkillHost: Sendable {
  package struct Settings: Sendable {
    package var runner: RunnerSettings
    /// No call is allowed more, whatever it or its manifest says.
    package var longestTimeout: Duration = .seconds(600)
    /// Bytes of output that a model is given at most; the rest is left out in the middle.
    package var modelTextLimit = 32 * 1024
    /// For all skills together to say whether they can serve a text.
    package var matchTimeout: Duration = .seconds(2)
    /// How many skills are asked; the likeliest by words.
    package var matchCandidates = 32

    package var configuration = HomeConfiguration()
    /// Run skills although a part of the sandbox is missing. Only when the operator asked for it by name.
    package var bestEffortSandbox = false

    package init(runner: RunnerSettings) {
      self.runner = runner
    }
  }

  package let home: Home
  package let settings: Settings
  package let registry: SkillRegistry
  package let log: SkillLog
  let supervisor: RunnerSupervisor
  private let inProcess: InProcessSkills
  let reactor: Reactor
  private let executionLog: ExecutionLog
  private let breakers = Lock<[SkillIdentifier: CircuitBreaker]>([:])
  private let crashNotes = CrashNotes()
  private let store: any SkillStateStore

  package init(
    reactor: Reactor, home: Home, settings: Settings, store: any SkillStateStore,
    services: HostServices = .none, discover: @escaping @Sendable () -> Scan
  ) {
    self.reactor = reactor
    self.home = home
    self.settings = settings
    self.store = store
    let registry = SkillRegistry(
      reactor: reactor, home: home, store: store, bestEffort: settings.bestEffortSandbox,
      configuration: settings.configuration, discover: discover)
    self.registry = registry
    let log = SkillLog(path: "\(home.logs)/skills.log")
    self.log = log
    inProcess = InProcessSkills(reactor: reactor, settings: settings.runner, log: log)
    executionLog = ExecutionLog(store, reactor: reactor, log: log)
    supervisor = RunnerSupervisor(reactor: reactor, settings: settings.runner, log: log, services: services) {
      [crashNotes] target, atLoad in
      crashNotes.add { await Self.noteCrash(registry, target, atLoad, log) }
    }
  }

  private static func noteCrash(_ registry: SkillRegistry, _ target: RunnerTarget, _ atLoad: Bool, _ log: SkillLog)
    async
  {
    do {
      try await registry.noteCrash(target.libraryDigest, label: target.label, atLoad: atLoad)
    } catch {
      // The crash itself is answered to its caller; that it could not be counted must at least be seen.
      var text = "a crash could not be noted: \(error)"
      text.withUTF8 { unsafe log.write(level: 3, source: target.label, pid: 0, UnsafeRawBufferPointer($0)) }
    }
  }

  /// Runs a skill where it belongs: in a runner, or inside the host.
  func execute(
    _ target: RunnerTarget, _ request: RunnerRequest, onEvent: @escaping @Sendable (RunnerEvent) -> Void
  ) async -> RunnerAnswer {
    target.runsInProcess
      ? await inProcess.call(target, request, onEvent: onEvent)
      : await supervisor.call(target, request, onEvent: onEvent)
  }

  /// Errors: `circuit_open`.
  func admit(_ identifier: SkillIdentifier) throws(SkillError) {
    let wait = breakers.withLock { $0[identifier]?.admit(at: .now) }
    guard let wait = wait ?? nil else { return }
    throw SkillError(
      .circuitOpen, "\(identifier) was not available several times in a row, and is left alone for now",
      hint: "try again in \(wait.components.seconds + 1) s")
  }

  /// What a call's end says about whether its skill is up.
  func note(_ identifier: SkillIdentifier, _ kind: SkillFailure.Kind?) {
    breakers.withLock { breakers in
      switch kind {
      case .unavailable, .timeout: breakers[identifier, default: CircuitBreaker()].failed(at: .now)
      // Nothing is known about the skill when nobody waited for its answer.
      case .cancelled: break
      default: if breakers[identifier] != nil { breakers[identifier] = nil }
      }
    }
  }

  /// Starts a call.
  package func run(_ intent: Intent, _ options: CallOptions = CallOptions()) -> SkillExecution {
    let id = Self.newCallID()
    let (stream, continuation) = AsyncStream.makeStream(of: SkillEvent.self)
    let recorder = EventRecorder(continuation)
    let task = Task(executorPreference: reactor) {
      let pipeline = CallPipeline(self, id: id, options: options, emit: recorder.emit)
      let (summary, result) = await pipeline.run(intent)
      if let summary {
        self.executionLog.add(
          ExecutionLog.Entry(id: id, summary: summary, outcome: Self.outcome(result), events: recorder.kept))
      }
      switch result {
      case .success(let value): recorder.emit(.completed(value))
      case .failure(let failure): recorder.emit(.failed(failure))
      }
      continuation.finish()
    }
    return SkillExecution(id: id, events: stream, task: task)
  }

  private static func outcome(_ result: Result<SkillResult, SkillFailure>) -> String {
    switch result {
    case .success: "completed"
    case .failure(let failure): failure.error.code.name
    }
  }

  /// The newest calls first, those included that just ended.
  package func executions(of identifier: SkillIdentifier?, limit: Int) throws(SkillError) -> [ExecutionRecord] {
    executionLog.flush()
    return try store.executions(of: identifier, limit: limit)
  }

  /// Ends all runners and writes what waits to be recorded; afterwards no process of a skill is left.
  package func shutdown() async {
    await supervisor.shutdown()
    await crashNotes.finish()
    executionLog.flush()
  }

  private static func newCallID() -> String {
    let words = [UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max)]
    return words.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
