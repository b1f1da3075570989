import Glibc
package import SkillSystem

/// A file that the user named.
package enum InputFile {
  /// Reads a regular file.
  ///
  /// - Throws: `file_not_found`, `file_too_large`, `system`.
  package static func read(_ path: String, limit: Int) throws(SkillError) -> [UInt8] {
    try requireThere(path)
    guard let bytes = try AtomicFile.read(path, limit: limit) else {
      throw SkillError(.fileTooLarge, "\(path) has more than \(SizeText.text(limit))")
    }
    return bytes
  }

  /// - Throws: `file_not_found`.
  package static func requireThere(_ path: String) throws(SkillError) {
    guard unsafe access(path, F_OK) == 0 else {
      throw SkillError(
        .fileNotFound, "there is no file \(path)", hint: "ls \(quoted(Path.parent(of: path)))")
    }
  }

  /// Whether there is a folder at `path`.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The names in a folder, in byte order, without `.` and `..`.
  ///
  /// - Throws: `system`.
  package static func names(in folder: String) throws(SkillError) -> [String] {
    guard let stream = unsafe opendir(folder) else { throw .systemCall("open folder", folder) }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Reads standard input to its end.
  ///
  /// - Throws: `file_too_large`, `system`.
  package static func readStandardInput(limit: Int) throws(SkillError) -> [UInt8] {
    let copy = fcntl(0, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw .systemCall("read standard input") }
    let input = Descriptor(owning: copy)
    guard let bytes = try input.readToEnd(limit: limit) else {
      throw SkillError(.fileTooLarge, "standard input has more than \(SizeText.text(limit))")
    }
    return bytes
  }
}

extension SkillError.Code {
  package static let fileNotFound = Self("file_not_found", .notFound)
  package static let fileTooLarge = Self("file_too_large", .usage)
}
