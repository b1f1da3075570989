import SkillBundle
import SkillRuntime
import SkillSystem

/// The log of executions: table `executions`. Not durable, and pruned as it grows.
struct Executions: Sendable {
  /// How many are kept.
  static let capacity: Int64 = 10_000
  /// Milliseconds for which they are kept: 30 days.
  static let lifetime: Int64 = 30 * 24 * 60 * 60 * 1000

  let database: Database

  /// Adds executions in one transaction, and removes what is older than the newest 10,000 or, seen from the newest
  /// of these, than 30 days.
  ///
  /// Both removals are range deletes on an index, which cost nothing when there is nothing to remove.
  func add(_ executions: [ExecutionRecord]) throws(SkillError) {
    guard let newest = executions.map(\.startedAt).max() else { return }
    try database.write(durable: false) { c throws(SkillError) in
      for execution in executions { try insert(execution, &c) }
      try c.run("DELETE FROM executions WHERE sequence <= ?", .integer(c.lastInsertedRow - Self.capacity))
      try c.run(
        "DELETE FROM executions WHERE started_at < ?", .integer(newest.subtractingReportingOverflow(Self.lifetime).0))
    }
  }

  /// The newest executions first, of one skill or of all.
  func newest(of identifier: SkillIdentifier?, limit: Int) throws(SkillError) -> [ExecutionRecord] {
    let limit = SQLValue(max(limit, 0))
    return try database.read { c throws(SkillError) in
      if let identifier {
        return try c.rows(
          """
          SELECT id, identifier, version, started_at, duration_us, outcome, argument_digest, input_bytes, output_bytes,
            events
          FROM executions WHERE identifier = ? ORDER BY sequence DESC LIMIT ?
          """, SQLValue(identifier.text), limit, read: execution)
      }
      return try c.rows(
        """
        SELECT id, identifier, version, started_at, duration_us, outcome, argument_digest, input_bytes, output_bytes,
          events
        FROM executions ORDER BY sequence DESC LIMIT ?
        """, limit, read: execution)
    }
  }

  private func insert(_ execution: ExecutionRecord, _ c: inout Connection) throws(SkillError) {
    // An execution that is reported twice is recorded once.
    try c.run(
      """
      INSERT INTO executions (id, identifier, version, started_at, duration_us, outcome, argument_digest, input_bytes,
        output_bytes, events)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET duration_us = excluded.duration_us, outcome = excluded.outcome,
        output_bytes = excluded.output_bytes, events = excluded.events
      """,
      SQLValue(execution.id), SQLValue(execution.identifier.text), SQLValue(execution.version),
      SQLValue(execution.startedAt), SQLValue(execution.durationMicroseconds), SQLValue(execution.outcome),
      SQLValue(execution.argumentDigest.bytes), SQLValue(execution.inputBytes), SQLValue(execution.outputBytes),
      SQLValue(execution.events))
  }

  private func execution(_ row: borrowing Row) throws(SkillError) -> ExecutionRecord {
    guard let digest = SHA256Digest(bytes: row.blob(6)) else { throw row.damaged("an unreadable digest") }
    guard let identifier = try? SkillIdentifier(row.text(1)) else { throw row.damaged("an unreadable identifier") }
    return ExecutionRecord(
      id: row.text(0), identifier: identifier, version: row.text(2), startedAt: row.integer(3),
      durationMicroseconds: row.integer(4), outcome: row.text(5), argumentDigest: digest,
      inputBytes: Int(row.integer(7)), outputBytes: Int(row.integer(8)), events: row.text(9))
  }
}
