package import SkillSystem

/// The contents of a `.minisig` file of the prehashed kind.
///
/// Four lines: an untrusted comment, base64 of `ED`, key id and signature, the trusted comment, base64 of the global
/// signature, which covers the signature and the trusted comment.
package struct MinisignSignature: Hashable, Sendable {
  package let keyID: MinisignKeyID
  /// Ed25519 over the BLAKE2b-512 of the signed bytes; 64 bytes.
  let signature: [UInt8]
  /// Without its prefix and line end. To be believed only after ``verify(_:with:)``.
  package let trustedComment: String
  /// Ed25519 over `signature` and the trusted comment's text; 64 bytes.
  let globalSignature: [UInt8]

  /// The largest file that is read.
  package static let maximumSize = 16 * 1024

  init(keyID: MinisignKeyID, signature: [UInt8], trustedComment: String, globalSignature: [UInt8]) {
    self.keyID = keyID
    self.signature = signature
    self.trustedComment = trustedComment
    self.globalSignature = globalSignature
  }

  /// Reads a signature file; accepts exactly what minisign writes, the last line end being optional.
  ///
  /// Errors: `signature_malformed`, `signature_legacy`.
  package init(parsing bytes: [UInt8]) throws(SkillError) {
    guard bytes.count <= Self.maximumSize else { throw Self.tooLarge(bytes.count) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Self.malformed("it is not UTF-8") }
    guard !Self.holdsControlCharacters(bytes) else {
      throw Self.malformed("it holds control characters")
    }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    guard lines.count == 4 else { throw Self.malformed("it has \(lines.count) lines instead of 4") }
    guard lines[0].hasPrefix(MinisignText.untrustedPrefix) else {
      throw Self.malformed("line 1 does not begin with `untrusted comment: `")
    }
    guard lines[2].hasPrefix(MinisignText.trustedPrefix) else {
      throw Self.malformed("line 3 does not begin with `trusted comment: `")
    }
    guard let data = Base64.decode(String(lines[1])), data.count == 74 else {
      throw Self.malformed("line 2 is not the base64 of 74 bytes")
    }
    guard let global = Base64.decode(String(lines[3])), global.count == Ed25519.signatureSize else {
      throw Self.malformed("line 4 is not the base64 of 64 bytes")
    }
    let algorithm = Array(data[..<2])
    guard algorithm != MinisignText.keyAlgorithm else {
      throw SkillError(
        .signatureLegacy, "the signature is of minisign's legacy kind, which signs the file instead of its hash",
        hint: "sign again with skillhost sign, or with minisign -S and without -l")
    }
    guard algorithm == MinisignText.prehashedAlgorithm else {
      throw Self.malformed("it is of an unknown kind")
    }
    self.init(
      keyID: MinisignKeyID(data[2..<10]), signature: Array(data[10...]),
      trustedComment: String(lines[2].dropFirst(MinisignText.trustedPrefix.count)), globalSignature: global)
  }

  /// The contents of the `.minisig` file.
  package var fileText: String {
    """
    untrusted comment: signature from minisign secret key
    \(Base64.encode(MinisignText.prehashedAlgorithm + keyID.bytes + signature))
    trusted comment: \(trustedComment)
    \(Base64.encode(globalSignature))

    """
  }

  /// Checks that `key` made this signature over `bytes` and over the trusted comment.
  ///
  /// Errors: `key_untrusted` (another key id), `signature_not_canonical`, `signature_invalid`,
  /// `signature_comment_invalid`.
  package func verify(_ bytes: [UInt8], with key: MinisignPublicKey) throws(SkillError) {
    guard key.keyID == keyID else {
      throw SkillError(
        .keyUntrusted, "the signature was made by key \(keyID), not by \(key.keyID)",
        hint: "compare the key id with the one the publisher shows")
    }
    guard Ed25519.hasCanonicalScalar(signature), Ed25519.hasCanonicalScalar(globalSignature) else {
      throw SkillError(
        .signatureNotCanonical, "the signature was altered: its number S is not below the group order",
        hint: Self.fetchAgain)
    }
    guard Ed25519.verify(signature: signature, of: BLAKE2b512.hash(bytes), publicKey: key.bytes) else {
      throw SkillError(
        .signatureInvalid, "the signature by key \(keyID) does not fit these bytes: one of the two was changed",
        hint: Self.fetchAgain)
    }
    let covered = signature + Array(trustedComment.utf8)
    guard Ed25519.verify(signature: globalSignature, of: covered, publicKey: key.bytes) else {
      throw SkillError(
        .signatureCommentInvalid, "the trusted comment of the signature was changed after signing",
        hint: Self.fetchAgain)
    }
  }

  /// True when valid UTF-8 holds a control character besides line feed and tab. Looks at bytes, because this runs for
  /// every skill at every start: U+0080 to U+009F are C2 followed by 80 to 9F.
  private static func holdsControlCharacters(_ bytes: [UInt8]) -> Bool {
    var previous: UInt8 = 0
    for byte in bytes {
      if byte < 0x20 && byte != 0x0A && byte != 0x09 || byte == 0x7F { return true }
      if previous == 0xC2 && byte < 0xA0 { return true }
      previous = byte
    }
    return false
  }

  static func tooLarge(_ size: Int) -> SkillError {
    malformed("it has \(size) bytes; at most \(maximumSize) are read")
  }

  private static let fetchAgain =
    "get the skill again from its publisher; if you changed the manifest yourself, sign it again with skillhost sign"

  private static func malformed(_ reason: String) -> SkillError {
    SkillError(
      .signatureMalformed, "this is not a minisign signature: \(reason)",
      hint: "sign the manifest again with skillhost sign")
  }
}

extension SkillError.Code {
  /// The `.minisig` file is not in minisign's format.
  package static let signatureMalformed = Self("signature_malformed", .refused)
  /// The signature covers the file itself and not its BLAKE2b-512.
  package static let signatureLegacy = Self("signature_legacy", .refused)
  /// The signature does not fit the bytes.
  package static let signatureInvalid = Self("signature_invalid", .refused)
  /// The signature would fit but is a second spelling of another one.
  package static let signatureNotCanonical = Self("signature_not_canonical", .refused)
  /// The global signature does not fit the trusted comment.
  package static let signatureCommentInvalid = Self("signature_comment_invalid", .refused)
  /// Nobody said that the key may be believed.
  package static let keyUntrusted = Self("key_untrusted", .refused)
}
