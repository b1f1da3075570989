import Glibc
import SkillSystem

/// One step in the life of the store's schema. Its version is its place in the list, counted from 1, and is kept in
/// SQLite's `user_version`. A step that was released is never changed; what comes later is a new one at the end.
package struct Migration: Sendable {
  /// What it brings, for the reader.
  package let name: String
  let sql: String

  package init(_ name: String, _ sql: String) {
    self.name = name
    self.sql = sql
  }
}

extension Connection {
  /// Marks a file as this program's: "SKLH".
  private static let applicationIdentifier = 0x534B_4C48

  /// Checks whose file this is and runs the migrations that it lacks, each in a transaction of its own.
  ///
  /// Several processes may do this at the same moment: the version is read again under the write lock.
  mutating func prepare(_ path: String, _ migrations: [Migration], busyTimeout: Int32) throws(SkillError) {
    var version = try userVersion()
    if version > migrations.count { throw .storeNewer(path, found: version, known: migrations.count) }
    if version == 0 {
      try refuseForeign(path)
      try useWriteAheadLog(waiting: busyTimeout)
    }
    while version < migrations.count {
      version = try transaction { connection throws(SkillError) in
        let current = try connection.userVersion()
        guard current < migrations.count else { return current }
        try connection.script(migrations[current].sql)
        if current == 0 { try connection.script("PRAGMA application_id = \(Self.applicationIdentifier)") }
        try connection.script("PRAGMA user_version = \(current + 1)")
        return current + 1
      }
    }
    if version > migrations.count { throw .storeNewer(path, found: version, known: migrations.count) }
    try refuseForeign(path)
  }

  private mutating func userVersion() throws(SkillError) -> Int {
    try row("PRAGMA user_version") { row in Int(row.integer(0)) } ?? 0
  }

  /// Accepts an empty database and one with this program's mark. Reading the schema also shows early damage.
  private mutating func refuseForeign(_ path: String) throws(SkillError) {
    let mark = try row("PRAGMA application_id") { row in row.integer(0) } ?? 0
    let tables = try row("SELECT count(*) FROM sqlite_schema") { row in row.integer(0) } ?? 0
    if mark != Self.applicationIdentifier, mark != 0 || tables != 0 {
      throw .storeCorrupt(path, "it is the database of another program")
    }
  }

  /// Switches the file to the write-ahead log, once in its life.
  ///
  /// Two processes that do it at the same moment can block each other in a way that SQLite answers with "busy" at
  /// once, without waiting, so the waiting is done here.
  private mutating func useWriteAheadLog(waiting timeout: Int32) throws(SkillError) {
    for attempt in Int32(1)... {
      do throws(SkillError) {
        let mode = try row("PRAGMA journal_mode = WAL") { row in row.text(0) }
        if mode == "wal" { return }
        throw SkillError(.storeFailed, "the file system does not support SQLite's write-ahead log")
      } catch  where error.code == .storeBusy && attempt < timeout / 10 {
        usleep(10_000)
      }
    }
  }

  /// Runs `body` between BEGIN IMMEDIATE and COMMIT, and undoes it when either fails.
  mutating func transaction<T>(
    _ body: (inout Connection) throws(SkillError) -> sending T
  ) throws(SkillError) -> sending T {
    try run("BEGIN IMMEDIATE")
    do throws(SkillError) {
      let result = try body(&self)
      try run("COMMIT")
      return result
    } catch {
      if isInTransaction { _ = try? run("ROLLBACK") }
      throw error
    }
  }
}
