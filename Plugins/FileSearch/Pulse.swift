import Glibc
import SkillPluginKit

/// Keeps a long search in touch with its host: asks every 20 ms whether it was cancelled, and reports every 200 ms how
/// far it has come.
struct Pulse {
  private let context: SkillContext
  private var nextCheck: Int = 0
  private var nextReport: Int = 0
  /// Entries directly in the searched folder, and how many of them are done.
  var entriesOfRoot = 0
  var entriesDone = 0

  init(context: SkillContext) {
    self.context = context
    nextReport = Self.now + 200_000_000
  }

  mutating func beat(_ output: FilesSearch.Output) throws {
    let now = Self.now
    guard now >= nextCheck else { return }
    nextCheck = now + 20_000_000
    try context.checkCancelled()
    guard now >= nextReport else { return }
    nextReport = now + 200_000_000
    context.progress(
      entriesOfRoot > 0 ? Double(entriesDone) / Double(entriesOfRoot) : nil,
      "\(output.searched.files) files, \(output.hits.count) found")
  }

  /// CLOCK_MONOTONIC in nanoseconds.
  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
