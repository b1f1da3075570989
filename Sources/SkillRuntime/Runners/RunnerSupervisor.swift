import Glibc
import SkillLoader
package import SkillSystem

/// Starts, feeds, stops and buries runners.
///
/// The problem: a skill may hang, crash, lie or flood at any moment, and every call must still end in exactly one
/// answer, on time, with nothing left behind. The choice: one actor on the reactor's thread owns all runners. A call is
/// answered in one place (``answer(_:_:)``); a runner is buried in one place (``bury(_:)``), only after the kernel
/// said that its process has ended. Stopping is: tell the skill, wait the grace, SIGKILL, reap, then answer.
package actor RunnerSupervisor {
  package nonisolated let reactor: Reactor
  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }

  let settings: RunnerSettings
  let log: SkillLog
  let services: HostServices
  /// Told of every end that was the skill's own doing.
  let onCrash: @Sendable (RunnerTarget, _ atLoad: Bool) -> Void

  var pools: [RunnerTarget.Key: RunnerPool] = [:]
  var runners: [UInt64: RunnerProcess] = [:]
  var calls: [UInt64: PendingCall] = [:]
  private var nextID: UInt64 = 1
  private var closing = false
  private var whenEmpty: [CheckedContinuation<Void, Never>] = []
  /// Received frames go through here; the executor is one thread, so one buffer serves all runners.
  let buffer: ReceiveBuffer

  package init(
    reactor: Reactor, settings: RunnerSettings, log: SkillLog, services: HostServices = .none,
    onCrash: @escaping @Sendable (RunnerTarget, _ atLoad: Bool) -> Void = { _, _ in }
  ) {
    self.reactor = reactor
    self.settings = settings
    self.log = log
    self.services = services
    self.onCrash = onCrash
    buffer = ReceiveBuffer()
  }

  // MARK: Calls

  /// Runs one call and waits for its end. Cancelling the task stops the skill.
  package func call(
    _ target: RunnerTarget, _ request: RunnerRequest, onEvent: @escaping @Sendable (RunnerEvent) -> Void
  ) async -> RunnerAnswer {
    let id = takeID()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        submit(
          PendingCall(id: id, target: target, request: request, onEvent: onEvent, continuation: continuation))
      }
    } onCancel: {
      reactor.post { self.assumeIsolated { $0.stop(id, .cancelled) } }
    }
  }

  func takeID() -> UInt64 {
    defer { nextID += 1 }
    return nextID
  }

  private func submit(_ call: PendingCall) {
    let pool = pools[call.target.key] ?? RunnerPool(call.target)
    guard !closing, pool.waiting.count < settings.maxWaiting else {
      answer(
        call,
        .failure(
          SkillError(.busy, "\(call.target.label) has \(pool.waiting.count) calls waiting", hint: "try again later")))
      return
    }
    pools[call.target.key] = pool
    calls[call.id] = call
    pool.waiting.append(call)
    let id = call.id
    call.deadlineTimer = reactor.schedule(at: call.request.deadline) {
      self.assumeIsolated { $0.stop(id, .timeout) }
    }
    pump(pool)
  }

  /// Gives waiting calls to runners with room, and starts runners for what is left.
  func pump(_ pool: RunnerPool) {
    while let call = pool.waiting.first, let runner = pool.best {
      pool.waiting.removeFirst()
      give(call, to: runner)
    }
    while pool.waiting.count > pool.starting, pool.runners.count < settings.maxRunners, !closing {
      guard mayStart(pool), startRunner(for: pool) else { break }
    }
    if pool.runners.isEmpty, pool.waiting.isEmpty { pools[pool.target.key] = nil }
  }

  /// Whether a runner may be started now. If not, something will call ``pump(_:)`` again when it may.
  private func mayStart(_ pool: RunnerPool) -> Bool {
    if let time = pool.startNotBefore {
      guard time > MonotonicTime.now else {
        pool.startNotBefore = nil
        return true
      }
      let key = pool.target.key
      _ = reactor.schedule(at: time) {
        self.assumeIsolated { supervisor in supervisor.pools[key].map(supervisor.pump) }
      }
      return false
    }
    guard runners.count >= settings.maxRunnersInAll else { return true }
    // The longest idle makes room; when its process has ended, whoever waits is served. Without one, a runner of this
    // or another skill will end or be free sooner or later.
    if let idle = runners.values.filter(\.isIdle).min(by: { ($0.idleSince ?? .now) < ($1.idleSince ?? .now) }) {
      end(idle)
    }
    return false
  }

  private func give(_ call: PendingCall, to runner: RunnerProcess) {
    if let timer = runner.idleTimer { reactor.cancel(timer) }
    runner.idleTimer = nil
    runner.idleSince = nil
    call.runner = runner
    call.sentAt = .now
    call.startedRunner = runner.served == 0
    runner.served += 1
    runner.calls[call.id] = call
    let payload = CallRequestView.encode(
      deadline: call.request.deadline.nanoseconds, facts: call.request.facts, input: call.request.input)
    send(call.request.kind == .invoke ? .invoke : .match, call: call.id, payload, to: runner)
  }

  /// Answers a call, once, and forgets it.
  func answer(_ call: PendingCall, _ outcome: Result<CallOutcome, SkillError>) {
    guard let continuation = call.continuation else { return }
    call.continuation = nil
    endRequests(of: call)
    if let timer = call.deadlineTimer { reactor.cancel(timer) }
    calls[call.id] = nil
    call.runner?.calls[call.id] = nil
    continuation.resume(
      returning: RunnerAnswer(
        outcome: outcome, duration: call.sentAt.map { MonotonicTime.now.since($0) } ?? .zero,
        startedRunner: call.startedRunner, enforcement: call.runner?.enforcement))
  }

  // MARK: Stopping

  /// Ends a call that runs or waits: tells the skill, and kills its runner when it does not return within the grace.
  func stop(_ id: UInt64, _ reason: PendingCall.StopReason) {
    guard let call = calls[id], call.stopReason == nil else { return }
    call.stopReason = reason
    call.stoppedAt = .now
    endRequests(of: call)
    guard let runner = call.runner else {
      _ = pools[call.target.key]?.takeWaiting(id)
      answer(call, .failure(stopError(call, reason, "while it waited for a free runner")))
      return
    }
    send(.cancel, call: id, [], to: runner)
    let runnerID = runner.id
    guard runner.killTimer == nil else { return }
    runner.killTimer = reactor.schedule(at: MonotonicTime.now.advanced(by: settings.grace)) {
      self.assumeIsolated { $0.graceIsOver(runnerID) }
    }
  }

  private func graceIsOver(_ id: UInt64) {
    guard let runner = runners[id] else { return }
    runner.killTimer = nil
    // The stopped call may have returned, and another may have taken its place and have been stopped later.
    guard let stopped = runner.calls.values.compactMap(\.stoppedAt).min() else { return }
    let end = stopped.advanced(by: settings.grace)
    guard end <= .now else {
      runner.killTimer = reactor.schedule(at: end) { self.assumeIsolated { $0.graceIsOver(id) } }
      return
    }
    runner.endIsWanted = true
    kill(runner)
  }

  func kill(_ runner: RunnerProcess) {
    runner.phase = .ending
    runner.process.kill()
  }

  func stopError(_ call: PendingCall, _ reason: PendingCall.StopReason, _ circumstance: String? = nil) -> SkillError {
    let place = circumstance.map { " \($0)" } ?? ""
    switch reason {
    case .timeout:
      return SkillError(
        .timeout, "\(call.target.label) did not finish before its deadline\(place)", hint: "allow more with --timeout")
    case .cancelled:
      return SkillError(.cancelled, "\(call.target.label) was cancelled\(place)")
    case .outputTooLarge:
      return SkillError(
        .outputTooLarge, "\(call.target.label) gave out more than its limit of \(call.request.outputLimit) bytes",
        hint: "ask for less, or raise limits.outputBytes in its manifest")
    case .tooManyEvents:
      return SkillError(.protocolViolation, "\(call.target.label) sent more than \(settings.maxEvents) events")
    }
  }

  // MARK: Starting and burying

  private func startRunner(for pool: RunnerPool) -> Bool {
    let id = takeID()
    do throws(SkillError) {
      let runner = try RunnerProcess.start(
        id: id, target: pool.target, settings: settings, configuration: pool.target.key.configuration,
        services: services.offered(to: pool.target))
      runners[id] = runner
      pool.runners.append(runner)
      try watch(runner)
      runner.loadTimer = reactor.schedule(at: MonotonicTime.now.advanced(by: settings.loadTimeout)) {
        self.assumeIsolated { $0.loadingTookTooLong(id) }
      }
      return true
    } catch {
      if let runner = runners[id] {
        runner.loadError = error
        kill(runner)
      } else if pool.runners.isEmpty {
        failWaiting(pool, error)
      }
      return false
    }
  }

  private func watch(_ runner: RunnerProcess) throws(SkillError) {
    let id = runner.id
    let pidfd = runner.process.pidfd.number
    runner.watches.append(
      (try reactor.watch(pidfd, .readable) { _ in self.assumeIsolated { $0.processEnded(id) } }, pidfd))
    let output = runner.output.number
    runner.watches.append(
      (try reactor.watch(output, .readable) { _ in self.assumeIsolated { $0.outputIsReadable(id) } }, output))
    let socket = runner.channel.socket.number
    runner.watches.append(
      (
        try reactor.watch(socket, .readable) { events in self.assumeIsolated { $0.socketIsReady(id, events) } }, socket
      ))
  }

  private func loadingTookTooLong(_ id: UInt64) {
    guard let runner = runners[id], runner.phase == .starting else { return }
    runner.loadError = SkillError(
      .loadTimeout, "\(runner.target.label) did not load within \(settings.loadTimeout)",
      hint: "a constructor of the library or its create function hangs")
    kill(runner)
  }

  private func processEnded(_ id: UInt64) {
    guard let runner = runners[id] else { return }
    // What it said before it ended still counts.
    socketIsReady(id, .readable, limit: .max)
    guard let exit = runner.process.reapIfEnded() else { return }
    bury(runner, exit)
  }

  private func bury(_ runner: RunnerProcess, _ exit: ChildProcess.Exit) {
    outputIsReadable(runner.id)
    flushOutput(runner)
    for (watch, descriptor) in runner.watches { reactor.unwatch(watch, descriptor) }
    runner.watches = []
    for timer in [runner.loadTimer, runner.killTimer, runner.idleTimer] { if let timer { reactor.cancel(timer) } }
    runners[runner.id] = nil
    let pool = pools[runner.target.key]
    pool?.runners.removeAll { $0 === runner }

    let wasLoading = !runner.hasLoaded
    if wasLoading {
      let error = runner.loadError ?? loadError(runner, exit)
      // Before it was confined nothing of the library's has run: what went wrong then is the machine's fault.
      if !closing, runner.enforcement != nil { noteFailure(runner, atLoad: true) }
      if let pool, !closing { failWaiting(pool, error) }
    } else if !runner.endIsWanted, !closing {
      if !runner.calls.isEmpty || exit != .status(0) { noteFailure(runner, atLoad: false) }
    }
    for call in runner.calls.values.sorted(by: { $0.id < $1.id }) {
      answer(call, .failure(endError(call, runner, exit)))
    }
    if let pool { pump(pool) }
    // There is room now for those that could not start a runner.
    for other in pools.values where other !== pool && !other.waiting.isEmpty { pump(other) }
    if runners.isEmpty { finishClosing() }
  }

  /// A failure of the library's own: the next runner waits a little longer.
  private func noteFailure(_ runner: RunnerProcess, atLoad: Bool) {
    onCrash(runner.target, atLoad)
    guard let pool = pools[runner.target.key] else { return }
    let delay = pool.restart.failed(jitter: .random(in: 0...1))
    if delay > .zero { pool.startNotBefore = MonotonicTime.now.advanced(by: delay) }
  }

  /// A runner without calls: given up after a while, so that a host with many skills stays small.
  func becameIdle(_ runner: RunnerProcess) {
    guard runner.isIdle, runner.idleTimer == nil else { return }
    let id = runner.id
    runner.idleSince = .now
    runner.idleTimer = reactor.schedule(at: MonotonicTime.now.advanced(by: settings.idleTimeout)) {
      self.assumeIsolated { supervisor in
        guard let runner = supervisor.runners[id], runner.isIdle else { return }
        runner.idleTimer = nil
        supervisor.end(runner)
      }
    }
  }

  private func failWaiting(_ pool: RunnerPool, _ error: SkillError) {
    let waiting = pool.waiting
    pool.waiting = []
    for call in waiting { answer(call, .failure(error)) }
    if pool.runners.isEmpty { pools[pool.target.key] = nil }
  }

  private func endError(_ call: PendingCall, _ runner: RunnerProcess, _ exit: ChildProcess.Exit) -> SkillError {
    if let reason = call.stopReason { return stopError(call, reason) }
    if let violation = runner.violation {
      return SkillError(.protocolViolation, "the runner of \(call.target.label) was stopped: \(violation)")
    }
    if runner.endIsWanted || closing {
      return SkillError(
        .interrupted, "\(call.target.label) was stopped together with another call of the same runner",
        hint: "call it again")
    }
    let circumstance = "during call \(call.request.callID)"
    if let error = runner.refusedMemory?.error(runner.target, Self.text(exit), circumstance) { return error }
    return SkillError(
      .crashed, "\(call.target.label) ended its process with \(Self.text(exit)) \(circumstance)",
      hint: "the next call starts a new process; what it printed is in the log")
  }

  private func loadError(_ runner: RunnerProcess, _ exit: ChildProcess.Exit) -> SkillError {
    if let violation = runner.violation {
      return SkillError(
        .protocolViolation, "the runner of \(runner.target.label) was stopped while it loaded: \(violation)")
    }
    return runner.refusedMemory?.error(runner.target, Self.text(exit), "while it was loaded")
      ?? SkillError(
        .loadFailed, "\(runner.target.label) ended its process with \(Self.text(exit)) while it was loaded",
        hint: "a constructor of the library or its create function did this; what it printed is in the log")
  }

  static func text(_ exit: ChildProcess.Exit) -> String {
    switch exit {
    case .status(let status): "exit status \(status)"
    case .signal(let signal): signalName(signal)
    }
  }

  /// The process ids of all runners, for diagnosis.
  package var processes: [Int32] { runners.values.map { $0.process.pid }.sorted() }

  // MARK: The end

  /// Ends all runners and waits until none is left. Calls that still run are answered as cancelled.
  package func shutdown() async {
    closing = true
    for call in calls.values.sorted(by: { $0.id < $1.id }) { stop(call.id, .cancelled) }
    for runner in runners.values where runner.calls.isEmpty { end(runner) }
    if runners.isEmpty { return }
    await withCheckedContinuation { whenEmpty.append($0) }
  }

  private func end(_ runner: RunnerProcess) {
    runner.endIsWanted = true
    guard runner.phase == .ready, runner.quiesceMatters else { return kill(runner) }
    let deadline = MonotonicTime.now.advanced(by: settings.quiesceTimeout)
    var payload = FrameWriter()
    payload.append(deadline.nanoseconds)
    runner.phase = .ending
    send(.quiesce, payload.bytes, to: runner)
    let id = runner.id
    runner.killTimer = reactor.schedule(at: deadline) {
      self.assumeIsolated { supervisor in supervisor.runners[id].map(supervisor.kill) }
    }
  }

  /// A runner whose last call ended while everything closes.
  func endIfClosing(_ runner: RunnerProcess) {
    if closing, runner.calls.isEmpty, runner.phase == .ready { end(runner) }
  }

  private func finishClosing() {
    let waiters = whenEmpty
    whenEmpty = []
    for waiter in waiters { waiter.resume() }
  }
}
