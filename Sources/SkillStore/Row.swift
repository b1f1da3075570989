import CSQLite
package import SkillSystem

/// The current row of a query. It is valid only inside the closure that it is given to.
@safe package struct Row: ~Copyable {
  private let statement: OpaquePointer
  private let path: String

  init(statement: OpaquePointer, path: String) {
    unsafe self.statement = unsafe statement
    self.path = path
  }

  package func isNull(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  /// An integer; 0 for null.
  package func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(statement, column) }

  package func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

  package func bool(_ column: Int32) -> Bool { integer(column) != 0 }

  /// A text; empty for null. Bytes that are not UTF-8 become U+FFFD.
  package func text(_ column: Int32) -> String {
    guard let start = unsafe sqlite3_column_text(statement, column) else { return "" }
    let count = unsafe Int(sqlite3_column_bytes(statement, column))
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  package func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  /// The bytes of a blob or a text; empty for null.
  package func blob(_ column: Int32) -> [UInt8] {
    guard let start = unsafe sqlite3_column_blob(statement, column) else { return [] }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
  }

  package func optionalBlob(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : blob(column) }

  /// The error for a value that this program never writes: something else changed the file.
  package func damaged(_ what: String) -> SkillError {
    .storeCorrupt(path, "it holds \(what), which skillhost never writes")
  }
}
