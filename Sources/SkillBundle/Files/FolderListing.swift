internal import Glibc
internal import SkillSystem

/// The names in a folder.
enum FolderListing {
  /// Every name besides `.` and `..`, sorted by bytes so that the order is the same on every machine. Names that are not
  /// UTF-8 come with replacement characters, and opening them will fail.
  ///
  /// Errors: `system`.
  static func names(in folder: borrowing Descriptor, path: String) throws(SkillError) -> [String] {
    // A stream of its own: reading moves a position that duplicates share, so the folder is opened again.
    let number = retrying { unsafe openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard number >= 0 else { throw .systemCall("read the folder", path) }
    guard let stream = unsafe fdopendir(number) else {
      let error = SkillError.systemCall("read the folder", path)
      close(number)
      throw error
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        if errno != 0 { throw .systemCall("read the folder", path) }
        break
      }
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
