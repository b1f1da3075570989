import SkillJSON
import SkillRuntime
import SkillSystem

extension TrialSession {
  private static let leakTime: Duration = .seconds(20)
  /// Growth below is what allocators and caches do.
  private static let noiseKilobytes = 256

  /// Makes the same call again and again and looks at the process from outside.
  mutating func checkLeaks() async {
    let candidates = served.filter(\.isDone) + served.filter { $0.outcome != nil }
    guard let input = candidates.min(by: { ($0.isDone ? 0 : 1, $0.duration) < ($1.isDone ? 0 : 1, $1.duration) })?.input
    else { return }
    let marks = [50, 200, 350, 500].map { $0 * max(settings.repetitions, 50) / 500 }
    var figures: [(calls: Int, ProcessFigures)] = []
    let started = MonotonicTime.now
    var calls = 0
    for mark in marks {
      while calls < mark {
        guard MonotonicTime.now.since(started) < min(Self.leakTime, settings.callTime) else { break }
        _ = await runner.call(.invoke, input.bytes, key: "again")
        calls += 1
      }
      guard let process = await runner.process(), let now = ProcessFigures(of: process) else { break }
      if figures.last?.calls != calls { figures.append((calls, now)) }
    }
    guard figures.count > 2, let first = figures.first, let last = figures.last else {
      add(.warn, "leaks", "not looked at: calls take too long or end the process")
      return
    }
    let before = findings.count
    for (what, path) in [("memory in use", \ProcessFigures.residentKilobytes), ("memory", \.dataKilobytes)] {
      let values = figures.map { $0.1[keyPath: path] }
      let growth = values[values.count - 1] - values[0]
      // The first steps may fill a cache, but a leak never stops.
      let isSteady = zip(values.dropFirst(), values).allSatisfy { $0 - $1 > growth / (values.count * 3) }
      guard growth > Self.noiseKilobytes, isSteady else { continue }
      add(
        .warn, "leaks",
        "\(what) grew from \(values[0]) KB to \(values[values.count - 1]) KB between call \(first.calls) and call "
          + "\(last.calls), about \(growth * 1024 / max(last.calls - first.calls, 1)) bytes a call",
        advice: "free what a call allocates; a process may serve thousands of calls")
      break
    }
    for (what, path) in [("open files", \ProcessFigures.descriptors), ("threads", \.threads)] {
      let values = figures.map { $0.1[keyPath: path] }
      guard zip(values.dropFirst(), values).allSatisfy({ $0 > $1 }) else { continue }
      add(
        .warn, "leaks",
        "\(what) grew from \(values[0]) to \(values[values.count - 1]) between call \(first.calls) and call \(last.calls)",
        advice: "close what a call opens, end what it starts; a process has 256 descriptors")
    }
    if findings.count == before {
      add(
        .ok, "leaks",
        "\(last.calls) equal calls: \(last.1.residentKilobytes) KB in use (\(first.1.residentKilobytes) after "
          + "\(first.calls)), \(last.1.descriptors) open files, \(last.1.threads) threads")
    }
  }
}
