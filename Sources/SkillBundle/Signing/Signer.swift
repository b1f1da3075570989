package import SkillSystem

/// A completed manifest and its signature, ready to be written or sent.
package struct SignedManifest: Sendable {
  package let manifest: Manifest
  package let signature: MinisignSignature
}

/// Makes bundles: completes manifests, signs them, and writes them so that nobody ever sees half of one as final.
package enum Signer {
  /// Signs a manifest that names its library. Errors: those of ``Manifest/init(decoding:role:)``.
  package static func sign(_ manifest: Manifest, with key: MinisignSecretKey) -> SignedManifest {
    SignedManifest(
      manifest: manifest, signature: key.sign(manifest.bytes, trustedComment: manifest.trustedComment))
  }

  /// Completes and signs the manifests of one library and writes the bundle.
  ///
  /// - Parameters:
  ///   - manifests: the files as their authors wrote them, or completed before; one for each skill of the library.
  ///   - libraries: the same library for one platform or several.
  ///   - folder: made if need be. Files of the same names are replaced, others are left alone.
  ///
  /// Errors: those of ``ManifestCompletion/complete(_:builds:)``, `system`.
  @discardableResult
  package static func writeBundle(
    manifests: [[UInt8]], libraries: [LibraryFile], key: MinisignSecretKey, into folder: String
  ) throws(SkillError) -> [SignedManifest] {
    var signed: [SignedManifest] = []
    for manifest in manifests {
      signed.append(sign(try ManifestCompletion.complete(manifest, builds: libraries.map(\.build)), with: key))
    }
    try makeFolder(folder)
    try write(libraries, into: folder)
    try write(signed.map { ($0, "\($0.manifest.identifier).json") }, into: folder)
    return signed
  }

  /// Signs a manifest where it lies, with the libraries beside it that it names: what an author does after building the
  /// library anew, and what signs a bundle with another key.
  ///
  /// Errors: `library_missing` (also when the manifest names none), those of ``LibraryFile/init(path:)`` and
  /// ``Manifest/init(decoding:role:)``, `manifest_missing`, `system`.
  package static func signInPlace(
    manifest path: String, key: MinisignSecretKey
  ) throws(SkillError) -> SignedManifest {
    let authored = try readManifest(path)
    guard let library = try Manifest(decoding: authored, role: .authored).library else {
      throw SkillError(
        .libraryMissing, "\(path) names no library yet",
        hint: "say which: skillhost sign \(path) --library FILE --into FOLDER")
    }
    let folder = Path.parent(of: path)
    var builds: [LibraryBuild] = []
    for build in library.builds { builds.append(try LibraryFile(path: "\(folder)/\(build.file)").build) }
    let signed = sign(try ManifestCompletion.complete(authored, builds: builds), with: key)
    try write([(signed, Path.name(of: path))], into: folder)
    return signed
  }

  /// Reads a manifest that an author names. Errors: `manifest_missing`, `manifest_not_regular`, `manifest_too_large`.
  package static func readManifest(_ path: String) throws(SkillError) -> [UInt8] {
    let missing = SkillError(.manifestMissing, "there is no manifest \(path)", hint: "check the path")
    guard let folder = try BundleFolder(searching: Path.parent(of: path)) else { throw missing }
    let opened = try folder.open(Path.name(of: path), missing: missing, unusable: .manifestNotRegular)
    guard let bytes = try opened.read(limit: Manifest.maximumSize) else {
      throw ManifestText.tooLarge(Int(opened.size))
    }
    return bytes
  }

  /// Writes libraries that are not there yet with these very bytes. A library comes before the manifest that names it.
  private static func write(_ libraries: [LibraryFile], into path: String) throws(SkillError) {
    for library in libraries {
      guard try !isThere(library, in: path) else { continue }
      try AtomicFile.write(library.bytes, to: "\(path)/\(library.name)")
    }
  }

  /// Manifests before signatures: until the new signature is there, a watcher sees one that does not fit, and waits.
  private static func write(_ signed: [(SignedManifest, name: String)], into folder: String) throws(SkillError) {
    for (signed, name) in signed { try AtomicFile.write(signed.manifest.bytes, to: "\(folder)/\(name)") }
    for (signed, name) in signed {
      try AtomicFile.write(
        Array(signed.signature.fileText.utf8), to: "\(folder)/\(BundleReader.signatureName(name))")
    }
  }

  private static func isThere(_ library: LibraryFile, in path: String) throws(SkillError) -> Bool {
    guard let folder = try BundleFolder(searching: path),
      let opened = try? LibraryCheck.open(library.build, in: folder), opened.size == Int64(library.build.size)
    else { return false }
    return try LibraryCheck.hash(opened.file, size: library.build.size) == library.build.sha256
  }
}
