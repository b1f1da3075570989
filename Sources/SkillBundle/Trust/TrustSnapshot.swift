package import SkillSystem

/// The trust store as it was at one moment.
package struct TrustSnapshot: Hashable, Sendable {
  package let keys: [MinisignKeyID: TrustedKey]
  /// Files of the store that say nothing because they are damaged or could be changed by others.
  package let problems: [SkillError]

  package init(_ keys: some Sequence<TrustedKey>, problems: [SkillError] = []) {
    self.keys = Dictionary(keys.map { ($0.keyID, $0) }) { first, _ in first }
    self.problems = problems
  }

  /// The key that made a signature, if it may be believed at all. Errors: `key_untrusted`, `key_revoked`.
  package func key(for keyID: MinisignKeyID) throws(SkillError) -> TrustedKey {
    guard let key = keys[keyID] else {
      throw SkillError(
        .keyUntrusted, "the key \(keyID) that signed this is not trusted here",
        hint: "compare its fingerprint with the publisher's, then: skillhost keys trust FILE --for 'weather.*'")
    }
    guard !key.isRevoked else {
      throw SkillError(
        .keyRevoked, "the key \(keyID) that signed this was revoked here",
        hint: "get a version of the skill that is signed with a newer key of its publisher")
    }
    return key
  }
}

extension TrustedKey {
  /// Errors: `key_out_of_scope`.
  package func requireScope(_ identifier: SkillIdentifier) throws(SkillError) {
    guard maySign(identifier) else {
      let scope = patterns.map(\.text).joined(separator: ", ")
      throw SkillError(
        .keyOutOfScope, "the key \(keyID) may sign \(scope), which does not cover \(identifier)",
        hint: "if its publisher may also sign this skill: skillhost keys trust FILE --for '\(identifier)'")
    }
  }
}

extension SkillError.Code {
  /// The key was trusted once and no longer is.
  package static let keyRevoked = Self("key_revoked", .refused)
  /// The key is trusted, but not for this skill.
  package static let keyOutOfScope = Self("key_out_of_scope", .refused)
}
