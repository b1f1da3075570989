internal import Glibc

/// Whole files in a granted directory, over the C library.
///
/// Failures are ``SkillFailure``s: `file_missing`, `file_denied` (kind needsPermission), `file_too_large`,
/// `file_not_regular`, else `file_failed`; each names the path and what was tried.
public enum SkillFiles {
  /// Reads a regular file of at most `limit` bytes.
  public static func read(_ path: String, limit: Int = 16 << 20) throws -> [UInt8] {
    // Without O_NONBLOCK, opening a pipe that nobody writes to would block for ever.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw SkillFailure.file("read", path, errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SkillFailure.file("read", path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SkillFailure("file_not_regular", "cannot read \(path): it is not a regular file")
    }
    guard status.st_size <= limit else { throw SkillFailure.fileTooLarge(path, limit) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(status.st_size))
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SkillFailure.file("read", path, errno) }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { throw SkillFailure.fileTooLarge(path, limit) }
    }
  }

  /// Reads a file, or answers nil when there is none.
  public static func readIfPresent(_ path: String, limit: Int = 16 << 20) throws -> [UInt8]? {
    do {
      return try read(path, limit: limit)
    } catch let failure as SkillFailure where failure.code == "file_missing" {
      return nil
    }
  }

  /// When a file was last changed, in UTC.
  public static func changedAt(_ path: String) throws -> Moment {
    var status = stat()
    guard stat(path, &status) == 0 else { throw SkillFailure.file("look at", path, errno) }
    return Moment(secondsSinceEpoch: status.st_mtim.tv_sec, offset: 0)
  }

  /// The names in a folder, sorted, without `.` and `..`.
  public static func list(_ folder: String) throws -> [String] {
    guard let stream = opendir(folder) else { throw SkillFailure.file("list", folder, errno) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Makes a folder, which may exist already; its parent must exist.
  public static func makeFolder(_ path: String) throws {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SkillFailure.file("make the folder", path, errno) }
  }

  /// Removes a file, which need not exist.
  public static func remove(_ path: String) throws {
    guard unlink(path) == 0 || errno == ENOENT else { throw SkillFailure.file("remove", path, errno) }
  }

  /// Writes a whole file so that after a crash either the old or the new content is there, never a mixture: a temporary
  /// file beside it, fsync, rename, fsync of the folder.
  public static func write(_ bytes: [UInt8], to path: String) throws {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let (descriptor, temporary) = try makeTemporary(beside: path)
    do {
      do {
        defer { close(descriptor) }
        try writeAll(bytes, descriptor, path)
        guard fsync(descriptor) == 0 else { throw SkillFailure.file("write", path, errno) }
      }
      guard rename(temporary, path) == 0 else { throw SkillFailure.file("replace", path, errno) }
    } catch {
      unlink(temporary)
      throw error
    }
    let parent = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard parent >= 0 else { throw SkillFailure.file("open the folder of", path, errno) }
    defer { close(parent) }
    guard fsync(parent) == 0 else { throw SkillFailure.file("save the folder of", path, errno) }
  }

  /// A new file with the access rights of the one it will replace (0600 when there is none). They are given at
  /// creation because a sandboxed skill may not change them afterwards.
  private static func makeTemporary(beside path: String) throws -> (descriptor: Int32, path: String) {
    var status = stat()
    let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o600
    for _ in 0..<16 {
      let temporary = "\(path).\(String(UInt64.random(in: 0 ... .max), radix: 36)).tmp"
      let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
      if descriptor >= 0 { return (descriptor, temporary) }
      guard errno == EEXIST else { break }
    }
    throw SkillFailure.file("write", path, errno)
  }

  private static func writeAll(_ bytes: [UInt8], _ descriptor: Int32, _ path: String) throws {
    try bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw SkillFailure.file("write", path, errno) }
        rest = rest.dropFirst(count)
      }
    }
  }
}

extension SkillFailure {
  static func file(_ action: String, _ path: String, _ error: Int32) -> SkillFailure {
    let reason = String(cString: strerror(error))
    let message = "cannot \(action) \(path): \(reason)"
    return switch error {
    case ENOENT, ENOTDIR: SkillFailure("file_missing", message, detail: ["path": .string(path)])
    case EACCES, EPERM, EROFS:
      SkillFailure("file_denied", message, kind: .needsPermission, detail: ["path": .string(path)])
    default: SkillFailure("file_failed", message, detail: ["path": .string(path)])
    }
  }

  fileprivate static func fileTooLarge(_ path: String, _ limit: Int) -> SkillFailure {
    SkillFailure("file_too_large", "cannot read \(path): it is larger than \(limit) bytes")
  }
}
