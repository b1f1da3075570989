import Glibc
import SkillStore
import SkillSystem
import Testing

@Suite("Opening a store that is not as expected")
struct OpeningTests {
  private let folder = TemporaryFolder()
  private var path: String { folder("a.db") }

  private let one = [Migration("one", "CREATE TABLE a (x INTEGER) STRICT")]
  private let two = [
    Migration("one", "CREATE TABLE a (x INTEGER) STRICT"), Migration("two", "CREATE TABLE b (x INTEGER) STRICT"),
  ]

  private func bytes() throws -> [UInt8]? { try AtomicFile.read(path, limit: 1 << 24) }

  /// What opening says, and that it left the file alone.
  private func refusal(_ migrations: [Migration], sourceLocation: SourceLocation = #_sourceLocation) throws -> String? {
    let before = try bytes()
    let error = #expect(throws: SkillError.self, sourceLocation: sourceLocation) {
      _ = try Database(path, migrations: migrations)
    }
    #expect(try bytes() == before, sourceLocation: sourceLocation)
    return error?.description
  }

  private var newer: String {
    "error[store_newer]: the store \(path) has version 2, and this program knows versions up to 1; it was left as it is;"
      + " hint: use the newer skillhost that wrote it, or another home: export SKILLHOST_HOME=/some/folder"
  }

  private func corrupt(_ reason: String) -> String {
    "error[store_corrupt]: cannot use the store \(path): \(reason); it was left as it is; "
      + "hint: restore it from a backup, or start with an empty one: mv \(path) \(path).damaged"
  }

  @Test("a file of a later version is refused and not touched")
  func laterVersion() throws {
    do { _ = try Database(path, migrations: two) }
    #expect(try refusal(one) == newer)
    #expect(access(folder("a.db-wal"), F_OK) != 0)
  }

  @Test("also when the later version is still in the write-ahead log only")
  func laterVersionInLog() throws {
    do { _ = try Database(path, migrations: one) }
    let holder = try Database(path, migrations: two)
    // As a process that was killed leaves them: a file of version 1, and a log that makes it 2.
    let log = try AtomicFile.read(folder("a.db-wal"), limit: 1 << 24)
    let file = try bytes()
    withExtendedLifetime(holder) {}
    let copy = folder("b.db")
    try AtomicFile.write(try #require(file), to: copy)
    try AtomicFile.write(try #require(log), to: "\(copy)-wal")
    let error = #expect(throws: SkillError.self) { _ = try Database(copy, migrations: one) }
    #expect(error?.code == .storeNewer)
    #expect(try AtomicFile.read(copy, limit: 1 << 24) == file)
    #expect(try AtomicFile.read("\(copy)-wal", limit: 1 << 24) == log)
  }

  @Test("what is not SQLite is refused")
  func notADatabase() throws {
    try AtomicFile.write([UInt8](repeating: 0x41, count: 5_000), to: path)
    #expect(try refusal(one) == corrupt("it is not an SQLite database"))
  }

  @Test("a folder in its place is refused")
  func folderInPlace() throws {
    try makeFolder(path)
    let error = #expect(throws: SkillError.self) { _ = try Database(path, migrations: one) }
    #expect(error?.description == corrupt("it is not a regular file"))
  }

  @Test("another program's database is refused", arguments: ["CREATE TABLE t (x)", "PRAGMA application_id = 7"])
  func foreign(sql: String) throws {
    try sqlite(sql)
    #expect(try refusal(one) == corrupt("it is the database of another program"))
  }

  @Test("a damaged schema is seen at once")
  func damagedSchema() throws {
    do { _ = try Database(path, migrations: two) }
    var content = try #require(try bytes())
    for index in 100..<4_096 { content[index] = 0xff }
    try AtomicFile.write(content, to: path)
    #expect(try refusal(two) == corrupt("it is damaged (database disk image is malformed)"))
  }

  @Test("damage inside is an error of the query that meets it")
  func damagedPage() throws {
    do {
      let database = try Database(path, migrations: two)
      try database.write(durable: true) { c throws(SkillError) in
        for _ in 0..<2_000 { try c.run("INSERT INTO a VALUES (1)") }
      }
    }
    var content = try #require(try bytes())
    for index in 4_096..<content.count { content[index] = 0xff }
    try AtomicFile.write(content, to: path)
    let database = try Database(path, migrations: two)
    let error = #expect(throws: SkillError.self) {
      try database.read { c throws(SkillError) in try c.rows("SELECT x FROM a") { $0.integer(0) } }
    }
    #expect(error?.description == corrupt("it is damaged (database disk image is malformed)"))
    #expect(try bytes() == content)
  }

  @Test("a path with characters that mean something in a URI")
  func oddPath() throws {
    let odd = folder("a b?c#d%20é.db")
    do { _ = try Database(odd, migrations: two) }
    let error = #expect(throws: SkillError.self) { _ = try Database(odd, migrations: one) }
    #expect(error?.code == .storeNewer)
  }

  @Test("a folder that cannot be made or written is named")
  func cannotCreate() throws {
    let under = "\(path)/under/it.db"
    try AtomicFile.write([], to: path)
    let error = #expect(throws: SkillError.self) { _ = try Database(under, migrations: one) }
    #expect(
      error?.description
        == "error[store_unwritable]: cannot create the store \(under): cannot create folder \(path)/under: "
        + "Not a directory; hint: make \(path)/under writable for this user")
  }

  @Test("a file that this user may only read is named")
  func readOnly() async throws {
    do { _ = try Database(path, migrations: one) }
    // Root may write everything, so the child becomes somebody else.
    chmod(folder.path, 0o755)
    chmod(path, 0o444)
    await #expect(processExitsWith: .success) { [path = path as String] in
      if getuid() == 0 { #expect(setuid(65_534) == 0) }
      let error = #expect(throws: SkillError.self) {
        let one = [Migration("one", "CREATE TABLE a (x INTEGER) STRICT")]
        let database = try Database(path, migrations: one)
        try database.write(durable: true) { c throws(SkillError) in try c.run("INSERT INTO a VALUES (1)") }
      }
      #expect(error?.code == .storeUnwritable)
      #expect(error?.message.contains(path) == true)
    }
    chmod(folder.path, 0o700)
  }

  /// Runs SQL on the file without this program's migrations.
  private func sqlite(_ sql: String) throws {
    let donor = folder("donor.db")
    do {
      let migration = "\(sql); CREATE TABLE x (a); DROP TABLE x"
      _ = try Database(donor, migrations: [Migration("foreign", migration)])
    }
    // Its mark and version are taken away: bytes 60–63 and 68–71 of the header.
    var content = try #require(try AtomicFile.read(donor, limit: 1 << 24))
    for index in 60..<64 { content[index] = 0 }
    for index in 68..<72 { content[index] = sql.hasPrefix("PRAGMA") && index == 71 ? 7 : 0 }
    try AtomicFile.write(content, to: path)
  }
}
