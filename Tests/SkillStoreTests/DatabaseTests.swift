import Glibc
import SkillStore
import SkillSystem
import Testing

private let notes = [Migration("notes", "CREATE TABLE notes (text TEXT NOT NULL) STRICT")]

@Suite("Database")
struct DatabaseTests {
  private let folder = TemporaryFolder()

  private func open(_ migrations: [Migration] = notes, busyTimeout: Int32 = 5_000) throws -> Database {
    try Database(folder("a.db"), migrations: migrations, busyTimeout: busyTimeout)
  }

  private func count(_ database: Database) throws -> Int64 {
    try database.read { c throws(SkillError) in try c.row("SELECT count(*) FROM notes") { $0.integer(0) } ?? -1 }
  }

  @Test("the file and what SQLite puts beside it are for their owner only")
  func permissions() throws {
    let database = try open()
    try database.write(durable: false) { c throws(SkillError) in
      try c.run("INSERT INTO notes VALUES (?)", SQLValue("x"))
    }
    for name in ["a.db", "a.db-wal", "a.db-shm"] {
      var status = stat()
      #expect(stat(folder(name), &status) == 0)
      #expect(status.st_mode & 0o7777 == 0o600, "\(name)")
    }
  }

  @Test("every kind of value comes back as it was", arguments: ["", "plain", "a\0b", "汉字 👩‍👩‍👧", "'; DROP TABLE t; --"])
  func values(text: String) throws {
    let database = try open([Migration("t", "CREATE TABLE t (a TEXT, b BLOB, c INTEGER, d TEXT) STRICT")])
    try database.write(durable: true) { c throws(SkillError) in
      try c.run(
        "INSERT INTO t VALUES (?, ?, ?, ?)", SQLValue(text), SQLValue([UInt8](text.utf8)), .integer(.min), .null)
    }
    let rows = try database.read { c throws(SkillError) in
      try c.rows("SELECT a, b, c, d FROM t") { row in
        ([row.text(0)], row.blob(1), row.integer(2), row.optionalText(3))
      }
    }
    #expect(rows.count == 1)
    #expect(rows[0].0 == [text])
    #expect(rows[0].1 == [UInt8](text.utf8))
    #expect(rows[0].2 == .min)
    #expect(rows[0].3 == nil)
  }

  @Test("a transaction that throws leaves nothing behind, and the next one works")
  func rollback() throws {
    let database = try open()
    let refusal = SkillError(.bug, "no")
    #expect(throws: refusal) {
      try database.write(durable: true) { c throws(SkillError) in
        try c.run("INSERT INTO notes VALUES ('lost')")
        throw refusal
      }
    }
    #expect(try count(database) == 0)
    try database.write(durable: true) { c throws(SkillError) in try c.run("INSERT INTO notes VALUES ('kept')") }
    #expect(try count(database) == 1)
  }

  @Test("a read does not wait for a write, and sees the state before it")
  func readDuringWrite() throws {
    let database = try open()
    try database.write(durable: false) { c throws(SkillError) in
      try c.run("INSERT INTO notes VALUES ('one')")
      let seen = try database.read { r throws(SkillError) in
        try r.row("SELECT count(*) FROM notes") { $0.integer(0) }
      }
      #expect(seen == 0)
    }
    #expect(try count(database) == 1)
  }

  @Test("a read cannot write")
  func readOnlyReader() throws {
    let database = try open()
    #expect(throws: SkillError.self) {
      try database.read { c throws(SkillError) in try c.run("INSERT INTO notes VALUES ('x')") }
    }
    #expect(try count(database) == 0)
  }

  @Test("two who open a new file at once both get it")
  func concurrentOpen() async throws {
    let path = folder("a.db")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let database = try Database(path, migrations: notes)
          try database.write(durable: false) { c throws(SkillError) in try c.run("INSERT INTO notes VALUES ('x')") }
        }
      }
      try await group.waitForAll()
    }
    #expect(try count(try open()) == 8)
  }

  @Test("the change mark moves when another connection commits, and only then")
  func changeMark() throws {
    let (one, other) = (try open(), try open())
    let before = try one.changeMark()
    #expect(try one.changeMark() == before)
    try other.write(durable: false) { c throws(SkillError) in try c.run("INSERT INTO notes VALUES ('x')") }
    #expect(try one.changeMark() != before)
  }

  @Test("who cannot get the lock in time is told so")
  func busy() throws {
    let (one, other) = (try open(), try open(busyTimeout: 10))
    let path = folder("a.db")
    try one.write(durable: false) { _ throws(SkillError) in
      let error = #expect(throws: SkillError.self) { try other.write(durable: false) { _ throws(SkillError) in } }
      #expect(
        error?.description
          == "error[store_busy]: another process keeps the store \(path) locked; "
          + "hint: try again; `fuser \(path)` names the process")
    }
  }

  @Test("a full disk fails the call and keeps the store consistent")
  func full() throws {
    let database = try open()
    let path = folder("a.db")
    let error = #expect(throws: SkillError.self) {
      try database.write(durable: true) { c throws(SkillError) in
        try c.run("PRAGMA max_page_count = 3")
        for _ in 0..<100 { try c.run("INSERT INTO notes VALUES (?)", SQLValue(String(repeating: "x", count: 1_000))) }
      }
    }
    #expect(
      error?.description
        == "error[store_full]: no space is left for the store \(path); nothing was changed; hint: df -h \(folder.path)")
    #expect(try count(database) == 0)
    try database.write(durable: true) { c throws(SkillError) in
      try c.run("PRAGMA max_page_count = 1000")
      try c.run("INSERT INTO notes VALUES ('fits')")
    }
    #expect(try count(database) == 1)
  }
}
