package import SkillSystem

/// The one place that decides whether a manifest may be believed.
package enum Verification {
  /// Checks a signature over a manifest's bytes, decodes those same bytes, and checks that the key may sign this skill.
  ///
  /// The order matters: nothing that the manifest says is looked at before its bytes are known to come from a trusted
  /// key, and then the buffer that was verified is the buffer that is parsed.
  ///
  /// - Parameter signature: the contents of the `.minisig` file.
  ///
  /// Errors: `signature_malformed`, `signature_legacy`, `key_untrusted`, `key_revoked`, `signature_not_canonical`,
  /// `signature_invalid`, `signature_comment_invalid`, those of ``Manifest/init(decoding:role:)``,
  /// `signature_comment_mismatch`, `key_out_of_scope`.
  package static func verify(
    manifest bytes: [UInt8], signature: [UInt8], trust: TrustSnapshot
  ) throws(SkillError) -> (manifest: Manifest, key: TrustedKey) {
    let signature = try MinisignSignature(parsing: signature)
    let key = try trust.key(for: signature.keyID)
    try signature.verify(bytes, with: key.publicKey)
    let manifest = try Manifest(decoding: bytes, role: .installed)
    guard signature.trustedComment.utf8.elementsEqual(manifest.trustedComment.utf8) else {
      throw SkillError(
        .signatureCommentMismatch,
        "the signature is for \(Quoted.text(signature.trustedComment)), the manifest is "
          + Quoted.text(manifest.trustedComment),
        hint: "sign the manifest with skillhost sign, or with minisign -S -t '\(manifest.trustedComment)'")
    }
    try key.requireScope(manifest.identifier)
    return (manifest, key)
  }
}

extension SkillError.Code {
  /// The signature is genuine but was made for another skill or version.
  package static let signatureCommentMismatch = Self("signature_comment_mismatch", .refused)
}
