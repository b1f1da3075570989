import SkillSystem

/// The runners of one target and the calls that wait for them, first come first served.
final class RunnerPool {
  let target: RunnerTarget
  var runners: [RunnerProcess] = []
  var waiting: [PendingCall] = []
  var restart = RestartDelay()
  /// No runner is started before this.
  var startNotBefore: MonotonicTime?

  init(_ target: RunnerTarget) {
    self.target = target
  }

  var starting: Int { runners.count { $0.phase == .starting } }

  /// The runner that should take the next call: of those with room the busiest, so that others can become idle and be
  /// given up.
  var best: RunnerProcess? {
    var best: RunnerProcess?
    for runner in runners where runner.hasRoom {
      if let found = best, found.calls.count >= runner.calls.count { continue }
      best = runner
    }
    return best
  }

  func takeWaiting(_ id: UInt64) -> PendingCall? {
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return nil }
    return waiting.remove(at: index)
  }
}
