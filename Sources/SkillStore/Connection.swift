import CSQLite
package import SkillSystem

/// One connection to an SQLite file. It has one user at a time; ``Database`` sees to that.
///
/// SQL is given as `StaticString`: text from outside can only be bound, never become part of a statement, and the
/// literal's address is the key of the cache of prepared statements.
@safe package struct Connection: ~Copyable, Sendable {
  private let connection: csqlite_connection
  private let path: String
  private var prepared: [UInt: csqlite_statement] = unsafe [:]

  /// Opens a file, or a `file:` URI.
  ///
  /// - Parameters:
  ///   - path: what errors name.
  ///   - busyTimeout: milliseconds for which a statement waits for another process.
  init(_ name: String, flags: Int32, path: String, busyTimeout: Int32) throws(SkillError) {
    unsafe connection = try unsafe Self.open(name, flags, path)
    self.path = path
    unsafe sqlite3_busy_timeout(handle, busyTimeout)
  }

  private static func open(_ name: String, _ flags: Int32, _ path: String) throws(SkillError) -> csqlite_connection {
    var opened: OpaquePointer?
    // The caller's lock makes SQLite's own superfluous.
    let status = unsafe sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let opened = unsafe opened, status == SQLITE_OK else {
      // A connection that could not be opened exists all the same, to hold the error. Null is allowed, too.
      defer { unsafe sqlite3_close(opened) }
      throw unsafe failure(status, opened, path)
    }
    return unsafe csqlite_connection(pointer: opened)
  }

  deinit {
    while let statement = unsafe sqlite3_next_stmt(handle, nil) { unsafe sqlite3_finalize(statement) }
    unsafe sqlite3_close(handle)
  }

  private var handle: OpaquePointer { unsafe connection.pointer }

  /// The error for a status that a function of this connection has just returned.
  private func failure(_ status: Int32) -> SkillError { unsafe Self.failure(status, handle, path) }

  private static func failure(_ status: Int32, _ handle: OpaquePointer?, _ path: String) -> SkillError {
    let text = unsafe String(cString: sqlite3_errmsg(handle))
    return .store(status, systemError: unsafe handle == nil ? 0 : sqlite3_system_errno(handle), text, path: path)
  }

  private func check(_ status: Int32) throws(SkillError) {
    if status != SQLITE_OK { throw failure(status) }
  }
}

// MARK: - Statements

extension Connection {
  /// Runs a statement that gives no rows.
  ///
  /// - Returns: the number of rows that it changed.
  @discardableResult
  package mutating func run(_ sql: StaticString, _ values: SQLValue...) throws(SkillError) -> Int {
    try rows(sql, values) { _ in }
    return unsafe Int(sqlite3_changes(handle))
  }

  /// Runs a query and returns what `read` makes of each row.
  package mutating func rows<T>(
    _ sql: StaticString, _ values: SQLValue..., read: (borrowing Row) throws(SkillError) -> T
  ) throws(SkillError) -> [T] {
    var result: [T] = []
    try rows(sql, values) { row throws(SkillError) in result.append(try read(row)) }
    return result
  }

  /// Runs a query and returns what `read` makes of the first row, nil when there is none.
  package mutating func row<T>(
    _ sql: StaticString, _ values: SQLValue..., read: (borrowing Row) throws(SkillError) -> T
  ) throws(SkillError) -> T? {
    var result: T?
    try rows(sql, values) { row throws(SkillError) in
      if result == nil { result = try read(row) }
    }
    return result
  }

  /// The rowid of the newest row that this connection inserted.
  package var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  // Swift 6.3.1's optimiser crashes when it inlines this function, whose closure throws a typed error.
  @inline(never)
  private mutating func rows(
    _ sql: StaticString, _ values: [SQLValue], each: (borrowing Row) throws(SkillError) -> Void
  ) throws(SkillError) {
    let statement = try unsafe statement(sql)
    defer {
      // Without the reset a read would keep its snapshot, and the write-ahead log could not be emptied.
      unsafe sqlite3_reset(statement)
      unsafe sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() { try check(unsafe bind(value, to: statement, at: Int32(index + 1))) }
    while true {
      switch unsafe sqlite3_step(statement) {
      case SQLITE_ROW: try each(unsafe Row(statement: statement, path: path))
      case SQLITE_DONE: return
      case let status: throw failure(status)
      }
    }
  }

  private mutating func statement(_ sql: StaticString) throws(SkillError) -> OpaquePointer {
    let key = unsafe UInt(bitPattern: sql.utf8Start)
    if let found = unsafe prepared[key] { return unsafe found.pointer }
    var statement: OpaquePointer?
    let text = unsafe UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self)
    try check(
      unsafe sqlite3_prepare_v3(
        handle, text, Int32(sql.utf8CodeUnitCount), UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
    guard let statement = unsafe statement else { throw SkillError(.bug, "an empty SQL statement") }
    unsafe prepared[key] = csqlite_statement(pointer: statement)
    return unsafe statement
  }

  private func bind(_ value: SQLValue, to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch value {
    case .null: return unsafe sqlite3_bind_null(statement, index)
    case .integer(let number): return unsafe sqlite3_bind_int64(statement, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
          unsafe csqlite_bind_text(statement, index, characters.baseAddress, UInt64(characters.count))
        }
      }
    case .blob(let blob):
      return unsafe blob.withUnsafeBytes { bytes in
        unsafe csqlite_bind_blob(statement, index, bytes.baseAddress, UInt64(bytes.count))
      }
    }
  }
}

// MARK: - Without a cached statement

extension Connection {
  /// Runs statements once: pragmas and migrations. The text must come from this program.
  func script(_ sql: String) throws(SkillError) {
    try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// While on, closing the last connection leaves the database file as it is.
  func keepFileOnClose(_ on: Bool) throws(SkillError) {
    try check(unsafe csqlite_no_checkpoint_on_close(handle, on ? 1 : 0))
  }

  /// Refuses SQL that damages files on purpose, which a manipulated file could bring in through its schema.
  func harden() throws(SkillError) {
    try check(unsafe csqlite_defensive(handle))
    try script("PRAGMA trusted_schema = OFF")
  }

  /// Whether a transaction is open: some errors end one by themselves.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }
}
