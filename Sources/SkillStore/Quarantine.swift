import SkillBundle
import SkillRuntime
import SkillSystem

/// Libraries that may not run, and the crashes that lead there: tables `quarantine` and `crashes`. Durable, because a
/// library that takes the machine down with it must be known after the restart.
struct Quarantine: Sendable {
  /// Milliseconds for which a crash counts.
  private static let window: Int64 = 60_000

  let database: Database

  func all() throws(SkillError) -> [SHA256Digest: QuarantineRecord] {
    try database.read { c throws(SkillError) in
      var result: [SHA256Digest: QuarantineRecord] = [:]
      _ = try c.rows("SELECT library, reason, since, until FROM quarantine") { row throws(SkillError) in
        guard let library = SHA256Digest(bytes: row.blob(0)) else { throw row.damaged("an unreadable digest") }
        result[library] = QuarantineRecord(reason: row.text(1), since: row.integer(2), until: row.optionalInteger(3))
      }
      return result
    }
  }

  /// Puts a library into quarantine, or takes it out with nil.
  func set(_ library: SHA256Digest, _ record: QuarantineRecord?) throws(SkillError) {
    try database.write(durable: true) { c throws(SkillError) in
      if let record {
        try c.run(
          """
          INSERT INTO quarantine (library, reason, since, until) VALUES (?, ?, ?, ?)
          ON CONFLICT (library) DO UPDATE SET reason = excluded.reason, since = excluded.since, until = excluded.until
          """,
          SQLValue(library.bytes), SQLValue(record.reason), SQLValue(record.since), SQLValue(record.until))
      } else {
        try c.run("DELETE FROM quarantine WHERE library = ?", SQLValue(library.bytes))
      }
    }
  }

  /// Records a crash and counts those of the same library in the minute that ends with it.
  ///
  /// - Parameter now: milliseconds since 1970.
  func noteCrash(
    _ library: SHA256Digest, at now: Int64, atLoad: Bool
  ) throws(SkillError) -> RecentCrashes {
    try database.write(durable: true) { c throws(SkillError) in
      let (start, underflow) = now.subtractingReportingOverflow(Self.window)
      let since = underflow ? Int64.min : start
      // Also those "in the future": the clock was set back, and they would count for ever.
      try c.run("DELETE FROM crashes WHERE at <= ? OR at > ?", SQLValue(since), SQLValue(now))
      try c.run(
        "INSERT INTO crashes (library, at, at_load) VALUES (?, ?, ?)", SQLValue(library.bytes), SQLValue(now),
        SQLValue(atLoad))
      let counts = try c.row(
        "SELECT count(*), coalesce(sum(at_load), 0) FROM crashes WHERE library = ?", SQLValue(library.bytes)
      ) { row in RecentCrashes(total: Int(row.integer(0)), atLoad: Int(row.integer(1))) }
      return counts ?? RecentCrashes(total: 1, atLoad: atLoad ? 1 : 0)
    }
  }

  func forgetCrashes(_ library: SHA256Digest) throws(SkillError) {
    try database.write(durable: true) { c throws(SkillError) in
      try c.run("DELETE FROM crashes WHERE library = ?", SQLValue(library.bytes))
    }
  }
}
