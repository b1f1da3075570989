import SkillBundle
import SkillJSON
import SkillSystem
import Synchronization

/// Records plain calls in batches, so that a call costs what its runner costs and not what the disk costs.
///
/// Records wait at most ``delay``, then one transaction writes all of them on the cooperative pool. Whoever wants to read
/// them calls ``flush()`` first. A killed process loses what waited, and nothing else.
final class ExecutionLog: Sendable {
  static let delay: Duration = .milliseconds(100)

  /// What a record is made of, kept as it is until the batch is written: most of the work is turning events into text.
  struct Entry: Sendable {
    let id: String
    let summary: CallSummary
    let outcome: String
    let events: [SkillEvent]
  }

  private struct State {
    var waiting: [Entry] = []
    var isScheduled = false
  }

  private let store: any SkillStateStore
  private let reactor: Reactor
  private let log: SkillLog
  private let state = Lock(State())
  /// Held while a batch is written, so that batches are written in order.
  private let writing = Lock(())

  init(_ store: any SkillStateStore, reactor: Reactor, log: SkillLog) {
    self.store = store
    self.reactor = reactor
    self.log = log
  }

  func add(_ entry: Entry) {
    let mustSchedule = state.withLock { state in
      state.waiting.append(entry)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    guard mustSchedule else { return }
    _ = reactor.schedule(at: MonotonicTime.now.advanced(by: Self.delay)) {
      Task.detached { self.flush() }
    }
  }

  /// Writes everything that waits. Blocks for the time of one transaction.
  func flush() {
    writing.withLock { _ in
      let entries = state.withLock { state in
        defer { state = State() }
        return state.waiting
      }
      guard !entries.isEmpty else { return }
      do throws(SkillError) {
        try store.add(entries.map(Self.record))
      } catch {
        // A plain call's record may be lost, its answer may not.
        var text = "the records of \(entries.count) calls could not be written: \(error)"
        text.withUTF8 { unsafe log.write(level: 2, source: "skillhost", pid: 0, UnsafeRawBufferPointer($0)) }
      }
    }
  }

  private static func record(_ entry: Entry) -> ExecutionRecord {
    let summary = entry.summary
    var lines = ""
    for event in entry.events where lines.utf8.count < 64 * 1024 { lines += event.json(brief: true).text + "\n" }
    return ExecutionRecord(
      id: entry.id, identifier: summary.identifier, version: summary.version, startedAt: summary.startedAt,
      durationMicroseconds: summary.metrics.duration.wholeMicroseconds, outcome: entry.outcome,
      argumentDigest: SHA256Digest(of: summary.input), inputBytes: summary.input.count,
      outputBytes: summary.metrics.outputBytes, events: lines)
  }
}
