package import SkillBundle
package import SkillSystem

/// What the host remembers of one skill. A skill that was never touched is as if it had the empty record.
package struct SkillRecord: Hashable, Sendable {
  /// What the user wants; whether the skill can be called depends on more.
  package var isEnabled = false
  /// The manifest whose permissions the user agreed to.
  package var consentedManifest: SHA256Digest?
  /// The permissions that were agreed to, by value.
  package var consented: Permissions?
  /// Folders bound to directory slots by name: absolute paths.
  package var directories: [String: String] = [:]
  /// The highest version that was ever verified here, and the manifest it had: against rollback.
  package var highestVersion: SemanticVersion?
  package var highestManifest: SHA256Digest?

  package init() {}
}

/// A library that may not be loaded for now.
package struct QuarantineRecord: Hashable, Sendable {
  package var reason: String
  /// Milliseconds since 1970.
  package var since: Int64
  /// Milliseconds since 1970; nil means until it is lifted.
  package var until: Int64?

  package init(reason: String, since: Int64, until: Int64? = nil) {
    self.reason = reason
    self.since = since
    self.until = until
  }
}

/// How often a library ended its process within the last minute.
package struct RecentCrashes: Hashable, Sendable {
  package var total: Int
  package var atLoad: Int

  package init(total: Int, atLoad: Int) {
    self.total = total
    self.atLoad = atLoad
  }
}

/// What is remembered of one call after it ended.
package struct ExecutionRecord: Hashable, Sendable {
  /// Unique text; also given to the skill as `call_id`.
  package var id: String
  package var identifier: SkillIdentifier
  package var version: String
  /// Milliseconds since 1970.
  package var startedAt: Int64
  package var durationMicroseconds: Int64
  /// `completed`, or the error's code.
  package var outcome: String
  /// Of the arguments' bytes. The arguments themselves are not kept.
  package var argumentDigest: SHA256Digest
  package var inputBytes: Int
  package var outputBytes: Int
  /// The call's events, one JSON object a line, without outputs and attachments' bytes; cut at 64 KiB.
  package var events: String

  package init(
    id: String, identifier: SkillIdentifier, version: String, startedAt: Int64, durationMicroseconds: Int64,
    outcome: String, argumentDigest: SHA256Digest, inputBytes: Int, outputBytes: Int, events: String
  ) {
    self.id = id
    self.identifier = identifier
    self.version = version
    self.startedAt = startedAt
    self.durationMicroseconds = durationMicroseconds
    self.outcome = outcome
    self.argumentDigest = argumentDigest
    self.inputBytes = inputBytes
    self.outputBytes = outputBytes
    self.events = events
  }
}

/// State that lasts. Calls are synchronous and quick; any thread may make them.
package protocol SkillStateStore: Sendable {
  func records() throws(SkillError) -> [SkillIdentifier: SkillRecord]
  /// The empty record when there is none.
  func record(of identifier: SkillIdentifier) throws(SkillError) -> SkillRecord
  /// Reads, changes and writes in one transaction, durably, and returns what was written. Several processes may do so
  /// at once.
  @discardableResult
  func update(
    _ identifier: SkillIdentifier, _ change: (inout SkillRecord) throws(SkillError) -> Void
  ) throws(SkillError) -> SkillRecord

  /// The same for many skills in one transaction.
  func update(
    _ identifiers: [SkillIdentifier], _ change: (SkillIdentifier, inout SkillRecord) throws(SkillError) -> Void
  ) throws(SkillError)

  /// Libraries by digest.
  func quarantine() throws(SkillError) -> [SHA256Digest: QuarantineRecord]
  /// Nil lifts it.
  func setQuarantine(_ library: SHA256Digest, _ record: QuarantineRecord?) throws(SkillError)
  /// Notes a crash at `time` (milliseconds since 1970) and counts those of the 60 s before it, itself included.
  func noteCrash(_ library: SHA256Digest, at time: Int64, atLoad: Bool) throws(SkillError) -> RecentCrashes
  /// Forgets the crashes of a library.
  func forgetCrashes(_ library: SHA256Digest) throws(SkillError)

  /// In one transaction, without waiting for the disk.
  func add(_ executions: [ExecutionRecord]) throws(SkillError)
  /// Newest first.
  func executions(of identifier: SkillIdentifier?, limit: Int) throws(SkillError) -> [ExecutionRecord]
}
