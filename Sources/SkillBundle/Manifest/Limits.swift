/// How much one call of a skill may take. The operator's ceiling wins over the manifest.
package struct Limits: Hashable, Sendable {
  /// Milliseconds until a call is cancelled and then killed.
  package var timeoutMilliseconds: Int
  /// Mebibytes of memory of the process that runs the skill.
  package var memoryMegabytes: Int
  /// Bytes of output of one call, attachments included.
  package var outputBytes: Int

  package init(timeoutMilliseconds: Int, memoryMegabytes: Int, outputBytes: Int) {
    self.timeoutMilliseconds = timeoutMilliseconds
    self.memoryMegabytes = memoryMegabytes
    self.outputBytes = outputBytes
  }

  /// What a manifest that says nothing gets.
  package static let `default` = Self(
    timeoutMilliseconds: 30_000, memoryMegabytes: 256, outputBytes: 16 * 1024 * 1024)

  /// The most a manifest may ask for.
  package static let ceiling = Self(
    timeoutMilliseconds: 600_000, memoryMegabytes: 4_096, outputBytes: 64 * 1024 * 1024)

  /// Each limit, or the operator's where that is lower.
  package func capped(by operatorCeiling: Limits) -> Limits {
    Limits(
      timeoutMilliseconds: min(timeoutMilliseconds, operatorCeiling.timeoutMilliseconds),
      memoryMegabytes: min(memoryMegabytes, operatorCeiling.memoryMegabytes),
      outputBytes: min(outputBytes, operatorCeiling.outputBytes))
  }
}
