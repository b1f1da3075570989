package import Glibc

/// Files that are either there completely or not at all, whatever happens: written under a temporary name in the
/// same folder, synchronised, renamed over the target, and the folder synchronised. Durable before visible.
package enum AtomicFile {
  /// Writes `bytes` to `path`, replacing what was there.
  ///
  /// - Parameter mode: the file's permission bits, regardless of umask.
  package static func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o600) throws(SkillError) {
    let folder = Path.parent(of: path)
    let temporary = "\(folder)/.\(Path.name(of: path)).\(getpid()).\(temporaryNumber()).tmp"
    do throws(SkillError) {
      let file = try Descriptor.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
      guard fchmod(file.number, mode) == 0 else { throw SkillError.systemCall("set permissions of", temporary) }
      try file.write(bytes)
      try file.synchronize()
      guard unsafe rename(temporary, path) == 0 else { throw SkillError.systemCall("write", path) }
    } catch {
      unsafe unlink(temporary)
      throw error
    }
    try synchronizeFolder(folder)
  }

  /// Makes the names in a folder durable.
  package static func synchronizeFolder(_ folder: String) throws(SkillError) {
    let opened = try Descriptor.open(folder, O_RDONLY | O_DIRECTORY)
    try opened.synchronize()
  }

  /// Reads a whole regular file. Does not block on a FIFO or a device.
  ///
  /// - Returns: nil when the file has more than `limit` bytes.
  package static func read(_ path: String, limit: Int) throws(SkillError) -> [UInt8]? {
    let file = try Descriptor.open(path, O_RDONLY | O_NONBLOCK)
    guard try file.status().st_mode & S_IFMT == S_IFREG else {
      throw SkillError(.system, "cannot read \(path): it is not a regular file")
    }
    return try file.readToEnd(limit: limit)
  }

  private static func temporaryNumber() -> UInt32 { UInt32.random(in: 0...UInt32.max) }
}

/// Path arithmetic on text. No file is touched.
package enum Path {
  /// The folder part, "." for a bare name, "/" for the root.
  package static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part.
  package static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// An absolute form of `path`, relative to the working directory, without following links.
  package static func absolute(_ path: String) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    guard let here = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(here) }
    return path == "." ? unsafe String(cString: here) : "\(unsafe String(cString: here))/\(path)"
  }
}

/// Creates a folder and those above it, each with 0700, and accepts one that is there.
package func makeFolder(_ path: String) throws(SkillError) {
  if unsafe mkdir(path, 0o700) == 0 { return }
  switch errno {
  case EEXIST:
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .systemCall("create folder", path, errno: ENOTDIR)
    }
  case ENOENT:
    let parent = Path.parent(of: path)
    guard parent != path else { throw .systemCall("create folder", path, errno: ENOENT) }
    try makeFolder(parent)
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .systemCall("create folder", path) }
  default:
    throw .systemCall("create folder", path)
  }
}
