internal import Glibc
package import SkillSystem

extension MinisignSecretKey {
  /// Reads a secret key file that only its owner can read.
  ///
  /// Errors: `key_malformed`, `key_encrypted`, `key_weak`, `key_file_unsafe`, `system`.
  package convenience init(file path: String) throws(SkillError) {
    let file = try Descriptor.open(path, O_RDONLY | O_NONBLOCK)
    let status = try file.status()
    guard status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 == 0 else {
      throw SkillError(
        .keyFileUnsafe, "\(path) holds a secret key, but others than its owner can read it",
        hint: "if nobody else can have read it: chmod 600 '\(path)'; else make a new key")
    }
    guard let bytes = try file.readToEnd(limit: 4_096), let text = String(validating: bytes, as: UTF8.self) else {
      throw SkillError(
        .keyMalformed, "\(path) is not a minisign secret key", hint: "give the file that `minisign -G -W` wrote")
    }
    try self.init(parsing: text)
  }

  /// Writes the secret key with mode 0600. A file that is there already is left alone. Errors: `system`.
  package func write(to path: String) throws(SkillError) {
    let file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    guard fchmod(file.number, 0o600) == 0 else { throw .systemCall("set permissions of", path) }
    try file.write(Array(fileText.utf8))
    try file.synchronize()
    try AtomicFile.synchronizeFolder(Path.parent(of: path))
  }
}

extension MinisignPublicKey {
  /// Reads what a person gives on a command line: the line of base64 itself, or the path of a public key file.
  ///
  /// Errors: `key_malformed`, `key_weak`, `system`.
  package init(lineOrFile argument: String) throws(SkillError) {
    let isLine = argument.hasPrefix("RW") && argument.utf8.count == 56
    if isLine {
      try self.init(parsing: argument)
      return
    }
    let bytes = try AtomicFile.read(argument, limit: 4_096)
    guard let bytes, let text = String(validating: bytes, as: UTF8.self) else {
      throw SkillError(
        .keyMalformed, "\(argument) is not a minisign public key file",
        hint: "give the file or the line that `minisign -G` printed, starting with RW")
    }
    try self.init(parsing: text)
  }
}

extension SkillError.Code {
  /// Others can read a secret key.
  package static let keyFileUnsafe = Self("key_file_unsafe", .refused)
}
