import SkillSystem

/// How long to wait before a crashed runner is replaced: not at all the first time, then longer and longer, with jitter so
/// that many skills that fell together do not rise together.
struct RestartDelay {
  static let first: Duration = .milliseconds(50)
  static let longest: Duration = .seconds(5)

  private var failures = 0

  mutating func succeeded() { failures = 0 }

  /// - Parameter jitter: 0…1.
  /// - Returns: how long to wait after this failure.
  mutating func failed(jitter: Double) -> Duration {
    failures += 1
    guard failures > 1 else { return .zero }
    let doublings = min(failures - 2, 10)
    let full = min(Self.first * (1 << doublings), Self.longest)
    return full * (0.5 + min(max(jitter, 0), 1) / 2)
  }
}
