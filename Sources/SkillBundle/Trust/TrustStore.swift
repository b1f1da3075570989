internal import CLinux
internal import Glibc
package import SkillSystem

/// The keys that this home believes: a folder with one file a key, named by its id (`B416593424B7362B.json`).
///
/// Files rather than a database, so that an operator can see, copy and remove trust with the tools of any system, and
/// so that trust does not depend on state that skills' work writes to. The folder is 0700 and its files 0600; a file
/// that somebody else could have written says nothing. Changes are made under a lock on the folder and are atomic.
package struct TrustStore: Hashable, Sendable {
  package let folder: String

  /// - Parameter folder: `Home.trust`. It is made when the first key is added.
  package init(folder: String) {
    self.folder = folder
  }

  // MARK: Reading

  /// Every key that can be read. A store that is not there yet is empty.
  ///
  /// Errors: `trust_folder_unsafe` when others may write to the folder, `system`.
  package func snapshot() throws(SkillError) -> TrustSnapshot {
    guard let opened = try openFolder() else { return TrustSnapshot([]) }
    var keys: [TrustedKey] = []
    var problems: [SkillError] = []
    for name in try FolderListing.names(in: opened, path: folder) where name.hasSuffix(".json") && !name.hasPrefix(".")
    {
      do throws(SkillError) {
        keys.append(try read(name, in: opened))
      } catch {
        problems.append(error)
      }
    }
    return TrustSnapshot(keys, problems: problems)
  }

  /// The keys in the order of their ids, and what could not be read.
  package func list() throws(SkillError) -> (keys: [TrustedKey], problems: [SkillError]) {
    let snapshot = try snapshot()
    return (snapshot.keys.values.sorted { $0.keyID < $1.keyID }, snapshot.problems)
  }

  /// One key, revoked or not; nil when it is not there. Errors: as ``snapshot()``, and `trust_file_invalid` and
  /// `trust_file_unsafe` for this key's file.
  package func lookup(_ keyID: MinisignKeyID) throws(SkillError) -> TrustedKey? {
    guard let opened = try openFolder(), exists(Self.fileName(keyID), in: opened) else { return nil }
    return try read(Self.fileName(keyID), in: opened)
  }

  // MARK: Changing

  /// Begins to trust a key, or trusts it for more skills than before.
  ///
  /// - Parameter milliseconds: the time, since 1970.
  /// - Returns: the key as it now stands.
  ///
  /// Errors: `key_revoked` (it must be removed first), `key_id_conflict` (another key has this id), `pattern_invalid`
  /// (no pattern), those of reading.
  @discardableResult
  package func add(
    _ key: MinisignPublicKey, for patterns: [IdentifierPattern], origin: TrustedKey.Origin,
    at milliseconds: Int64 = WallClock.milliseconds
  ) throws(SkillError) -> TrustedKey {
    try locked { folder throws(SkillError) in
      try add(key, for: patterns, origin: origin, at: milliseconds, in: folder)
    }
  }

  /// The same, with the folder locked already.
  @discardableResult
  func add(
    _ key: MinisignPublicKey, for patterns: [IdentifierPattern], origin: TrustedKey.Origin, at milliseconds: Int64,
    in folder: borrowing Descriptor
  ) throws(SkillError) -> TrustedKey {
    guard !patterns.isEmpty else {
      throw SkillError(
        .patternInvalid, "nothing says which skills the key \(key.keyID) may sign", hint: "add --for 'weather.*'")
    }
    let name = Self.fileName(key.keyID)
    let old = exists(name, in: folder) ? try read(name, in: folder) : nil
    if let old { try Self.requireSame(old, key) }
    var all = old?.patterns ?? []
    for pattern in patterns where !all.contains(pattern) { all.append(pattern) }
    let entry = TrustedKey(
      publicKey: key, patterns: all, origin: old?.origin ?? origin,
      added: old?.added ?? SkillLog.timestamp(milliseconds))
    if entry != old { try write(entry) }
    return entry
  }

  private static func requireSame(_ old: TrustedKey, _ key: MinisignPublicKey) throws(SkillError) {
    guard old.publicKey == key else {
      throw SkillError(
        .keyIDConflict,
        "another key with the id \(key.keyID) is trusted here; its fingerprint is \(old.publicKey.fingerprint)",
        hint: "find out which is genuine; then, if it is the new one: skillhost keys remove \(key.keyID)")
    }
    guard !old.isRevoked else {
      throw SkillError(
        .keyRevoked, "the key \(key.keyID) was revoked here",
        hint: "to trust it again in spite of that: skillhost keys remove \(key.keyID), then trust it anew")
    }
  }

  /// Stops believing a key, for good. Errors: `key_not_found`, those of reading.
  @discardableResult
  package func revoke(_ keyID: MinisignKeyID) throws(SkillError) -> TrustedKey {
    try locked { folder throws(SkillError) in
      let name = Self.fileName(keyID)
      guard exists(name, in: folder) else { throw Self.notFound(keyID) }
      let entry = try read(name, in: folder).revoked
      try write(entry)
      return entry
    }
  }

  /// Forgets a key, even one whose file is damaged. What it signed is untrusted from then on. Errors: `key_not_found`.
  package func remove(_ keyID: MinisignKeyID) throws(SkillError) {
    try locked { opened throws(SkillError) in
      let name = Self.fileName(keyID)
      guard exists(name, in: opened) else { throw Self.notFound(keyID) }
      guard unsafe unlinkat(opened.number, name, 0) == 0 else { throw .systemCall("remove", "\(folder)/\(name)") }
      try opened.synchronize()
    }
  }

  // MARK: Files

  /// The folder, open; nil when there is none.
  private func openFolder() throws(SkillError) -> Descriptor? {
    let number = retrying { unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard number >= 0 else {
      if errno == ENOENT { return nil }
      throw .systemCall("open", folder)
    }
    let opened = Descriptor(owning: number)
    guard try Self.isOwnersAlone(opened.status(), forbidden: 0o022) else {
      throw SkillError(
        .trustFolderUnsafe, "others than its owner can write to the trust folder \(folder)",
        hint: "check what is in it, then: chmod 700 '\(folder)'")
    }
    return opened
  }

  /// Runs `body` with the folder, which is made if need be, open and locked against other writers.
  func locked<Result>(
    _ body: (borrowing Descriptor) throws(SkillError) -> Result
  ) throws(SkillError) -> Result {
    try makeFolder(folder)
    guard let opened = try openFolder() else { throw .systemCall("open", folder, errno: ENOENT) }
    guard retrying({ flock(opened.number, LOCK_EX) }) == 0 else { throw .systemCall("lock", folder) }
    defer { flock(opened.number, LOCK_UN) }
    return try body(opened)
  }

  private static func fileName(_ keyID: MinisignKeyID) -> String { "\(keyID).json" }

  func exists(_ name: String, in folder: borrowing Descriptor) -> Bool {
    var status = stat()
    return unsafe fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0
  }

  private func read(_ name: String, in opened: borrowing Descriptor) throws(SkillError) -> TrustedKey {
    let path = "\(folder)/\(Quoted.inner(name))"
    do throws(SkillError) {
      let bytes = try readPrivate(name, in: opened, forbidden: 0o022, limit: TrustedKey.maximumSize)
      let key = try TrustedKey(parsing: bytes)
      guard name == Self.fileName(key.keyID) else {
        throw SkillError(
          .trustFileInvalid, "the file holds the key \(key.keyID) and must be named \(Self.fileName(key.keyID))")
      }
      return key
    } catch {
      // Whatever is wrong with the contents, it is this file that somebody has to look at.
      let code = error.code == .trustFileUnsafe || error.code == .keyWeak ? error.code : .trustFileInvalid
      throw SkillError(
        code, "\(path): \(error.message)",
        hint: "the key is not trusted until this is settled; remove the file, or correct it")
    }
  }

  /// Reads a regular file that no one but its owner (this user, or root) could have changed or, for secrets, seen.
  ///
  /// - Parameter forbidden: the permission bits that must not be set.
  func readPrivate(
    _ name: String, in opened: borrowing Descriptor, forbidden: mode_t, limit: Int
  ) throws(SkillError) -> [UInt8] {
    let number = unsafe clinux_open_beneath(opened.number, name, O_RDONLY)
    guard number >= 0 else { throw .systemCall("open", name, code: .trustFileUnsafe) }
    let file = Descriptor(owning: number)
    let status = try file.status()
    guard status.st_mode & S_IFMT == S_IFREG else { throw SkillError(.trustFileUnsafe, "it is not a regular file") }
    guard Self.isOwnersAlone(status, forbidden: forbidden) else {
      throw SkillError(
        .trustFileUnsafe, "others than its owner can \(forbidden == 0o022 ? "write to" : "read") it (chmod 600)")
    }
    guard let bytes = try file.readToEnd(limit: limit) else {
      throw SkillError(.trustFileInvalid, "it has more than \(limit) bytes")
    }
    return bytes
  }

  private static func isOwnersAlone(_ status: stat, forbidden: mode_t) -> Bool {
    (status.st_uid == geteuid() || status.st_uid == 0) && status.st_mode & forbidden == 0
  }

  private func write(_ key: TrustedKey) throws(SkillError) {
    try AtomicFile.write(key.fileBytes, to: "\(folder)/\(Self.fileName(key.keyID))")
  }

  private static func notFound(_ keyID: MinisignKeyID) -> SkillError {
    SkillError(.keyNotFound, "there is no key \(keyID) in the trust store", hint: "see skillhost keys list")
  }
}

extension SkillError.Code {
  /// Somebody else could have written to the trust folder.
  package static let trustFolderUnsafe = Self("trust_folder_unsafe", .refused)
  /// Somebody else could have written, or seen, a file of the trust folder.
  package static let trustFileUnsafe = Self("trust_file_unsafe", .refused)
  /// A different key has the same key id.
  package static let keyIDConflict = Self("key_id_conflict", .refused)
  /// No key of this id is in the store.
  package static let keyNotFound = Self("key_not_found", .notFound)
}
