internal import Glibc
package import SkillSystem

/// Whether the file beside a manifest is the library that the manifest promises.
enum LibraryCheck {
  /// The build for this machine. Errors: `library_wrong_architecture`.
  static func build(of manifest: Manifest, for platform: Platform) throws(SkillError) -> LibraryBuild {
    let builds = manifest.library?.builds ?? []
    if let build = builds.first(where: { $0.platform == platform }) { return build }
    throw SkillError(
      .libraryWrongArchitecture,
      "the skill is built for \(builds.map(\.platform.text).joined(separator: ", ")), this machine is \(platform)",
      hint: "ask its publisher for a build for \(platform)")
  }

  /// Errors: `library_missing`, `library_not_regular`.
  static func open(
    _ build: LibraryBuild, in folder: borrowing BundleFolder
  ) throws(SkillError) -> OpenedFile {
    try folder.open(build.file, missing: missing(build), unusable: .libraryNotRegular)
  }

  static func missing(_ build: LibraryBuild) -> SkillError {
    SkillError(
      .libraryMissing, "the library \(build.file) is not in the bundle", hint: "copy it there, beside the manifest")
  }

  /// Errors: `library_size_mismatch`.
  static func requireSize(_ size: Int64, _ build: LibraryBuild) throws(SkillError) {
    guard size == Int64(build.size) else {
      throw SkillError(
        .librarySizeMismatch, "the library \(build.file) has \(size) bytes, the manifest says \(build.size)",
        hint: Self.hint)
    }
  }

  /// Errors: `library_hash_mismatch`.
  static func requireDigest(_ digest: SHA256Digest, _ build: LibraryBuild) throws(SkillError) {
    guard digest == build.sha256 else {
      throw SkillError(
        .libraryHashMismatch,
        "the library \(build.file) is not the one that was signed: its SHA-256 is \(digest), the manifest says "
          + build.sha256.hex,
        hint: Self.hint)
    }
  }

  /// The digest of the first `size` bytes of an open file. Errors: `system`; `library_size_mismatch` does not occur, a
  /// file that became shorter hashes to something else.
  static func hash(_ file: borrowing Descriptor, size: Int) throws(SkillError) -> SHA256Digest {
    var hasher = SHA256()
    var buffer = [UInt8](repeating: 0, count: min(size, 1 << 20))
    var offset = 0
    while offset < size {
      let number = file.number
      let wanted = min(buffer.count, size - offset)
      let got = retrying { unsafe pread(number, &buffer, wanted, off_t(offset)) }
      guard got >= 0 else { throw .systemCall("read the library") }
      if got == 0 { break }
      unsafe buffer.withUnsafeBytes { unsafe hasher.update(UnsafeRawBufferPointer(rebasing: $0[..<got])) }
      offset += got
    }
    return hasher.finish()
  }

  private static let hint =
    "get the bundle again from its publisher; if you built the library yourself, run skillhost sign again"
}

extension SkillError.Code {
  /// The library is not beside its manifest.
  package static let libraryMissing = Self("library_missing", .refused)
  /// The library is a link, a folder, a pipe or a device.
  package static let libraryNotRegular = Self("library_not_regular", .refused)
  /// The library has another size than the manifest says.
  package static let librarySizeMismatch = Self("library_size_mismatch", .refused)
  /// The library's bytes are others than those that were signed.
  package static let libraryHashMismatch = Self("library_hash_mismatch", .refused)
}
