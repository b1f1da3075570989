internal import Glibc
package import SkillSystem

extension TrustStore {
  private static let localKeyName = "local.key"

  /// The file of this home's own secret key.
  package var localKeyPath: String { "\(folder)/\(Self.localKeyName)" }

  /// This home's own key, which `skillhost sign` uses unless it is given another. Made on first use, and trusted in
  /// this home alone, for every skill.
  ///
  /// Errors: `key_revoked`, `trust_file_unsafe`, `key_malformed`, those of ``add(_:for:origin:at:)``.
  package func localKey(at milliseconds: Int64 = WallClock.milliseconds) throws(SkillError) -> MinisignSecretKey {
    try locked { folder throws(SkillError) in
      let key: MinisignSecretKey
      if let kept = try readLocalKey(in: folder) {
        key = kept
      } else {
        key = .generate()
        try AtomicFile.write(Array(key.fileText.utf8), to: localKeyPath)
      }
      do throws(SkillError) {
        try add(key.publicKey, for: [.everything], origin: .local, at: milliseconds, in: folder)
      } catch  where error.code == .keyRevoked {
        throw SkillError(
          .keyRevoked, "this home's own key \(key.keyID) was revoked",
          hint: "delete \(localKeyPath) to have a new one made, and sign your skills again")
      }
      return key
    }
  }

  private func readLocalKey(in folder: borrowing Descriptor) throws(SkillError) -> MinisignSecretKey? {
    guard exists(Self.localKeyName, in: folder) else { return nil }
    do throws(SkillError) {
      let bytes = try readPrivate(Self.localKeyName, in: folder, forbidden: 0o077, limit: 4_096)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw SkillError(.keyMalformed, "it is not UTF-8")
      }
      return try MinisignSecretKey(parsing: text)
    } catch {
      throw SkillError(
        error.code, "\(localKeyPath): \(error.message)",
        hint: error.code == .trustFileUnsafe
          ? "if nobody else can have read it: chmod 600 '\(localKeyPath)'; else delete it and sign your skills again"
          : "delete the file to have a new key made, and sign your skills again")
    }
  }
}
