/// The schema of the store, step by step. Steps are only added, at the end; `docs/store.md` describes the tables.
package enum Migrations {
  package static let all: [Migration] = [
    Migration(
      "what the user decided about each skill",
      """
      CREATE TABLE skills (
        identifier TEXT NOT NULL PRIMARY KEY,
        enabled INTEGER NOT NULL DEFAULT 0 CHECK (enabled IN (0, 1)),
        consented_manifest BLOB CHECK (length(consented_manifest) = 32),
        consented TEXT,
        highest_version TEXT,
        highest_manifest BLOB CHECK (length(highest_manifest) = 32)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE skill_directories (
        identifier TEXT NOT NULL REFERENCES skills ON DELETE CASCADE,
        slot TEXT NOT NULL,
        path TEXT NOT NULL,
        PRIMARY KEY (identifier, slot)
      ) STRICT, WITHOUT ROWID;
      """),
    Migration(
      "libraries that crashed, and those that may not run",
      """
      CREATE TABLE quarantine (
        library BLOB NOT NULL PRIMARY KEY CHECK (length(library) = 32),
        reason TEXT NOT NULL,
        since INTEGER NOT NULL,
        until INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE crashes (
        library BLOB NOT NULL CHECK (length(library) = 32),
        at INTEGER NOT NULL,
        at_load INTEGER NOT NULL CHECK (at_load IN (0, 1))
      ) STRICT;
      CREATE INDEX crashes_by_library ON crashes (library, at);
      CREATE INDEX crashes_by_time ON crashes (at);
      """),
    Migration(
      "the log of executions",
      """
      CREATE TABLE executions (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        identifier TEXT NOT NULL,
        version TEXT NOT NULL,
        started_at INTEGER NOT NULL,
        duration_us INTEGER NOT NULL,
        outcome TEXT NOT NULL,
        argument_digest BLOB NOT NULL CHECK (length(argument_digest) = 32),
        input_bytes INTEGER NOT NULL,
        output_bytes INTEGER NOT NULL,
        events TEXT NOT NULL
      ) STRICT;
      CREATE INDEX executions_by_identifier ON executions (identifier, sequence);
      CREATE INDEX executions_by_time ON executions (started_at);
      """),
    Migration(
      "digests of library files that have not changed since they were read",
      """
      CREATE TABLE library_digests (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        device INTEGER NOT NULL,
        inode INTEGER NOT NULL,
        size INTEGER NOT NULL,
        modified INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        digest BLOB NOT NULL CHECK (length(digest) = 32),
        UNIQUE (device, inode)
      ) STRICT;
      """),
    Migration(
      "what skills keep for themselves",
      """
      CREATE TABLE stored_values (
        identifier TEXT NOT NULL,
        key BLOB NOT NULL CHECK (length(key) BETWEEN 1 AND 256),
        value BLOB NOT NULL CHECK (length(value) <= 262144),
        PRIMARY KEY (identifier, key)
      ) STRICT;
      """),
  ]
}
