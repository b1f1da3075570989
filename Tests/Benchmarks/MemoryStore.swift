import SkillBundle
import SkillRuntime
import SkillSystem
import Synchronization

/// State in memory, so that no disk is in the figures. Records of calls are counted and forgotten.
final class MemoryStore: SkillStateStore {
  private struct State {
    var records: [SkillIdentifier: SkillRecord] = [:]
    var quarantine: [SHA256Digest: QuarantineRecord] = [:]
  }

  private let state = Lock(State())

  func records() -> [SkillIdentifier: SkillRecord] { state.withLock { $0.records } }

  func record(of identifier: SkillIdentifier) -> SkillRecord {
    state.withLock { $0.records[identifier] ?? SkillRecord() }
  }

  @discardableResult
  func update(
    _ identifier: SkillIdentifier, _ change: (inout SkillRecord) throws(SkillError) -> Void
  ) throws(SkillError) -> SkillRecord {
    var record = record(of: identifier)
    try change(&record)
    state.withLock { $0.records[identifier] = record }
    return record
  }

  func update(
    _ identifiers: [SkillIdentifier], _ change: (SkillIdentifier, inout SkillRecord) throws(SkillError) -> Void
  ) throws(SkillError) {
    for identifier in identifiers {
      try update(identifier) { record throws(SkillError) in try change(identifier, &record) }
    }
  }

  func quarantine() -> [SHA256Digest: QuarantineRecord] { state.withLock { $0.quarantine } }

  func setQuarantine(_ library: SHA256Digest, _ record: QuarantineRecord?) {
    state.withLock { $0.quarantine[library] = record }
  }

  func noteCrash(_ library: SHA256Digest, at time: Int64, atLoad: Bool) -> RecentCrashes {
    fail("a skill ended its process")
  }

  func forgetCrashes(_ library: SHA256Digest) {}

  func add(_ executions: [ExecutionRecord]) {}

  func executions(of identifier: SkillIdentifier?, limit: Int) -> [ExecutionRecord] { [] }
}
