import SkillBundle
import SkillRuntime
import SkillSystem

/// What the user decided about each skill: tables `skills` and `skill_directories`. Durable.
struct SkillRecords: Sendable {
  let database: Database

  /// All skills that were ever decided about.
  func all() throws(SkillError) -> [SkillIdentifier: SkillRecord] {
    try database.read { c throws(SkillError) in
      var result: [SkillIdentifier: SkillRecord] = [:]
      // One statement, so that directories and skills are of the same moment.
      _ = try c.rows(
        """
        SELECT enabled, consented_manifest, consented, highest_version, highest_manifest, identifier, slot, path
        FROM skills LEFT JOIN skill_directories USING (identifier)
        """
      ) { row throws(SkillError) in
        let identifier = try identifier(row, 5)
        try add(row, to: &result[identifier])
      }
      return result
    }
  }

  /// The decisions about one skill; the defaults when there are none.
  func one(_ identifier: SkillIdentifier) throws(SkillError) -> SkillRecord {
    try database.read { c throws(SkillError) in try find(identifier, &c) }
  }

  /// Changes the record of one skill in one transaction, so that nothing done by others in between is lost.
  func update(
    _ identifier: SkillIdentifier, _ change: (inout SkillRecord) throws(SkillError) -> Void
  ) throws(SkillError) -> SkillRecord {
    try database.write(durable: true) { c throws(SkillError) in
      let before = try find(identifier, &c)
      var record = before
      try change(&record)
      if record != before { try put(record, identifier, &c) }
      return record
    }
  }

  /// Changes the records of many skills in one transaction: one wait for the disk instead of one for each.
  func update(
    _ identifiers: [SkillIdentifier],
    _ change: (SkillIdentifier, inout SkillRecord) throws(SkillError) -> Void
  ) throws(SkillError) {
    try database.write(durable: true) { c throws(SkillError) in
      for identifier in identifiers {
        let before = try find(identifier, &c)
        var record = before
        try change(identifier, &record)
        if record != before { try put(record, identifier, &c) }
      }
    }
  }

  private func find(_ identifier: SkillIdentifier, _ c: inout Connection) throws(SkillError) -> SkillRecord {
    var record: SkillRecord?
    _ = try c.rows(
      """
      SELECT enabled, consented_manifest, consented, highest_version, highest_manifest, identifier, slot, path
      FROM skills LEFT JOIN skill_directories USING (identifier) WHERE identifier = ?
      """, SQLValue(identifier.text)
    ) { row throws(SkillError) in try add(row, to: &record) }
    return record ?? SkillRecord()
  }

  private func put(_ record: SkillRecord, _ identifier: SkillIdentifier, _ c: inout Connection) throws(SkillError) {
    try c.run(
      """
      INSERT INTO skills (identifier, enabled, consented_manifest, consented, highest_version, highest_manifest)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (identifier) DO UPDATE SET enabled = excluded.enabled, consented_manifest = excluded.consented_manifest,
        consented = excluded.consented, highest_version = excluded.highest_version,
        highest_manifest = excluded.highest_manifest
      """,
      SQLValue(identifier.text), SQLValue(record.isEnabled), SQLValue(record.consentedManifest?.bytes),
      SQLValue(record.consented.map(StoredPermissions.text)), SQLValue(record.highestVersion?.text),
      SQLValue(record.highestManifest?.bytes))
    try c.run("DELETE FROM skill_directories WHERE identifier = ?", SQLValue(identifier.text))
    for (slot, path) in record.directories {
      try c.run(
        "INSERT INTO skill_directories (identifier, slot, path) VALUES (?, ?, ?)", SQLValue(identifier.text),
        SQLValue(slot), SQLValue(path))
    }
  }

  /// Takes one row of the join: the skill, and one of its directories if it has any.
  private func add(_ row: borrowing Row, to record: inout SkillRecord?) throws(SkillError) {
    if record == nil { record = try skill(row) }
    if let slot = row.optionalText(6) { record?.directories[slot] = row.text(7) }
  }

  private func skill(_ row: borrowing Row) throws(SkillError) -> SkillRecord {
    var record = SkillRecord()
    record.isEnabled = row.bool(0)
    record.consentedManifest = row.optionalBlob(1).flatMap(SHA256Digest.init(bytes:))
    if let text = row.optionalText(2) {
      guard let permissions = StoredPermissions.read(text) else { throw row.damaged("unreadable permissions") }
      record.consented = permissions
    }
    if let text = row.optionalText(3) {
      guard let version = try? SemanticVersion(text) else { throw row.damaged("an unreadable version") }
      record.highestVersion = version
    }
    record.highestManifest = row.optionalBlob(4).flatMap(SHA256Digest.init(bytes:))
    return record
  }

  private func identifier(_ row: borrowing Row, _ column: Int32) throws(SkillError) -> SkillIdentifier {
    guard let identifier = try? SkillIdentifier(row.text(column)) else { throw row.damaged("an unreadable identifier") }
    return identifier
  }
}
