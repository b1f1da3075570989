internal import Glibc
package import SkillSystem
internal import Synchronization

/// Verifies one manifest with what lies beside it.
struct BundleReader: Sendable {
  let trust: Result<TrustSnapshot, SkillError>
  let digests: any DigestCache
  let inspections: InspectionCache
  let platform: Platform
  /// Milliseconds since 1970.
  let now: Int64

  /// A verified skill, and the files it came from.
  struct Reading: Sendable {
    let skill: VerifiedSkill
    let identities: [FileIdentity]
  }

  static func signatureName(_ manifest: String) -> String { manifest + ".minisig" }

  /// Errors: those of ``Verification``, and `manifest_not_regular`, `manifest_name_mismatch`, `signature_missing`,
  /// `signature_not_regular`, every `library_…` code; nil when the manifest is no longer there.
  func read(_ name: String, in folder: borrowing BundleFolder) throws(SkillError) -> Reading? {
    let gone = SkillError(.bug, "the manifest is gone")
    let manifestFile: OpenedFile
    do throws(SkillError) {
      manifestFile = try folder.open(name, missing: gone, unusable: .manifestNotRegular)
    } catch  where error == gone {
      return nil
    }
    let manifestBytes = try read(manifestFile)
    let signatureName = Self.signatureName(name)
    let signatureFile = try folder.open(
      signatureName, missing: Self.signatureMissing(name), unusable: .signatureNotRegular)
    guard let signature = try signatureFile.read(limit: MinisignSignature.maximumSize) else {
      throw MinisignSignature.tooLarge(Int(signatureFile.size))
    }
    let (manifest, key) = try Verification.verify(
      manifest: manifestBytes, signature: signature, trust: trust.get())
    guard name == "\(manifest.identifier).json" else {
      throw SkillError(
        .manifestNameMismatch, "\(Quoted.inner(name)) is the manifest of \(manifest.identifier)",
        hint: "name the file \(manifest.identifier).json, and its signature likewise")
    }
    let build = try LibraryCheck.build(of: manifest, for: platform)
    let library = try checkLibrary(build, in: folder)
    let skill = VerifiedSkill(manifest: manifest, folder: folder.path, file: name, key: key, build: build)
    return Reading(skill: skill, identities: [manifestFile.identity, signatureFile.identity, library])
  }

  /// The library that a manifest names, for nothing but the question when that file last changed: nothing is verified.
  func libraryName(of name: String, in folder: borrowing BundleFolder) -> String? {
    guard
      let opened = try? folder.open(
        name, missing: Self.signatureMissing(name), unusable: .manifestNotRegular),
      let bytes = try? read(opened), let manifest = try? Manifest(decoding: bytes, role: .installed)
    else { return nil }
    return manifest.library?.build(for: platform)?.file
  }

  private func read(_ manifest: borrowing OpenedFile) throws(SkillError) -> [UInt8] {
    guard let bytes = try manifest.read(limit: Manifest.maximumSize) else {
      throw ManifestText.tooLarge(Int(manifest.size))
    }
    guard !bytes.isEmpty else { throw ManifestText.empty }
    return bytes
  }

  /// Size, hash, header and dependencies of the library; the hash from the cache if the file did not change.
  private func checkLibrary(
    _ build: LibraryBuild, in folder: borrowing BundleFolder
  ) throws(SkillError) -> FileIdentity {
    let opened = try LibraryCheck.open(build, in: folder)
    try LibraryCheck.requireSize(opened.size, build)
    let identity = opened.identity
    let digest: SHA256Digest
    if let known = digests.digest(of: identity) {
      digest = known
    } else {
      digest = try LibraryCheck.hash(opened.file, size: build.size)
      // If the file changed meanwhile, its identity is not that of what was hashed.
      if identity.isSettled(at: now), try FileIdentity(opened.file.status()) == identity {
        digests.remember(digest, of: identity)
      }
    }
    try LibraryCheck.requireDigest(digest, build)
    try inspections.requireLoadable(digest, opened.file, size: build.size, platform: platform)
    return identity
  }

  private static func signatureMissing(_ name: String) -> SkillError {
    SkillError(
      .signatureMissing, "\(Quoted.inner(name)) has no signature: \(Quoted.inner(signatureName(name))) is not there",
      hint: "get the bundle again from its publisher; if you wrote the skill yourself, run skillhost sign")
  }
}

/// What the inspection of libraries came to, by digest: one library can hold many skills.
final class InspectionCache: Sendable {
  private let verdicts = Lock<[SHA256Digest: SkillError?]>([:])

  func requireLoadable(
    _ digest: SHA256Digest, _ file: borrowing Descriptor, size: Int, platform: Platform
  ) throws(SkillError) {
    if let verdict = verdicts.withLock({ $0[digest] }) {
      if let verdict { throw verdict }
      return
    }
    var verdict: SkillError?
    do throws(SkillError) {
      try ELFInspection(file, size: size, platform: platform).requireLoadable()
    } catch {
      verdict = error
    }
    verdicts.withLock { verdicts in
      if verdicts.count >= 100_000 { verdicts.removeAll() }
      verdicts[digest] = .some(verdict)
    }
    if let verdict { throw verdict }
  }
}

extension SkillError.Code {
  /// There is no `.minisig` file.
  package static let signatureMissing = Self("signature_missing", .refused)
  /// The manifest is a link, a folder, a pipe or a device.
  package static let manifestNotRegular = Self("manifest_not_regular", .refused)
  /// The signature is a link, a folder, a pipe or a device.
  package static let signatureNotRegular = Self("signature_not_regular", .refused)
  /// The manifest is named after another skill than its own.
  package static let manifestNameMismatch = Self("manifest_name_mismatch", .refused)
}
