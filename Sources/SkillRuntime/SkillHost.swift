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
  let reactor: Reactor
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
      reactor: reactor, home: home, store: store, bestEffort: settings.bestEffortSandbox, discover: discover)
    self.registry = registry
    let log = SkillLog(path: "\(home.logs)/skills.log")
    self.log = log
    supervisor = RunnerSupervisor(reactor: reactor, settings: settings.runner, log: log, services: services) {
      target, atLoad in
      Task { await Self.noteCrash(registry, target, atLoad, log) }
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

  /// Starts a call.
  package func run(_ intent: Intent, _ options: CallOptions = CallOptions()) -> SkillExecution {
    let id = Self.newCallID()
    let (stream, continuation) = AsyncStream.makeStream(of: SkillEvent.self)
    let recorder = EventRecorder(continuation)
    let task = Task(executorPreference: reactor) {
      let pipeline = CallPipeline(self, id: id, options: options, emit: recorder.emit)
      let (summary, result) = await pipeline.run(intent)
      // Recorded before it is answered, so that whoever saw the answer finds the record.
      if let summary { self.record(id, summary, result, recorder) }
      switch result {
      case .success(let value): recorder.emit(.completed(value))
      case .failure(let failure): recorder.emit(.failed(failure))
      }
      continuation.finish()
    }
    return SkillExecution(id: id, events: stream, task: task)
  }

  private func record(
    _ id: String, _ summary: CallSummary, _ result: Result<SkillResult, SkillFailure>, _ recorder: EventRecorder
  ) {
    let outcome =
      switch result {
      case .success: "completed"
      case .failure(let failure): failure.error.code.name
      }
    do throws(SkillError) {
      try store.add(
        ExecutionRecord(
          id: id, identifier: summary.identifier, version: summary.version, startedAt: summary.startedAt,
          durationMicroseconds: summary.metrics.duration.wholeMicroseconds, outcome: outcome,
          argumentDigest: SHA256Digest(of: summary.input), inputBytes: summary.input.count,
          outputBytes: summary.metrics.outputBytes, events: recorder.lines))
    } catch {
      // A plain call's record may be lost, its answer may not.
      var text = "the record of call \(id) could not be written: \(error)"
      text.withUTF8 { unsafe log.write(level: 2, source: "skillhost", pid: 0, UnsafeRawBufferPointer($0)) }
    }
  }

  /// The newest calls first.
  package func executions(of identifier: SkillIdentifier?, limit: Int) throws(SkillError) -> [ExecutionRecord] {
    try store.executions(of: identifier, limit: limit)
  }

  /// Ends all runners; afterwards no process of a skill is left.
  package func shutdown() async {
    await supervisor.shutdown()
  }

  private static func newCallID() -> String {
    let words = [UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max)]
    return words.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

/// Numbers events, passes them on, and keeps a short form for the record.
final class EventRecorder: Sendable {
  private struct State {
    var next = 1
    var lines = ""
    var lastProgress: Int?
  }

  private static let limit = 64 * 1024
  private let state = Lock(State())
  private let continuation: AsyncStream<SkillEvent>.Continuation

  init(_ continuation: AsyncStream<SkillEvent>.Continuation) {
    self.continuation = continuation
  }

  var lines: String { state.withLock { $0.lines } }

  @Sendable func emit(_ kind: SkillEvent.Kind) {
    // Numbered and passed on under one lock: numbers must come in order.
    state.withLock { state in
      let event = SkillEvent(sequence: state.next, time: WallClock.milliseconds, kind: kind)
      state.next += 1
      if !event.isLast, state.lines.utf8.count < Self.limit {
        state.lines += event.json(brief: true).text + "\n"
      }
      continuation.yield(event)
    }
  }
}
