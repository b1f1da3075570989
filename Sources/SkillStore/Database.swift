import CSQLite
import Glibc
package import SkillSystem
import Synchronization

/// One SQLite file that many threads and many processes use at once.
///
/// Two connections, each behind a lock: one writes, one only reads. In write-ahead-log mode a reader sees the last
/// committed state and never waits for a writer, not even for one that is waiting for the disk. A pool of readers was
/// left out: every query of this program is answered from an index in microseconds.
///
/// Whether a commit waits for the disk is said by each ``write(durable:_:)``: SQLite's `synchronous` is a property of
/// the connection, and is changed between transactions only when it differs.
package final class Database: Sendable {
  private struct Writer: ~Copyable {
    var connection: Connection
    var isFull: Bool
  }

  package let path: String
  private let writer: Lock<Writer>
  private let reader: Lock<Connection>

  /// Opens the file, creating it with mode 0600 where there is none, and brings it to the newest of `migrations`.
  ///
  /// - Parameter busyTimeout: milliseconds for which a statement waits for another process.
  /// - Throws: `store_newer`, `store_corrupt`, `store_unwritable`, `store_full`, `store_busy`, `store_failed`. In the
  ///   first two cases the file is byte for byte as it was.
  package init(_ path: String, migrations: [Migration], busyTimeout: Int32 = 5_000) throws(SkillError) {
    self.path = path
    try Self.create(path)
    try Self.peek(path, newest: migrations.count)
    var connection = try Connection(path, flags: SQLITE_OPEN_READWRITE, path: path, busyTimeout: busyTimeout)
    try connection.keepFileOnClose(true)
    try connection.harden()
    try connection.prepare(path, migrations, busyTimeout: busyTimeout)
    try connection.script("PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL")
    try connection.keepFileOnClose(false)
    writer = Lock(Writer(connection: connection, isFull: false))
    let reading = try Connection(path, flags: SQLITE_OPEN_READWRITE, path: path, busyTimeout: busyTimeout)
    try reading.harden()
    try reading.script("PRAGMA query_only = ON")
    reader = Lock(reading)
  }

  /// Reads. Each query sees the newest committed state; it does not wait for writes.
  package func read<T>(
    _ body: (inout Connection) throws(SkillError) -> sending T
  ) throws(SkillError) -> sending T {
    try reader.withLock { connection throws(SkillError) in try body(&connection) }
  }

  /// Writes in one transaction that no other writer interleaves with: all of it, or, when `body` or the commit
  /// throws, nothing.
  ///
  /// - Parameter durable: whether the disk has it when this returns. Without, a crash of the machine may lose the
  ///   newest transactions (never a part of one); a crash of the process loses nothing either way.
  @discardableResult
  package func write<T>(
    durable: Bool, _ body: (inout Connection) throws(SkillError) -> sending T
  ) throws(SkillError) -> sending T {
    try writer.withLock { writer throws(SkillError) in
      if writer.isFull != durable {
        try writer.connection.script(durable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
        writer.isFull = durable
      }
      return try writer.connection.transaction(body)
    }
  }

  /// A number that differs from an earlier one when anything was committed in between, by this process or another.
  package func changeMark() throws(SkillError) -> Int64 {
    try read { connection throws(SkillError) in
      try connection.row("PRAGMA data_version") { row in row.integer(0) } ?? 0
    }
  }
}

// MARK: - Opening

extension Database {
  /// Puts an empty file at `path` unless one is there.
  ///
  /// SQLite would create it with the umask's bits. The file gets its name only after this process has closed it:
  /// closing any descriptor of a database drops the locks that other connections of the same process hold on it.
  private static func create(_ path: String) throws(SkillError) {
    guard unsafe access(path, F_OK) != 0 else { return }
    do throws(SkillError) {
      try makeFolder(Path.parent(of: path))
      let temporary = "\(path).\(getpid()).\(UInt32.random(in: 0...UInt32.max)).new"
      do {
        let file = try Descriptor.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
        _ = fchmod(file.number, 0o600)
      }
      defer { unsafe unlink(temporary) }
      guard unsafe link(temporary, path) == 0 || errno == EEXIST else { throw .systemCall("create", path) }
    } catch {
      throw SkillError(
        .storeUnwritable, "cannot create the store \(path): \(error.message)",
        hint: "make \(Path.parent(of: path)) writable for this user")
    }
  }

  /// Refuses a foreign or newer file before any connection could write beside it.
  ///
  /// `immutable` takes no locks and looks at no write-ahead log, so the answer is only a first one: a version that is
  /// still in the log is found by ``Connection/prepare(_:_:)``, and so is damage, which a checkpoint in progress can
  /// feign here. What does not begin as an SQLite file does is certain. (Reading the file with `open` and `close`
  /// would drop the locks of this process's other connections.)
  private static func peek(_ path: String, newest: Int) throws(SkillError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw .store(SQLITE_CANTOPEN, systemError: errno, "", path: path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .storeCorrupt(path, "it is not a regular file") }
    guard status.st_size > 0 else { return }
    var version = 0
    do throws(SkillError) {
      var looking = try Connection(
        "file:\(percentEncoded(path))?immutable=1", flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, path: path,
        busyTimeout: 0)
      version = try looking.row("PRAGMA user_version") { row in Int(row.integer(0)) } ?? 0
    } catch  where error == .store(SQLITE_NOTADB, "", path: path) {
      throw error
    } catch {
      return
    }
    if version > newest { throw .storeNewer(path, found: version, known: newest) }
  }

  private static func percentEncoded(_ path: String) -> String {
    var result: [UInt8] = []
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"):
        let digits = [UInt8]("0123456789ABCDEF".utf8)
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

// MARK: - Looking after it

extension Database {
  /// The version of the SQLite library that is in use.
  package static var libraryVersion: String { unsafe String(cString: sqlite3_libversion()) }

  /// What SQLite finds wrong with the whole file; empty when nothing is. Reads every page.
  package func damage() throws(SkillError) -> [String] {
    try read { connection throws(SkillError) in
      try connection.rows("PRAGMA quick_check(20)") { row in row.text(0) }.filter { $0 != "ok" }
    }
  }
}
