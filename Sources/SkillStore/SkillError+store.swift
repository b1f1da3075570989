import CSQLite
import Glibc
package import SkillSystem

extension SkillError.Code {
  /// The file was written by a later version of this program.
  package static let storeNewer = Self("store_newer", .refused)
  /// The file is not a store, or is damaged.
  package static let storeCorrupt = Self("store_corrupt", .unavailable)
  /// No space is left on the device or in the quota.
  package static let storeFull = Self("store_full", .unavailable)
  /// The file or its folder cannot be written.
  package static let storeUnwritable = Self("store_unwritable", .unavailable)
  /// Another process has held the store for longer than the busy timeout.
  package static let storeBusy = Self("store_busy", .unavailable)
  /// The device failed, or memory ran out.
  package static let storeFailed = Self("store_failed", .unavailable)
}

extension SkillError {
  /// What an SQLite result code means to the user of the store at `path`.
  ///
  /// - Parameters:
  ///   - code: the extended result code.
  ///   - systemError: `sqlite3_system_errno`, 0 when there is none.
  ///   - text: `sqlite3_errmsg`.
  static func store(_ code: Int32, systemError: Int32 = 0, _ text: String, path: String) -> SkillError {
    if systemError == ENOSPC || systemError == EDQUOT { return .storeFull(path) }
    switch code & 0xff {
    case SQLITE_FULL: return .storeFull(path)
    case SQLITE_NOTADB: return .storeCorrupt(path, "it is not an SQLite database")
    case SQLITE_CORRUPT: return .storeCorrupt(path, "it is damaged (\(text))")
    case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH:
      return .storeUnwritable(path, systemError == 0 ? text : errorText(systemError))
    case SQLITE_BUSY, SQLITE_LOCKED:
      return SkillError(
        .storeBusy, "another process keeps the store \(path) locked",
        hint: "try again; `fuser \(path)` names the process")
    case SQLITE_MISUSE, SQLITE_ERROR, SQLITE_RANGE, SQLITE_CONSTRAINT, SQLITE_MISMATCH:
      return SkillError(.bug, "the store \(path): \(text)")
    default:
      if systemError == EROFS || systemError == EACCES { return .storeUnwritable(path, errorText(systemError)) }
      return SkillError(.storeFailed, "the store \(path): \(text)")
    }
  }

  private static func storeFull(_ path: String) -> SkillError {
    SkillError(
      .storeFull, "no space is left for the store \(path); nothing was changed", hint: "df -h \(Path.parent(of: path))")
  }

  private static func storeUnwritable(_ path: String, _ reason: String) -> SkillError {
    SkillError(
      .storeUnwritable, "cannot write the store \(path): \(reason)",
      hint: "make it and its folder writable for this user: ls -ld \(Path.parent(of: path)) \(path)")
  }

  static func storeCorrupt(_ path: String, _ reason: String) -> SkillError {
    SkillError(
      .storeCorrupt, "cannot use the store \(path): \(reason); it was left as it is",
      hint: "restore it from a backup, or start with an empty one: mv \(path) \(path).damaged")
  }

  static func storeNewer(_ path: String, found: Int, known: Int) -> SkillError {
    SkillError(
      .storeNewer,
      "the store \(path) has version \(found), and this program knows versions up to \(known); it was left as it is",
      hint: "use the newer skillhost that wrote it, or another home: export SKILLHOST_HOME=/some/folder")
  }
}
