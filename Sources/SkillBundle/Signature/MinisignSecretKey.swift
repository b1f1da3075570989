package import SkillSystem
import Synchronization

/// An unencrypted minisign secret key. The seed is overwritten when the last reference goes away.
package final class MinisignSecretKey: Sendable {
  package let publicKey: MinisignPublicKey
  private let seed: Lock<[UInt8]>

  package var keyID: MinisignKeyID { publicKey.keyID }

  /// A new key with a random id.
  package static func generate() -> MinisignSecretKey {
    while true {
      let seed = Libcrypto.randomBytes(Ed25519.seedSize)
      let keyID = MinisignKeyID(Libcrypto.randomBytes(8)[...])
      // A random seed gives a weak key with a chance of about 2^-250.
      if let key = try? MinisignSecretKey(keyID: keyID, seed: seed) { return key }
    }
  }

  private init(keyID: MinisignKeyID, seed: [UInt8]) throws(SkillError) {
    publicKey = try MinisignPublicKey(keyID: keyID, bytes: Ed25519.publicKey(ofSeed: seed))
    self.seed = Lock(seed)
  }

  deinit {
    seed.withLock { Libcrypto.wipe(&$0) }
  }

  /// Reads a secret key file as `minisign -G -W` writes it.
  ///
  /// The layout is `Ed`, a key derivation (two zero bytes: none), `B2`, 48 bytes for the derivation, key id, seed,
  /// public key, checksum. Errors: `key_malformed`, `key_encrypted`, `key_weak`.
  package convenience init(parsing text: String) throws(SkillError) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true).map(MinisignText.trim)
    guard lines.count == 2, lines[0].hasPrefix(MinisignText.untrustedPrefix) else {
      throw Self.malformed("expected an `untrusted comment:` line and one line of base64")
    }
    guard var data = Base64.decode(lines[1]) else { throw Self.malformed("the key is not base64") }
    defer { Libcrypto.wipe(&data) }
    guard data.count == 158 else { throw Self.malformed("a secret key has 158 bytes, this one has \(data.count)") }
    guard Array(data[0..<2]) == MinisignText.keyAlgorithm, Array(data[4..<6]) == Array("B2".utf8) else {
      throw Self.malformed("it is of another kind than Ed25519 with BLAKE2b")
    }
    guard Array(data[2..<4]) == [0, 0] else {
      throw SkillError(
        .keyEncrypted, "the secret key is protected by a password, which this program does not ask for",
        hint: "sign with the minisign program itself, or make a key without a password: minisign -G -W")
    }
    try self.init(keyID: MinisignKeyID(data[54..<62]), seed: Array(data[62..<94]))
    guard publicKey.bytes == Array(data[94..<126]) else {
      throw Self.malformed("its public half does not belong to its secret half")
    }
  }

  /// The contents of a secret key file. A secret: write it with mode 0600 and nowhere else.
  package var fileText: String {
    let data =
      MinisignText.keyAlgorithm + [0, 0] + Array("B2".utf8) + [UInt8](repeating: 0, count: 48) + keyID.bytes
      + seed.withLock { $0 } + publicKey.bytes + [UInt8](repeating: 0, count: 32)
    return "untrusted comment: minisign encrypted secret key\n\(Base64.encode(data))\n"
  }

  /// Signs the BLAKE2b-512 of `bytes`, and that signature together with `trustedComment`.
  ///
  /// `trustedComment` must be one line. The untrusted comment is fixed.
  package func sign(_ bytes: [UInt8], trustedComment: String) -> MinisignSignature {
    seed.withLock { seed in
      let signature = Ed25519.sign(BLAKE2b512.hash(bytes), seed: seed)
      let global = Ed25519.sign(signature + Array(trustedComment.utf8), seed: seed)
      return MinisignSignature(
        keyID: keyID, signature: signature, trustedComment: trustedComment, globalSignature: global)
    }
  }

  private static func malformed(_ reason: String) -> SkillError {
    SkillError(
      .keyMalformed, "this is not a minisign secret key: \(reason)",
      hint: "give the file that `minisign -G -W` wrote")
  }
}

extension SkillError.Code {
  /// A secret key that only its password opens.
  package static let keyEncrypted = Self("key_encrypted", .refused)
}
