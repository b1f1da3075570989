package import SkillBundle
package import SkillSystem

/// Whether a skill can be called, and why not.
package enum SkillAvailability: Sendable {
  case enabled
  /// Verified; nobody has enabled it.
  case disabled
  /// Enabled before, but it now asks for more than was agreed to: the sentences say what.
  case needsConsent([String])
  /// Not to be trusted or not usable, for good until its files change.
  case rejected(SkillError)
  /// Its library ended its process too often. `until` is in milliseconds since 1970; nil means until it is lifted.
  case quarantined(reason: String, until: Int64?)
  /// Its files are still arriving; the error is what would be wrong with it if this were all.
  case incomplete(SkillError)

  /// The word in lists and in JSON.
  package var word: String {
    switch self {
    case .enabled: "enabled"
    case .disabled: "disabled"
    case .needsConsent: "needs_consent"
    case .rejected: "rejected"
    case .quarantined: "quarantined"
    case .incomplete: "incomplete"
    }
  }
}

/// One line of the registry: a manifest that was found, and what became of it.
package struct RegistryEntry: Sendable {
  /// The identifier; for a manifest that could not be read, its file name.
  package let label: String
  /// The manifest's path.
  package let path: String
  package let availability: SkillAvailability
  /// Nil when rejected before it was verified, or incomplete.
  package let skill: VerifiedSkill?
  package let record: SkillRecord
  /// Run inside the host, because the operator said so: without a sandbox.
  package let runsInProcess: Bool

  package var identifier: SkillIdentifier? { skill?.manifest.identifier }

  var isUnusableReplacement: Bool {
    switch availability {
    case .needsConsent, .rejected, .incomplete: true
    case .enabled, .disabled, .quarantined: false
    }
  }
}

/// A skill that may be called now, with everything a call needs.
struct CallableSkill: Sendable {
  let manifest: Manifest
  let target: RunnerTarget
}

extension Manifest {
  /// For messages: `weather.daily_forecast 1.0.0`.
  package var label: String { "\(identifier) \(version)" }
}

extension SkillRecord {
  /// ``highestVersion`` and ``highestManifest`` as one.
  package var highest: RememberedVersion? {
    get {
      guard let version = highestVersion, let digest = highestManifest else { return nil }
      return RememberedVersion(version: version, manifestDigest: digest)
    }
    set {
      highestVersion = newValue?.version
      highestManifest = newValue?.manifestDigest
    }
  }
}
