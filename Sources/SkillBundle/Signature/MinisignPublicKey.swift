package import SkillSystem

/// A minisign public key: an Ed25519 point and the key id that signatures name it by.
package struct MinisignPublicKey: Hashable, Sendable {
  package let keyID: MinisignKeyID
  /// Exactly 32 bytes; never a weak key.
  package let bytes: [UInt8]

  /// Refuses weak keys with `key_weak`.
  init(keyID: MinisignKeyID, bytes: [UInt8]) throws(SkillError) {
    guard !Ed25519.isWeak(publicKey: bytes) else {
      throw SkillError(
        .keyWeak, "the public key \(keyID) is a weak point: signatures under it prove nothing",
        hint: "ask the publisher for a key made by `minisign -G`, and treat this one as an attack")
    }
    self.keyID = keyID
    self.bytes = bytes
  }

  /// Reads the contents of a minisign public key file (`untrusted comment: …` and a line of base64), or that line
  /// alone.
  ///
  /// Errors: `key_malformed`, `key_weak`.
  package init(parsing text: String) throws(SkillError) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: true).map(MinisignText.trim)
    if lines.count == 2, lines[0].hasPrefix(MinisignText.untrustedPrefix) { lines.removeFirst() }
    guard lines.count == 1, let line = lines.first else {
      throw Self.malformed("expected an `untrusted comment:` line and one line of base64, or that line alone")
    }
    guard let data = Base64.decode(line) else { throw Self.malformed("the key is not base64") }
    guard data.count == 42 else {
      throw Self.malformed("a public key has 42 bytes, this one has \(data.count)")
    }
    guard Array(data[..<2]) == MinisignText.keyAlgorithm else {
      throw Self.malformed("it is of another kind than Ed25519")
    }
    try self.init(keyID: MinisignKeyID(data[2..<10]), bytes: Array(data[10...]))
  }

  /// The line of base64 that minisign calls the public key (`minisign -P`).
  package var line: String { Base64.encode(MinisignText.keyAlgorithm + keyID.bytes + bytes) }

  /// The contents of a public key file.
  package var fileText: String { "untrusted comment: minisign public key \(keyID)\n\(line)\n" }

  /// What two people compare by eye or over the telephone: ten groups of four digits from the SHA-256 of the key.
  ///
  /// The key id cannot serve for this, because anybody can make another key with the same one.
  package var fingerprint: String {
    let digits = Array(Hex.encodeUppercase(SHA256Digest(of: bytes).bytes.prefix(20)))
    return stride(from: 0, to: digits.count, by: 4).map { String(digits[$0..<$0 + 4]) }.joined(separator: " ")
  }

  private static func malformed(_ reason: String) -> SkillError {
    SkillError(
      .keyMalformed, "this is not a minisign public key: \(reason)",
      hint: "give the file or the line that `minisign -G` printed, starting with RW")
  }
}

extension SkillError.Code {
  /// A text that should be a minisign key is none.
  package static let keyMalformed = Self("key_malformed", .refused)
  /// A public key of small order, or one with a second spelling.
  package static let keyWeak = Self("key_weak", .refused)
}
