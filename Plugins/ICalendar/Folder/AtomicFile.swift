import Glibc

/// Replaces a file so that at every moment, a power cut included, either the old or the new contents are there.
enum AtomicFile {
  static let temporaryPrefix = ".skillhost-"
  static let temporarySuffix = ".tmp"

  /// Writes beside the file, forces it to the disk, renames it over the file and forces the folder to the disk.
  ///
  /// - Parameter mode: the permissions of a new file.
  static func replace(folder: String, name: String, with bytes: [UInt8], mode: mode_t) throws(FolderError) {
    let path = "\(folder)/\(name)"
    let temporary = "\(folder)/\(temporaryPrefix)\(UniqueIdentifier.random().prefix(16))\(temporarySuffix)"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    guard descriptor >= 0 else { throw FolderError("cannot write in \(folder)", code: errno) }
    do throws(FolderError) {
      defer { close(descriptor) }
      try write(bytes, to: descriptor, path)
      guard fsync(descriptor) == 0 else { throw FolderError("cannot save \(path)", code: errno) }
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, path) == 0 else {
      let code = errno
      unlink(temporary)
      throw FolderError("cannot replace \(path)", code: code)
    }
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw FolderError("cannot open \(folder)", code: errno) }
    defer { close(directory) }
    // EINVAL: a file system whose folders cannot be synchronised one by one.
    guard fsync(directory) == 0 || errno == EINVAL else { throw FolderError("cannot save \(folder)", code: errno) }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(FolderError) {
    var offset = 0
    while offset < bytes.count {
      let count = bytes[offset...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FolderError("cannot write \(path)", code: errno) }
      offset += count
    }
  }
}
