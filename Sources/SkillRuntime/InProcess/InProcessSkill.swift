import CSkillABI
import Glibc
import SkillLoader
import SkillSystem
import Synchronization

/// One skill that runs inside the host, because the operator named its library in `config.json`.
///
/// There is no sandbox here and nothing can be killed: a crash of the skill is the host's. What can still be kept is
/// kept: a call is answered at its deadline whether or not the skill returns (its thread is then lost until it does), and
/// no thread of the host ever waits for the skill, unless the skill declares that it never blocks
/// (`SKILL_FLAG_NEVER_BLOCKS`): then it runs on the caller's thread, which is what makes a call take a microsecond or two.
final class InProcessSkill: Sendable {
  private let instance: SkillInstance
  private let label: String
  private let reactor: Reactor
  private let log: SkillLog
  private let maxThreads: Int
  private let maxWaiting: Int
  private let state = Lock(State())

  private struct State {
    var waiting: [InProcessCall] = []
    var threads = 0
  }

  /// Loads the library and creates the skill: this is the moment at which its code first runs in the host. Blocks.
  init(
    _ target: RunnerTarget, settings: RunnerSettings, reactor: Reactor, log: SkillLog
  ) throws(SkillError) {
    let library = try SkillLibrary(loading: target.library.memory.duplicate())
    let descriptor = try library.descriptor(of: target.key.identifier)
    instance = try SkillInstance(descriptor, configuration: target.key.configuration)
    label = target.label
    self.reactor = reactor
    self.log = log
    maxThreads = descriptor.maxParallel == 0 ? 8 : Int(min(descriptor.maxParallel, 8))
    maxWaiting = settings.maxWaiting
  }

  private var neverBlocks: Bool { instance.descriptor.flags & SKILL_FLAG_NEVER_BLOCKS != 0 }

  /// What every result says instead of a sandbox.
  static let enforcement = #"{"process":"the host's own","files":"none","network":"none","memory":"none"}"#

  func call(_ request: RunnerRequest, onEvent: @escaping @Sendable (RunnerEvent) -> Void) async -> RunnerAnswer {
    // Only on the one thread where calls come one after another; elsewhere two could meet in a serial skill.
    if neverBlocks, reactor.isCurrent {
      let call = InProcessCall(request, label: label, log: log, onEvent: onEvent)
      call.run(instance)
      return call.answer
    }
    let call = InProcessCall(request, label: label, log: log, onEvent: onEvent)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        call.wait(continuation, on: reactor)
        start(call)
      }
    } onCancel: {
      call.stop(SkillError(.cancelled, "\(label) was cancelled"))
    }
  }

  private func start(_ call: InProcessCall) {
    enum Choice { case refuse, thread, wait }
    let choice = state.withLock { state -> Choice in
      guard state.waiting.count < maxWaiting else { return .refuse }
      state.waiting.append(call)
      guard state.threads < maxThreads else { return .wait }
      state.threads += 1
      return .thread
    }
    switch choice {
    case .refuse: call.stop(SkillError(.busy, "\(label) has \(maxWaiting) calls waiting", hint: "try again later"))
    case .wait: break
    case .thread:
      if !startThread() {
        state.withLock { $0.threads -= 1 }
        call.stop(SkillError(.system, "no thread could be started for \(label)"))
      }
    }
  }

  private func startThread() -> Bool {
    let box = unsafe Unmanaged.passRetained(self).toOpaque()
    var thread = pthread_t()
    let error = unsafe pthread_create(
      &thread, nil,
      { box in
        // The pointer is the one passed below, with its retain.
        let skill = unsafe Unmanaged<InProcessSkill>.fromOpaque(box!).takeRetainedValue()
        skill.serve()
        return nil
      }, box)
    guard error == 0 else {
      unsafe Unmanaged<InProcessSkill>.fromOpaque(box).release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  /// A thread serves what waits and ends: the next call starts another. A call costs a hundred times a thread's start.
  private func serve() {
    while true {
      let call = state.withLock { state -> InProcessCall? in
        guard !state.waiting.isEmpty else {
          state.threads -= 1
          return nil
        }
        return state.waiting.removeFirst()
      }
      guard let call else { return }
      call.run(instance)
    }
  }
}

/// One call inside the host: answered once, by its end, its deadline or its cancellation, whichever comes first.
private final class InProcessCall: CallSink {
  private struct State {
    var continuation: CheckedContinuation<RunnerAnswer, Never>?
    var outcome: Result<CallOutcome, SkillError>?
    var timer: (Reactor.TimerID, Reactor)?
    var outputBytes = 0
    var isStopped = false
    var startedAt: MonotonicTime?
  }

  private let request: RunnerRequest
  private let label: String
  private let log: SkillLog
  private let onEvent: @Sendable (RunnerEvent) -> Void
  private let state = Lock(State())

  init(
    _ request: RunnerRequest, label: String, log: SkillLog, onEvent: @escaping @Sendable (RunnerEvent) -> Void
  ) {
    self.request = request
    self.label = label
    self.log = log
    self.onEvent = onEvent
  }

  func wait(_ continuation: CheckedContinuation<RunnerAnswer, Never>, on reactor: Reactor) {
    let timer = reactor.schedule(at: request.deadline) { self.stop(self.timeIsOver) }
    let early = state.withLock { state -> RunnerAnswer? in
      state.timer = (timer, reactor)
      // Cancelled before it began.
      if state.outcome != nil { return Self.answer(state) }
      state.continuation = continuation
      return nil
    }
    if let early { continuation.resume(returning: early) }
  }

  func run(_ instance: SkillInstance) {
    let mayRun = state.withLock { state in
      if state.isStopped { return false }
      state.startedAt = .now
      return true
    }
    guard mayRun else { return }
    let payload = CallRequestView.encode(
      deadline: request.deadline.nanoseconds, facts: request.facts, input: request.input)
    let outcome = unsafe payload.withUnsafeBytes { bytes in
      // Our own encoding is always readable.
      guard let view = unsafe CallRequestView(bytes) else { return CallOutcome(status: SKILL_FAILED) }
      return request.kind == .invoke ? instance.invoke(view, sink: self) : instance.match(view, sink: self)
    }
    let size = outcome.result?.count ?? 0
    let isTooLarge = state.withLock { $0.outputBytes + size > request.outputLimit }
    // The skill sees the deadline on the same clock as our timer, and may be the first to act on it.
    let noticedDeadline = outcome.status == SKILL_CANCELLED && request.deadline <= .now
    finish(isTooLarge ? .failure(tooLarge) : noticedDeadline ? .failure(timeIsOver) : .success(outcome))
  }

  /// Answers now; the skill is told to stop and is not waited for.
  func stop(_ error: SkillError) { finish(.failure(error)) }

  var answer: RunnerAnswer { state.withLock { Self.answer($0) } }

  private func finish(_ outcome: Result<CallOutcome, SkillError>) {
    let (continuation, answer) = state.withLock { state in
      state.isStopped = true
      guard state.outcome == nil else {
        return (nil, nil) as (CheckedContinuation<RunnerAnswer, Never>?, RunnerAnswer?)
      }
      state.outcome = outcome
      if let (timer, reactor) = state.timer { reactor.cancel(timer) }
      state.timer = nil
      defer { state.continuation = nil }
      return (state.continuation, Self.answer(state))
    }
    if let continuation, let answer { continuation.resume(returning: answer) }
  }

  private static func answer(_ state: borrowing State) -> RunnerAnswer {
    RunnerAnswer(
      outcome: state.outcome ?? .failure(SkillError(.bug, "a call ended without an outcome")),
      duration: state.startedAt.map { MonotonicTime.now.since($0) } ?? .zero, startedRunner: false,
      enforcement: InProcessSkill.enforcement)
  }

  private var timeIsOver: SkillError {
    SkillError(
      .timeout, "\(label) did not finish before its deadline; it runs inside the host and cannot be killed",
      hint: "allow more with --timeout, or take it out of inProcess in config.json")
  }

  private var tooLarge: SkillError {
    SkillError(
      .outputTooLarge, "\(label) gave out more than its limit of \(request.outputLimit) bytes",
      hint: "ask for less, or raise limits.outputBytes in its manifest")
  }

  // MARK: CallSink

  func isCancelled() -> Bool { state.withLock { $0.isStopped } }

  func progress(_ fraction: Double?, note: UnsafeRawBufferPointer) {
    let event = unsafe RunnerEvent.progress(fraction: fraction, note: [UInt8](note))
    if !isCancelled() { onEvent(event) }
  }

  func text(_ text: UnsafeRawBufferPointer, mime: UnsafeRawBufferPointer) -> Bool {
    guard take(mime.count + text.count) else { return false }
    unsafe onEvent(.text(mime: [UInt8](mime), [UInt8](text)))
    return true
  }

  func attach(_ bytes: UnsafeRawBufferPointer, mime: UnsafeRawBufferPointer) -> Bool {
    guard take(mime.count + bytes.count) else { return false }
    unsafe onEvent(.attachment(mime: [UInt8](mime), [UInt8](bytes)))
    return true
  }

  private func take(_ size: Int) -> Bool {
    let fits = state.withLock { state in
      if state.isStopped { return false }
      state.outputBytes += size
      return state.outputBytes <= request.outputLimit
    }
    if !fits { finish(.failure(tooLarge)) }
    return fits
  }

  func log(_ level: skill_log_level, _ message: UnsafeRawBufferPointer) {
    unsafe log.write(level: Int(level), source: label, pid: getpid(), message)
  }
}
