import SkillJSON
import SkillLoader
import SkillRuntime
import SkillSystem

extension TrialSession {
  /// In use, a process is killed when a cancelled call has not returned by then.
  private static let allowed: Duration = .milliseconds(100)

  /// Cancels calls that are under way. The inputs that took longest are the likeliest to still run.
  mutating func checkCancelling() async {
    let longest = served.sorted { $0.duration > $1.duration }.prefix(5).map(\.input)
    guard !longest.isEmpty else { return }
    var latest: Duration?
    var finished = 0
    for input in longest {
      guard let stop = await quickestStop(input) else {
        finished += 1
        continue
      }
      latest = max(latest ?? .zero, stop.latency)
      if stop.wasKilled {
        add(
          .fail, "cancel",
          "it had to be killed: \(text(TrialRunner.grace)) after the cancellation it still ran, with: "
            + shown(input.bytes),
          advice: "ask cancelled() (checkCancelled) at least every 100 ms, also in loops and while waiting")
        return
      }
      if stop.latency > Self.allowed {
        add(
          .warn, "cancel", "it returned \(text(stop.latency)) after the cancellation, with: \(shown(input.bytes))",
          advice: "in use it is killed after \(text(Self.allowed)); ask cancelled() more often")
        return
      }
    }
    let ended = latest.map { "ended within \(text($0)) after the cancellation" }
    let quick = finished == 0 ? nil : "\(finished) calls were done before a cancellation could reach them"
    add(.ok, "cancel", [ended, quick].compactMap(\.self).joined(separator: "; "))
  }

  private typealias Stop = (latency: Duration, wasKilled: Bool)

  /// The best of three: a busy machine is late now and then, a skill that does not look is late always.
  private func quickestStop(_ input: JSON) async -> Stop? {
    var best: Stop?
    for _ in 0..<3 {
      // A process that was killed is replaced first, or the cancellation would find nobody at work.
      _ = await runner.call(.match, Array(#"{"text":""}"#.utf8))
      let before = await runner.process()
      guard let latency = await cancelledAnswer(input) else { return nil }
      let wasKilled = await runner.process() != before
      if latency < best?.latency ?? .seconds(3600) { best = (latency, wasKilled) }
      if latency <= Self.allowed, !wasKilled { return best }
    }
    return best
  }

  /// Cancels a call when the skill is at work.
  ///
  /// - Returns: the time from the cancellation to the answer; nil when the call was done before.
  private func cancelledAnswer(_ input: JSON) async -> Duration? {
    let (answer, latency) = await runner.call(input.bytes, cancelledAfter: .milliseconds(3))
    guard case .failure(let error) = answer.outcome, error.code == .cancelled else { return nil }
    return latency
  }
}
