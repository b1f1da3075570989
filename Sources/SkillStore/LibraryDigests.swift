package import SkillBundle
import SkillSystem

/// Digests of library files that were read before: table `library_digests`. Not durable: it only saves work, so a
/// store that cannot be read or written costs time here and nothing else.
package struct LibraryDigests: DigestCache {
  /// How many are kept, the newest.
  private static let capacity: Int64 = 20_000

  let database: Database

  package func digest(of file: FileIdentity) -> SHA256Digest? {
    let found = try? database.read { c throws(SkillError) in
      try c.row(
        """
        SELECT digest FROM library_digests
        WHERE device = ? AND inode = ? AND size = ? AND modified = ? AND changed = ?
        """,
        .integer(Int64(bitPattern: file.device)), .integer(Int64(bitPattern: file.inode)), .integer(file.size),
        .integer(file.modified), .integer(file.changed)
      ) { row in SHA256Digest(bytes: row.blob(0)) }
    }
    return found ?? nil
  }

  package func remember(_ digest: SHA256Digest, of file: FileIdentity) {
    try? database.write(durable: false) { c throws(SkillError) in
      try c.run(
        """
        INSERT OR REPLACE INTO library_digests (device, inode, size, modified, changed, digest)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        .integer(Int64(bitPattern: file.device)), .integer(Int64(bitPattern: file.inode)), .integer(file.size),
        .integer(file.modified), .integer(file.changed), .blob(digest.bytes))
      try c.run("DELETE FROM library_digests WHERE sequence <= ?", .integer(c.lastInsertedRow - Self.capacity))
    }
  }
}
