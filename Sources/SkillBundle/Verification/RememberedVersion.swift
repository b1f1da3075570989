package import SkillSystem

/// The highest version of a skill that was ever accepted in a home, kept so that an older one cannot take its place.
package struct RememberedVersion: Hashable, Sendable {
  package let version: SemanticVersion
  /// The digest of that version's manifest, which covers its library through the hash in it.
  package let manifestDigest: SHA256Digest

  package init(version: SemanticVersion, manifestDigest: SHA256Digest) {
    self.version = version
    self.manifestDigest = manifestDigest
  }

  /// What to remember once `manifest` is accepted.
  package init(_ manifest: Manifest) {
    self.init(version: manifest.version, manifestDigest: manifest.digest)
  }

  /// Refuses an old version (a genuine one may have a hole that was closed since) and another content under the same
  /// version (two things nobody could tell apart).
  ///
  /// Errors: `version_rollback`, `version_rewritten`.
  package func check(_ manifest: Manifest) throws(SkillError) {
    if manifest.version < version {
      throw SkillError(
        .versionRollback,
        "\(manifest.identifier) \(manifest.version) is older than \(version), which was installed before",
        hint: "install \(version) or newer")
    }
    if manifest.version == version, manifest.digest != manifestDigest {
      throw SkillError(
        .versionRewritten,
        "\(manifest.identifier) \(version) has other contents than the \(version) that was installed before",
        hint: "raise the version for every change and sign again; if this came from elsewhere, ask its publisher why")
    }
  }
}

extension SkillError.Code {
  /// Older than what was installed before.
  package static let versionRollback = Self("version_rollback", .refused)
  /// Other bytes under a version that was installed before.
  package static let versionRewritten = Self("version_rewritten", .refused)
}
