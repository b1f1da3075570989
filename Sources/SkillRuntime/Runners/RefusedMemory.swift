import SkillLoader
package import SkillSystem

/// The last allocation that the memory limit refused to a runner, as it told (Sources/CRunner/memory.c says how).
///
/// A skill may cope with a refusal. Only one that ends its process right after it ended because of it.
struct RefusedMemory {
  private static let recent: Duration = .seconds(1)

  let bytes: UInt64
  let at: MonotonicTime

  /// Why a process that ended now did so; nil when the refusal is too long ago to be the reason.
  func error(_ target: RunnerTarget, _ ending: String, _ circumstance: String) -> SkillError? {
    guard MonotonicTime.now.since(at) <= Self.recent else { return nil }
    return SkillError(
      .memoryExceeded,
      "\(target.label) needed more memory than its limit of \(target.rules.memoryMegabytes) MB allows "
        + "(\(Self.size(bytes)) more were refused) and ended its process with \(ending) \(circumstance)",
      hint: "ask for less, or raise limits.memoryMB in its manifest")
  }

  private static func size(_ bytes: UInt64) -> String {
    if bytes >= 10 << 20 { return "\(bytes >> 20) MB" }
    return bytes >= 10 << 10 ? "\(bytes >> 10) KB" : "\(bytes) bytes"
  }
}

extension SkillError.Code {
  package static let memoryExceeded = Self("memory_exceeded", .failed)
}
