import SkillBundle
import SkillRuntime
import SkillStore
import SkillSystem
import Testing

/// What each released version of the schema looked like, with something in every table. These texts are copies of
/// their day: they do not follow when `Migrations` changes, which is what they are for.
private let history: [(version: Int, sql: String)] = [
  (
    1,
    """
    CREATE TABLE skills (
      identifier TEXT NOT NULL PRIMARY KEY, enabled INTEGER NOT NULL DEFAULT 0 CHECK (enabled IN (0, 1)),
      consented_manifest BLOB CHECK (length(consented_manifest) = 32), consented TEXT, highest_version TEXT,
      highest_manifest BLOB CHECK (length(highest_manifest) = 32)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE skill_directories (
      identifier TEXT NOT NULL REFERENCES skills ON DELETE CASCADE, slot TEXT NOT NULL, path TEXT NOT NULL,
      PRIMARY KEY (identifier, slot)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO skills VALUES ('a.b', 1, zeroblob(32),
      '{"network":["x.org:443"],"directories":[],"environment":["TZ"]}', '1.2.3', zeroblob(32));
    INSERT INTO skill_directories VALUES ('a.b', 'notes', '/srv/notes');
    """
  ),
  (
    2,
    """
    CREATE TABLE quarantine (
      library BLOB NOT NULL PRIMARY KEY CHECK (length(library) = 32), reason TEXT NOT NULL, since INTEGER NOT NULL,
      until INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE crashes (
      library BLOB NOT NULL CHECK (length(library) = 32), at INTEGER NOT NULL,
      at_load INTEGER NOT NULL CHECK (at_load IN (0, 1))
    ) STRICT;
    CREATE INDEX crashes_by_library ON crashes (library, at);
    CREATE INDEX crashes_by_time ON crashes (at);
    INSERT INTO quarantine VALUES (zeroblob(32), 'crashed', 1, NULL);
    INSERT INTO crashes VALUES (zeroblob(32), 50, 0);
    """
  ),
  (
    3,
    """
    CREATE TABLE executions (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, identifier TEXT NOT NULL,
      version TEXT NOT NULL, started_at INTEGER NOT NULL, duration_us INTEGER NOT NULL, outcome TEXT NOT NULL,
      argument_digest BLOB NOT NULL CHECK (length(argument_digest) = 32), input_bytes INTEGER NOT NULL,
      output_bytes INTEGER NOT NULL, events TEXT NOT NULL
    ) STRICT;
    CREATE INDEX executions_by_identifier ON executions (identifier, sequence);
    CREATE INDEX executions_by_time ON executions (started_at);
    INSERT INTO executions VALUES (7, 'x1', 'a.b', '1.2.3', 5, 6, 'completed', zeroblob(32), 8, 9, 'events');
    """
  ),
  (
    4,
    """
    CREATE TABLE library_digests (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT, device INTEGER NOT NULL, inode INTEGER NOT NULL,
      size INTEGER NOT NULL, modified INTEGER NOT NULL, changed INTEGER NOT NULL,
      digest BLOB NOT NULL CHECK (length(digest) = 32), UNIQUE (device, inode)
    ) STRICT;
    INSERT INTO library_digests VALUES (3, 1, 2, 3, 4, 5, zeroblob(32));
    """
  ),
  (
    5,
    """
    CREATE TABLE stored_values (
      identifier TEXT NOT NULL, key BLOB NOT NULL CHECK (length(key) BETWEEN 1 AND 256),
      value BLOB NOT NULL CHECK (length(value) <= 262144), PRIMARY KEY (identifier, key)
    ) STRICT;
    INSERT INTO stored_values VALUES ('a.b', x'00', x'01ff');
    """
  ),
]

@Suite("Migrations")
struct MigrationTests {
  private let folder = TemporaryFolder()
  private var path: String { folder("skillhost.db") }
  private let zero = SHA256Digest(bytes: [UInt8](repeating: 0, count: 32))

  @Test("the history has every version")
  func complete() { #expect(history.map(\.version) == Array(1...Migrations.all.count)) }

  @Test(
    "a store of any earlier version becomes the newest and keeps what it holds", arguments: 0...Migrations.all.count)
  func migrate(version: Int) throws {
    do { _ = try Database(path, migrations: history.prefix(version).map { Migration("old", $0.sql) }) }
    let store = try Store(path: path)
    let found = try store.database.read { c throws(SkillError) in
      try c.row("PRAGMA user_version") { Int($0.integer(0)) }
    }
    #expect(found == Migrations.all.count)
    let zero = try #require(zero)
    if version >= 1 {
      var record = SkillRecord()
      record.isEnabled = true
      record.consentedManifest = zero
      record.consented = Permissions(
        network: [try #require(NetworkPermission("x.org:443"))], directories: [], environment: ["TZ"])
      record.directories = ["notes": "/srv/notes"]
      record.highestVersion = try SemanticVersion("1.2.3")
      record.highestManifest = zero
      #expect(try store.records() == [identifier("a.b"): record])
    }
    if version >= 2 {
      #expect(try store.quarantine() == [zero: QuarantineRecord(reason: "crashed", since: 1)])
      #expect(try store.noteCrash(zero, at: 60, atLoad: false) == RecentCrashes(total: 2, atLoad: 0))
    }
    if version >= 3 {
      #expect(try store.executions(of: nil, limit: 5).map(\.id) == ["x1"])
    }
    if version >= 5 { #expect(try store.storedValue([0], of: "a.b") == [1, 255]) }
    // Whatever it was, it takes what the newest writes.
    try store.update(identifier("c.d")) { $0 = fullRecord() }
    try store.add(execution("x2"))
    #expect(try store.record(of: identifier("c.d")) == fullRecord())
    #expect(try store.executions(of: nil, limit: 1).map(\.id) == ["x2"])
  }

  @Test("the schema of a migrated store is that of a new one", arguments: 0...Migrations.all.count)
  func sameSchema(version: Int) throws {
    do { _ = try Database(path, migrations: history.prefix(version).map { Migration("old", $0.sql) }) }
    #expect(try schema(path) == schema(folder("new.db")))
  }

  /// The columns of every table, as SQLite has understood them.
  private func schema(_ path: String) throws -> [String] {
    try Store(path: path).database.read { c throws(SkillError) in
      try c.rows(
        """
        SELECT t.name, c.name, c.type, c."notnull", coalesce(c.dflt_value, ''), c.pk
        FROM sqlite_schema t, pragma_table_xinfo(t.name) c ORDER BY t.name, c.cid
        """
      ) { row in "\(row.text(0)).\(row.text(1)) \(row.text(2)) \(row.integer(3)) \(row.text(4)) \(row.integer(5))" }
    }
  }
}
