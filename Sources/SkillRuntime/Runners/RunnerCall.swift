package import SkillLoader
package import SkillSystem

/// What to ask a runner.
package struct RunnerRequest: Sendable {
  package enum Kind: Sendable { case invoke, match }
  package var kind: Kind
  package var facts: [(String, String)]
  package var input: [UInt8]
  package var deadline: MonotonicTime
  /// Bytes of result, partial output and attachments together at most.
  package var outputLimit: Int

  /// As the skill and the record know the call.
  var callID: String { facts.first { $0.0 == "call_id" }?.1 ?? "" }

  package init(_ kind: Kind, facts: [(String, String)], input: [UInt8], deadline: MonotonicTime, outputLimit: Int) {
    self.kind = kind
    self.facts = facts
    self.input = input
    self.deadline = deadline
    self.outputLimit = outputLimit
  }
}

/// What a skill says while it works. Bytes are as the skill sent them, unchecked but for their size.
package enum RunnerEvent: Sendable {
  case progress(fraction: Double?, note: [UInt8])
  case text(mime: [UInt8], [UInt8])
  case attachment(mime: [UInt8], [UInt8])
}

/// How a call ended.
package struct RunnerAnswer: Sendable {
  /// What the skill returned; or why there is nothing: it was stopped, it crashed, it could not be loaded.
  package var outcome: Result<CallOutcome, SkillError>
  /// From the moment the runner was given the call; zero when it never was.
  package var duration: Duration
  /// Whether a process had to be started for it.
  package var startedRunner: Bool
  /// What confines the runner, as it reported itself, as JSON; nil when the call never reached one.
  package var enforcement: String?
}

/// A call on its way through the supervisor.
final class PendingCall {
  enum StopReason { case timeout, cancelled, outputTooLarge, tooManyEvents }

  let id: UInt64
  let target: RunnerTarget
  let request: RunnerRequest
  let onEvent: @Sendable (RunnerEvent) -> Void
  /// Taken when the call is answered, so that it is answered once.
  var continuation: CheckedContinuation<RunnerAnswer, Never>?
  var deadlineTimer: Reactor.TimerID?
  /// Set when the call was told to stop; decides what its caller is told, whatever the skill still says.
  var stopReason: StopReason?
  var stoppedAt: MonotonicTime?
  var runner: RunnerProcess?
  var sentAt: MonotonicTime?
  var startedRunner = false
  var outputBytes = 0
  var eventCount = 0
  /// What it waits for from the host, by the runner's numbers.
  var requests: [UInt32: PendingRequest] = [:]

  init(
    id: UInt64, target: RunnerTarget, request: RunnerRequest,
    onEvent: @escaping @Sendable (RunnerEvent) -> Void, continuation: CheckedContinuation<RunnerAnswer, Never>
  ) {
    self.id = id
    self.target = target
    self.request = request
    self.onEvent = onEvent
    self.continuation = continuation
  }
}

extension SkillError.Code {
  package static let timeout = Self("timeout", .stopped)
  package static let cancelled = Self("cancelled", .stopped)
  package static let crashed = Self("crashed", .failed)
  package static let outputTooLarge = Self("output_too_large", .failed)
  package static let protocolViolation = Self("protocol_violation", .failed)
  package static let interrupted = Self("interrupted", .unavailable)
  package static let busy = Self("busy", .unavailable)
  package static let loadFailed = Self("load_failed", .refused)
  package static let loadTimeout = Self("load_timeout", .stopped)
  package static let runnerUnavailable = Self("runner_unavailable", .unavailable)
}
