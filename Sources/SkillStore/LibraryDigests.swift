package import SkillBundle
package import SkillSystem

/// Digests of library files that were read before: table `library_digests`. Not durable: it only saves work.
///
/// A file is the same as long as its device, inode, size and both times are. The change time cannot be set by
/// programs, so a file that was written to is never taken for the old one.
package struct LibraryDigests: Sendable {
  /// How many are kept, the newest.
  private static let capacity: Int64 = 20_000

  let database: Database

  /// The digest of a file that has not changed since ``put(_:for:)``, else nil.
  package func digest(of file: FileIdentity) throws(SkillError) -> SHA256Digest? {
    try database.read { c throws(SkillError) in
      try c.row(
        """
        SELECT digest FROM library_digests
        WHERE device = ? AND inode = ? AND size = ? AND modified = ? AND changed = ?
        """,
        .integer(file.device), .integer(file.inode), .integer(file.size), .integer(file.modified),
        .integer(file.changed)
      ) { row in SHA256Digest(bytes: row.blob(0)) } ?? nil
    }
  }

  package func put(_ digest: SHA256Digest, for file: FileIdentity) throws(SkillError) {
    try database.write(durable: false) { c throws(SkillError) in
      try c.run(
        """
        INSERT OR REPLACE INTO library_digests (device, inode, size, modified, changed, digest)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        .integer(file.device), .integer(file.inode), .integer(file.size), .integer(file.modified),
        .integer(file.changed), .blob(digest.bytes))
      try c.run("DELETE FROM library_digests WHERE sequence <= ?", .integer(c.lastInsertedRow - Self.capacity))
    }
  }
}

/// What identifies the content of a file without reading it: all times in nanoseconds since 1970.
package struct FileIdentity: Hashable, Sendable {
  package var device, inode, size, modified, changed: Int64
}
