internal import Glibc
internal import SkillSystem

/// The names in a folder.
enum FolderListing {
  enum Kind {
    case file, folder, link, other
  }

  /// More names than this in one folder are an accident or an attack.
  static let maximumCount = 200_000

  /// Every name besides `.` and `..`, sorted by bytes so that the order is the same on every machine. Names that are
  /// not UTF-8 come with replacement characters, and opening them will fail.
  ///
  /// Errors: `system`.
  static func names(in folder: borrowing Descriptor, path: String) throws(SkillError) -> [String] {
    try entries(in: folder, path: path).map(\.name)
  }

  /// ``names(in:path:)`` with what each is.
  static func entries(
    in folder: borrowing Descriptor, path: String
  ) throws(SkillError) -> [(name: String, kind: Kind)] {
    // Opened again, because reading moves a position that a duplicate of the descriptor would share.
    let number = retrying { unsafe openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard number >= 0 else { throw .systemCall("read the folder", path) }
    guard let stream = unsafe fdopendir(number) else {
      let error = SkillError.systemCall("read the folder", path)
      close(number)
      throw error
    }
    defer { unsafe closedir(stream) }
    var entries: [(name: String, kind: Kind)] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        if errno != 0 { throw .systemCall("read the folder", path) }
        break
      }
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != ".." else { continue }
      guard entries.count < maximumCount else {
        throw SkillError(
          .system, "the folder \(path) holds more than \(maximumCount) names", hint: "use a folder for skills alone")
      }
      entries.append((name, unsafe kind(entry.pointee.d_type, name, folder)))
    }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Most file systems say in the listing what a name is; the others are asked.
  private static func kind(_ type: UInt8, _ name: String, _ folder: borrowing Descriptor) -> Kind {
    switch Int(type) {
    case Int(DT_REG): return .file
    case Int(DT_DIR): return .folder
    case Int(DT_LNK): return .link
    case Int(DT_UNKNOWN): break
    default: return .other
    }
    var status = stat()
    guard unsafe fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return .other }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    default: return .other
    }
  }
}
