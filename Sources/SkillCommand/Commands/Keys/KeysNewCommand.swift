import Glibc
import SkillBundle
package import SkillSystem

/// `skillhost keys new`
enum KeysNewCommand {
  private static let file = Operand(
    "FILE", "the name of the pair: FILE.key and FILE.pub are written", completion: .files)

  static let command = Command(
    "new", "Make a key pair for signing skills",
    discussion: """
      The secret key is not encrypted: keep the file where nobody else can read it. The public key is what others \
      trust. Your own home does not trust the new key by itself.
      """,
    operands: [file],
    examples: [Example("skillhost keys new acme", "write acme.key (secret) and acme.pub (public)")]
  ) { arguments, context throws(SkillError) in
    let (secretPath, publicPath) = paths(try arguments.one(file))
    for path in [secretPath, publicPath] where unsafe access(path, F_OK) == 0 {
      throw SkillError(.fileExists, "\(path) exists, and a key is never overwritten", hint: "choose another name")
    }
    let key = MinisignSecretKey.generate()
    try key.write(to: secretPath)
    try AtomicFile.write(Array(key.publicKey.fileText.utf8), to: publicPath, mode: 0o644)
    context.output.write(
      """
      Key          \(key.keyID)
      Fingerprint  \(key.publicKey.fingerprint)
      Secret key   \(secretPath)
      Public key   \(publicPath)

      To trust it here:    skillhost keys trust \(quoted(publicPath)) --for 'PREFIX.*'
      To sign with it:     skillhost sign MANIFEST --library FILE --into FOLDER --key \(quoted(secretPath))

      """)
    return .success
  }

  /// `acme` and `acme.key` both mean `acme.key` and `acme.pub`.
  package static func paths(_ name: String) -> (secret: String, public: String) {
    let stem = name.hasSuffix(".key") && Path.name(of: name) != ".key" ? String(name.dropLast(4)) : name
    return ("\(stem).key", "\(stem).pub")
  }
}

extension SkillError.Code {
  /// A file that would be written is already there.
  package static let fileExists = Self("file_exists", .refused)
}
