package import SkillSystem

/// Keeps callers from a skill that is down: after several failures in a row that say so, calls are refused at once for a
/// while; then one is let through, and its outcome decides.
///
/// A value that takes events and answers questions; time comes from outside.
package struct CircuitBreaker: Sendable {
  /// Failures in a row that open it.
  package static let threshold = 5
  /// How long it stays open; doubled each time the trial fails, up to ``longest``.
  package static let shortest: Duration = .seconds(10)
  package static let longest: Duration = .seconds(300)

  private enum State: Sendable {
    case closed(failures: Int)
    case open(until: MonotonicTime, wait: Duration)
    /// One call is on trial.
    case halfOpen(since: MonotonicTime, wait: Duration)
  }

  private var state = State.closed(failures: 0)

  package init() {}

  /// Whether a call may go through now; nil when it may, else how long to wait. A call that may must report its end.
  package mutating func admit(at now: MonotonicTime) -> Duration? {
    switch state {
    case .closed: return nil
    case .open(let until, let wait):
      guard now >= until else { return until.since(now) }
      state = .halfOpen(since: now, wait: wait)
      return nil
    case .halfOpen(let since, let wait):
      // A trial whose end is never reported must not close the way for ever.
      guard now >= since.advanced(by: wait) else { return since.advanced(by: wait).since(now) }
      state = .halfOpen(since: now, wait: wait)
      return nil
    }
  }

  package mutating func succeeded() { state = .closed(failures: 0) }

  package mutating func failed(at now: MonotonicTime) {
    switch state {
    case .closed(let failures) where failures + 1 < Self.threshold: state = .closed(failures: failures + 1)
    case .closed: state = .open(until: now.advanced(by: Self.shortest), wait: Self.shortest)
    case .halfOpen(_, let wait):
      let longer = min(wait * 2, Self.longest)
      state = .open(until: now.advanced(by: longer), wait: longer)
    case .open: break
    }
  }
}

extension SkillError.Code {
  package static let circuitOpen = Self("circuit_open", .unavailable)
}
