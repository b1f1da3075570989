import Glibc
import SkillSystem

/// One thing that is timed, and what it is held against.
///
/// Both sides run in this process and in the same run, in rounds that alternate: a machine that is slow for a moment is
/// slow for both, and the ratio of a round stays what it is. The same number of operations is done on both sides.
struct Benchmark {
  /// Something that can be timed: gives nanoseconds an operation, once a sample; a sample is `batch` operations.
  struct Side {
    let name: String
    let time: (_ samples: Int, _ batch: Int) async throws -> [Double]
  }

  enum Effort {
    /// As many as take about 60 ms a round on the slower side; short operations are timed in batches.
    case fitting
    case exactly(samples: Int)
  }

  let name: String
  let ours: Side
  var peer: Side?
  /// How many times faster than the peer this ought to be; nil when there is no goal.
  var goal: Double?
  var effort = Effort.fitting

  static let rounds = 10

  func run() async throws -> BenchmarkResult {
    let (samples, batch) = try await counts()
    var result = BenchmarkResult(name: name, ours: ours.name, peer: peer?.name, goal: goal)
    for _ in 0..<Self.rounds {
      let mine = try await ours.time(samples, batch)
      result.oursTimes += mine
      guard let peer else { continue }
      let theirs = try await peer.time(samples, batch)
      result.peerTimes += theirs
      result.ratios.append(median(theirs) / median(mine))
    }
    return result
  }

  private func counts() async throws -> (samples: Int, batch: Int) {
    if case .exactly(let samples) = effort { return (samples, 1) }
    var slowest = 0.0
    var fastest = Double.infinity
    for side in [ours, peer].compactMap({ $0 }) {
      _ = try await side.time(3, 1)
      let time = median(try await side.time(5, 10))
      slowest = max(slowest, time)
      fastest = min(fastest, time)
    }
    // Reading the clock costs some 30 ns: a sample of 5 µs does not notice.
    let batch = max(1, Int((5_000 / fastest).rounded(.up)))
    let samples = max(5, min(1_000, Int(60_000_000 / (slowest * Double(batch)))))
    return (samples, batch)
  }
}

extension Benchmark.Side {
  /// Times a body that neither waits nor fails.
  init(_ name: String, _ body: @escaping () -> Void) {
    self.init(name: name) { samples, batch in
      var times: [Double] = []
      times.reserveCapacity(samples)
      for _ in 0..<samples {
        let start = MonotonicTime.now.nanoseconds
        for _ in 0..<batch { body() }
        times.append(Double(MonotonicTime.now.nanoseconds - start) / Double(batch))
      }
      return times
    }
  }

  /// Times each run of a body that waits.
  init(waiting name: String, _ body: @escaping () async throws -> Void) {
    self.init(name: name) { samples, _ in
      var times: [Double] = []
      times.reserveCapacity(samples)
      for _ in 0..<samples {
        let start = MonotonicTime.now.nanoseconds
        try await body()
        times.append(Double(MonotonicTime.now.nanoseconds - start))
      }
      return times
    }
  }
}

/// What a benchmark found; times in nanoseconds an operation.
struct BenchmarkResult {
  let name: String
  let ours: String
  let peer: String?
  let goal: Double?
  var oursTimes: [Double] = []
  var peerTimes: [Double] = []
  /// The peer's median divided by ours, once a round.
  var ratios: [Double] = []
}

func median(_ values: [Double]) -> Double { percentile(values, 0.5) }

func percentile(_ values: [Double], _ part: Double) -> Double {
  let sorted = values.sorted()
  return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
}

/// Keeps a result from being left out by the optimiser.
@inline(never) @_optimize(none)
func keep<Value>(_ value: borrowing Value) {}

func fail(_ message: String) -> Never {
  print("bench: \(message)")
  exit(1)
}
