import Glibc
import SkillSystem

/// Collects results, prints each as it comes, and puts all of them into a document.
struct Report {
  /// What the names of those that are run contain; nil runs all.
  private let only: String?
  /// Run our sides alone: for a profiler.
  private let isAlone: Bool
  private var lines: [String] = []
  /// Goals that were missed.
  private(set) var missed: [String] = []

  init(only: String?, isAlone: Bool) {
    self.only = only
    self.isAlone = isAlone
  }

  /// Whether figures that are not benchmarks are wanted.
  var isWhole: Bool { only == nil && !isAlone }

  mutating func section(_ title: String) {
    add("")
    add("### \(title)")
    add("")
    add("| what | p50 | p99 | beside | p50 | p99 | ratio | goal |")
    add("|---|---:|---:|---|---:|---:|---:|---|")
  }

  /// Runs a benchmark and adds a row for it.
  mutating func measure(_ benchmark: Benchmark) async throws {
    guard only.map(benchmark.name.contains) ?? true else { return }
    var benchmark = benchmark
    if isAlone { benchmark.peer = nil }
    add(try await benchmark.run())
  }

  private mutating func add(_ result: BenchmarkResult) {
    var cells = [
      result.name, Self.time(median(result.oursTimes)), Self.time(percentile(result.oursTimes, 0.99)),
    ]
    if let peer = result.peer {
      let ratio = median(result.ratios)
      let range = "\(Self.number(result.ratios.min() ?? 0))–\(Self.number(result.ratios.max() ?? 0))"
      cells += [
        peer, Self.time(median(result.peerTimes)), Self.time(percentile(result.peerTimes, 0.99)),
        "**\(Self.number(ratio))** (\(range))",
      ]
      if let goal = result.goal {
        let isMet = ratio >= goal
        cells.append("\(Self.number(goal)): \(isMet ? "reached" : "missed")")
        if !isMet { missed.append("\(result.name): \(Self.number(ratio)) instead of \(Self.number(goal))") }
      } else {
        cells.append("")
      }
    } else {
      cells += ["", "", "", "", ""]
    }
    add("| \(cells.joined(separator: " | ")) |")
  }

  mutating func note(_ text: String) {
    add("")
    add(text)
  }

  mutating func fact(_ name: String, _ value: String) { add("- \(name): \(value)") }

  private mutating func add(_ line: String) {
    lines.append(line)
    print(line)
    fflush(nil)
  }

  // MARK: The document

  private static let start = "<!-- figures: written by make bench -->"
  private static let end = "<!-- end of figures -->"

  /// Replaces what stands between the markers of a document.
  func write(into path: String, machine: String) throws {
    guard let bytes = try AtomicFile.read(path, limit: 1 << 24) else { fail("\(path) is too large") }
    let text = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    guard let from = text.firstIndex(of: Substring(Self.start)), let to = text.firstIndex(of: Substring(Self.end)),
      from < to
    else { fail("\(path) lacks the lines \(Self.start) and \(Self.end)") }
    let all = text[...from].map(String.init) + ["", machine] + lines + [""] + text[to...].map(String.init)
    try AtomicFile.write(Array(all.joined(separator: "\n").utf8), to: path, mode: 0o644)
  }

  // MARK: Numbers

  /// With three digits that count.
  static func number(_ value: Double) -> String {
    guard value > 0, value.isFinite else { return "0" }
    let digits = max(0, 2 - Int(log10(value).rounded(.down)))
    let scale = pow(10, Double(min(digits, 3)))
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }

  static func time(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1_000: "\(number(nanoseconds)) ns"
    case ..<1_000_000: "\(number(nanoseconds / 1_000)) µs"
    default: "\(number(nanoseconds / 1_000_000)) ms"
    }
  }
}
