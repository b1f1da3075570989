package import SkillBundle
package import SkillRuntime
package import SkillSystem

/// The state of one home that lasts: what users decided about skills, which libraries may not run, what was executed.
///
/// Each table has a type and a file of its own; this type opens the file and hands calls on. Every call is one
/// transaction, takes microseconds (a durable one also the time of the disk), and may be made from any thread.
package final class Store: Sendable {
  package let database: Database
  private let skills: SkillRecords
  private let libraries: Quarantine
  private let log: Executions
  package let libraryDigests: LibraryDigests
  private let values: StoredValues

  /// Opens the store in a file, creating it where there is none.
  ///
  /// - Throws: as ``Database/init(_:migrations:busyTimeout:)``.
  package init(path: String) throws(SkillError) {
    database = try Database(path, migrations: Migrations.all)
    skills = SkillRecords(database: database)
    libraries = Quarantine(database: database)
    log = Executions(database: database)
    libraryDigests = LibraryDigests(database: database)
    values = StoredValues(database: database)
  }
}

extension Store: SkillStateStore {
  package func records() throws(SkillError) -> [SkillIdentifier: SkillRecord] { try skills.all() }

  package func record(of identifier: SkillIdentifier) throws(SkillError) -> SkillRecord {
    try skills.one(identifier)
  }

  @discardableResult
  package func update(
    _ identifier: SkillIdentifier, _ change: (inout SkillRecord) throws(SkillError) -> Void
  ) throws(SkillError) -> SkillRecord { try skills.update(identifier, change) }

  /// The same for many skills in one transaction.
  package func update(
    _ identifiers: [SkillIdentifier],
    _ change: (SkillIdentifier, inout SkillRecord) throws(SkillError) -> Void
  ) throws(SkillError) { try skills.update(identifiers, change) }

  package func quarantine() throws(SkillError) -> [SHA256Digest: QuarantineRecord] { try libraries.all() }

  package func setQuarantine(_ library: SHA256Digest, _ record: QuarantineRecord?) throws(SkillError) {
    try libraries.set(library, record)
  }

  @discardableResult
  package func noteCrash(
    _ library: SHA256Digest, at time: Int64, atLoad: Bool
  ) throws(SkillError) -> RecentCrashes { try libraries.noteCrash(library, at: time, atLoad: atLoad) }

  package func forgetCrashes(_ library: SHA256Digest) throws(SkillError) { try libraries.forgetCrashes(library) }

  package func add(_ execution: ExecutionRecord) throws(SkillError) { try log.add([execution]) }

  /// Adds several in one transaction.
  package func add(_ executions: [ExecutionRecord]) throws(SkillError) { try log.add(executions) }

  package func executions(of identifier: SkillIdentifier?, limit: Int) throws(SkillError) -> [ExecutionRecord] {
    try log.newest(of: identifier, limit: limit)
  }
}

extension Store: StorageService {
  package func storedValue(_ key: [UInt8], of identifier: String) throws(SkillError) -> [UInt8]? {
    try values.value(key, of: identifier)
  }

  package func storeValue(_ value: [UInt8], _ key: [UInt8], of identifier: String) throws(SkillError) {
    try values.set(value, key, of: identifier)
  }

  package func removeValue(_ key: [UInt8], of identifier: String) throws(SkillError) {
    try values.remove(key, of: identifier)
  }

  package func storedKeys(prefix: [UInt8], of identifier: String) throws(SkillError) -> [StoredKey] {
    try values.keys(prefix: prefix, of: identifier)
  }
}
