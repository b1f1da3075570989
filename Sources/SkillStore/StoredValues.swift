import SkillLoader
import SkillRuntime
import SkillSystem

/// What skills keep for themselves: table `stored_values`, a row a key, apart for each identifier. Durable, because a
/// skill that was told so may have told its user.
///
/// A key is bytes to SQLite: so its order is that of the bytes, and a NUL does not end it.
struct StoredValues: Sendable {
  let database: Database

  func value(_ key: [UInt8], of identifier: String) throws(SkillError) -> [UInt8]? {
    try database.read { c throws(SkillError) in
      try c.row(
        "SELECT value FROM stored_values WHERE identifier = ? AND key = ?", SQLValue(identifier), SQLValue(key)
      ) { row in row.blob(0) }
    }
  }

  /// - Throws: `storage_full`; nothing is changed then.
  func set(_ value: [UInt8], _ key: [UInt8], of identifier: String) throws(SkillError) {
    guard value.count <= ServiceLimits.value, (1...ServiceLimits.key).contains(key.count) else {
      throw SkillError(.storageFull, "a value may have \(ServiceLimits.value) bytes, and its key \(ServiceLimits.key)")
    }
    try database.write(durable: true) { c throws(SkillError) in
      let others = try c.row(
        """
        SELECT count(*), coalesce(sum(length(key) + length(value)), 0) FROM stored_values
        WHERE identifier = ? AND key <> ?
        """, SQLValue(identifier), SQLValue(key)
      ) { row in (count: Int(row.integer(0)), bytes: Int(row.integer(1))) }
      guard let others, others.count < ServiceLimits.keys else {
        throw SkillError(.storageFull, "\(identifier) already keeps \(ServiceLimits.keys) values")
      }
      guard others.bytes + key.count + value.count <= ServiceLimits.storedBytes else {
        throw SkillError(
          .storageFull,
          "\(identifier) keeps \(others.bytes) bytes; with \(key.count + value.count) more it would exceed "
            + "\(ServiceLimits.storedBytes)")
      }
      try c.run(
        """
        INSERT INTO stored_values (identifier, key, value) VALUES (?, ?, ?)
        ON CONFLICT (identifier, key) DO UPDATE SET value = excluded.value
        """, SQLValue(identifier), SQLValue(key), SQLValue(value))
    }
  }

  func remove(_ key: [UInt8], of identifier: String) throws(SkillError) {
    try database.write(durable: true) { c throws(SkillError) in
      try c.run(
        "DELETE FROM stored_values WHERE identifier = ? AND key = ?", SQLValue(identifier), SQLValue(key))
    }
  }

  func keys(prefix: [UInt8], of identifier: String) throws(SkillError) -> [StoredKey] {
    try database.read { c throws(SkillError) in
      try c.rows(
        """
        SELECT key, length(value) FROM stored_values
        WHERE identifier = ?1 AND key >= ?2 AND substr(key, 1, length(?2)) = ?2 ORDER BY key
        """, SQLValue(identifier), SQLValue(prefix)
      ) { row in StoredKey(key: row.blob(0), valueSize: Int(row.integer(1))) }
    }
  }
}
