/// A skill whose manifest, signature and library were checked. Made only by ``Discovery`` and ``BundleReader``.
package struct VerifiedSkill: Sendable {
  package let manifest: Manifest
  /// The folder that holds the manifest and the library.
  package let folder: String
  /// The manifest's file name.
  package let file: String
  /// The key that signed it.
  package let key: TrustedKey
  /// The library for this machine.
  package let build: LibraryBuild

  package var identifier: SkillIdentifier { manifest.identifier }
  package var version: SemanticVersion { manifest.version }
  package var keyID: MinisignKeyID { key.keyID }
  /// Where the library was when it was checked. Load ``openSealedLibrary()`` instead of this.
  package var libraryPath: String { "\(folder)/\(build.file)" }
}
