package import SkillSystem

/// A library that is about to be signed for: its bytes, and what has to be said about them in a manifest.
package struct LibraryFile: Sendable {
  /// The file name it will have in the bundle.
  package let name: String
  package let bytes: [UInt8]
  /// What the manifest will say; the architecture is the one the ELF header names.
  package let build: LibraryBuild
  package let inspection: ELFInspection

  /// Reads a library that its author built, for this or another architecture.
  ///
  /// What no runner would load is refused here already, before anybody signs it. Errors: `library_missing`,
  /// `library_not_regular`, `library_too_large`, and those of ``init(name:bytes:)``.
  package init(path: String) throws(SkillError) {
    let name = Path.name(of: path)
    guard let folder = try BundleFolder(searching: Path.parent(of: path)) else { throw Self.missing(path) }
    let opened = try folder.open(name, missing: Self.missing(path), unusable: .libraryNotRegular)
    guard let bytes = try opened.read(limit: LibraryBuild.maximumSize) else {
      throw SkillError(
        .libraryTooLarge, "\(path) has \(opened.size) bytes; at most \(LibraryBuild.maximumSize) are loaded",
        hint: "strip it of debug information (strip -g)")
    }
    try self.init(name: name, bytes: bytes)
  }

  /// Errors: `library_path_unsafe`, `library_not_elf`, `library_wrong_architecture`, `library_dependency_refused`,
  /// `library_search_path_unsafe`, `library_entry_missing`.
  package init(name: String, bytes: [UInt8]) throws(SkillError) {
    if let reason = LibraryBuild.objection(toFile: name) {
      throw SkillError(
        .libraryPathUnsafe, "\(Quoted.text(name)) \(reason)", hint: "name the library such as libWeather.so")
    }
    let header = try ELFHeader(Array(bytes.prefix(ELFHeader.size)))
    let platform = Platform(os: "linux", arch: header.architecture)
    guard platform.isSupported else {
      throw SkillError(
        .libraryWrongArchitecture, "the library is built for \(header.architecture), which no skillhost runs on",
        hint: "build it for x86_64, aarch64 or riscv64")
    }
    inspection = try ELFInspection(bytes, platform: platform)
    try inspection.requireLoadable()
    self.name = name
    self.bytes = bytes
    build = LibraryBuild(platform: platform, file: name, size: bytes.count, sha256: SHA256Digest(of: bytes))
  }

  private static func missing(_ path: String) -> SkillError {
    SkillError(.libraryMissing, "there is no library \(path)", hint: "build it first")
  }
}

extension SkillError.Code {
  /// The library is larger than 512 MiB.
  package static let libraryTooLarge = Self("library_too_large", .refused)
}
