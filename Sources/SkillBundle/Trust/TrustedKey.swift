internal import SkillJSON
package import SkillSystem

/// A key that somebody decided to believe, for some skills, or no longer.
package struct TrustedKey: Hashable, Sendable {
  /// How the key came to be believed.
  package enum Origin: String, Hashable, Sendable, CaseIterable {
    /// An operator gave the key itself.
    case pinned
    /// Somebody agreed to the fingerprint when a skill signed by it first appeared.
    case firstUse = "first-use"
    /// A key that was trusted before vouched for it.
    case rotated
    /// Made on this machine by `skillhost sign`.
    case local
  }

  package let publicKey: MinisignPublicKey
  /// Which skills it may sign; at least one, without repetition.
  package let patterns: [IdentifierPattern]
  package let origin: Origin
  /// RFC 3339 in UTC.
  package let added: String
  /// Nothing signed by a revoked key is accepted, whenever it was signed.
  package let isRevoked: Bool

  package init(
    publicKey: MinisignPublicKey, patterns: [IdentifierPattern], origin: Origin, added: String, isRevoked: Bool = false
  ) {
    self.publicKey = publicKey
    self.patterns = patterns
    self.origin = origin
    self.added = added
    self.isRevoked = isRevoked
  }

  package var keyID: MinisignKeyID { publicKey.keyID }

  /// Whether the key may sign this skill. Says nothing about revocation.
  package func maySign(_ identifier: SkillIdentifier) -> Bool { patterns.contains { $0.matches(identifier) } }

  /// The same key, revoked.
  package var revoked: TrustedKey {
    TrustedKey(publicKey: publicKey, patterns: patterns, origin: origin, added: added, isRevoked: true)
  }
}

extension TrustedKey {
  /// The largest file that is read.
  static let maximumSize = 64 * 1024

  /// Reads a file of the trust store. Errors: those of a field of a manifest, `key_malformed`, `key_weak`,
  /// `pattern_invalid`.
  init(parsing bytes: [UInt8]) throws(SkillError) {
    let json: JSON
    do throws(JSONError) {
      json = try JSON(parsing: bytes, limits: JSONLimits(maxBytes: Self.maximumSize, maxDepth: 8))
    } catch {
      throw SkillError(.trustFileInvalid, error.description)
    }
    if let duplicate = json.firstDuplicateKey() {
      throw SkillError(.trustFileInvalid, "\(duplicate.position): the key \(Quoted.text(duplicate.key)) is there twice")
    }
    let root = try ManifestField(json, path: .root).object(["publicKey", "identifiers", "origin", "added", "revoked"])
    publicKey = try root.required("publicKey").parsed { text throws(SkillError) in
      try MinisignPublicKey(parsing: text)
    }
    let patternsField = try root.required("identifiers")
    patterns = try patternsField.list(atMost: 256) { field throws(SkillError) in
      try field.parsed { text throws(SkillError) in try IdentifierPattern(text) }
    }
    guard !patterns.isEmpty else { throw patternsField.invalid("must name at least one skill") }
    let originField = try root.required("origin")
    guard let origin = Origin(rawValue: try originField.string()) else {
      throw originField.mismatch(Origin.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or "))
    }
    self.origin = origin
    added = try root.required("added").text(.name, 1...40)
    isRevoked = try root.required("revoked").boolean()
  }

  /// What ``init(parsing:)`` reads.
  var fileBytes: [UInt8] {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("publicKey", publicKey.line)
      writer.member("identifiers") { writer in
        writer.array { writer in for pattern in patterns { writer.value(pattern.text) } }
      }
      writer.member("origin", origin.rawValue)
      writer.member("added", added)
      writer.member("revoked", isRevoked)
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}

extension SkillError.Code {
  /// A file of the trust store cannot be read as a key.
  package static let trustFileInvalid = Self("trust_file_invalid", .refused)
}
