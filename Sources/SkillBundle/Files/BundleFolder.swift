internal import CLinux
internal import Glibc
package import SkillSystem

/// An open folder whose files are opened without ever leaving it and without waiting.
///
/// Whoever can write to a skills folder must not be able to point the host at a file elsewhere, at a pipe that never
/// answers, or at a device. So names are opened through `openat2` beneath the folder, symbolic links are refused in
/// every position, `O_NONBLOCK` is set, and only regular files are read.
struct BundleFolder: ~Copyable {
  let path: String
  let descriptor: Descriptor

  /// Opens a search folder, which the operator named and which may be reached through links; nil when it is not there.
  init?(searching path: String) throws(SkillError) {
    let number = retrying { unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard number >= 0 else {
      if errno == ENOENT { return nil }
      throw .systemCall("open the folder", path)
    }
    self.path = path
    descriptor = Descriptor(owning: number)
  }

  /// Opens a bundle inside a search folder. Errors: `bundle_not_folder`.
  init(_ name: String, in parent: borrowing BundleFolder) throws(SkillError) {
    let number = unsafe clinux_open_beneath(parent.descriptor.number, name, O_RDONLY | O_DIRECTORY)
    path = "\(parent.path)/\(name)"
    guard number >= 0 else {
      // For a link to a folder the kernel says ENOTDIR.
      let failure = errno
      let reason = failure == ENOTDIR && parent.leadsToFolder(name) ? ELOOP : failure
      throw SkillError(
        .bundleNotFolder, "\(Quoted.inner(path)) cannot be used as a bundle: \(Self.reason(reason))",
        hint: "copy the bundle itself into the skills folder; a link to it is not followed")
    }
    descriptor = Descriptor(owning: number)
  }

  /// A regular file of the folder.
  ///
  /// - Parameters:
  ///   - missing: the refusal when there is no such file.
  ///   - unusable: the code when it is a link, a folder, a pipe, a device, or cannot be opened.
  func open(
    _ name: String, missing: @autoclosure () -> SkillError, unusable: SkillError.Code
  ) throws(SkillError) -> OpenedFile {
    let number = unsafe clinux_open_beneath(descriptor.number, name, O_RDONLY)
    guard number >= 0 else {
      if errno == ENOENT { throw missing() }
      throw refusal(unusable, name, Self.reason(errno))
    }
    let file = Descriptor(owning: number)
    let status = try file.status()
    guard status.st_mode & S_IFMT == S_IFREG else { throw refusal(unusable, name, Self.kind(status.st_mode)) }
    return OpenedFile(file: file, status: status)
  }

  /// The identity of a file as it is now, without opening it; nil when there is none or it is not regular.
  func identity(of name: String) -> FileIdentity? {
    var status = stat()
    guard unsafe fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return FileIdentity(status)
  }

  /// The identity of the folder itself, which changes when names in it do. Errors: `system`.
  func identity() throws(SkillError) -> FileIdentity { FileIdentity(try descriptor.status()) }

  /// True for a symbolic link to a folder.
  func leadsToFolder(_ name: String) -> Bool {
    var status = stat()
    return unsafe fstatat(descriptor.number, name, &status, 0) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private func refusal(_ code: SkillError.Code, _ name: String, _ reason: String) -> SkillError {
    SkillError(
      code, "\(Quoted.inner(name)) cannot be used: \(reason)", hint: "put a regular file of that name into the bundle")
  }

  private static func reason(_ number: Int32) -> String {
    switch number {
    case ELOOP: "it is a symbolic link"
    case EXDEV: "it leads out of the folder"
    case ENOTDIR: "it is not a folder"
    case ENXIO, ENODEV: "it is a socket or a device"
    default: errorText(number)
    }
  }

  private static func kind(_ mode: mode_t) -> String {
    switch mode & S_IFMT {
    case S_IFDIR: "it is a folder"
    case S_IFIFO: "it is a pipe"
    case S_IFCHR, S_IFBLK: "it is a device"
    case S_IFSOCK: "it is a socket"
    default: "it is not a regular file"
    }
  }
}

/// A regular file and what it was when it was opened.
struct OpenedFile: ~Copyable {
  let file: Descriptor
  let status: stat

  var identity: FileIdentity { FileIdentity(status) }
  var size: Int64 { Int64(status.st_size) }

  /// The bytes that the file had when it was opened, in a buffer of just that size: manifests are kept by the thousand.
  ///
  /// If the file became shorter meanwhile, the result is too; what was added meanwhile is left out. Either way nothing
  /// that is signed will fit.
  ///
  /// - Returns: nil when there are more than `limit` bytes; nothing is read then.
  func read(limit: Int) throws(SkillError) -> [UInt8]? {
    guard size <= limit else { return nil }
    var failure: SkillError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
      while count < buffer.count {
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
        let got = retrying { unsafe pread(file.number, rest.baseAddress, rest.count, off_t(count)) }
        if got < 0 { failure = .systemCall("read a file of the bundle") }
        if got <= 0 { break }
        count += got
      }
    }
    if let failure { throw failure }
    return bytes
  }
}

extension SkillError.Code {
  /// What stands where a bundle should be is a link or cannot be opened.
  package static let bundleNotFolder = Self("bundle_not_folder", .refused)
}
