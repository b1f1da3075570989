import SkillBundle
import SkillJSON
import SkillSystem

/// `skillhost keys show`
enum KeysShowCommand {
  static let command = Command(
    "show", "Show one key with its fingerprint", operands: [KeysCommand.keyID], options: [CommonOptions.json],
    examples: [Example("skillhost keys show B416593424B7362B", "the fingerprint, to compare with the publisher's")]
  ) { arguments, context throws(SkillError) in
    let id = try KeysCommand.parse(arguments.one(KeysCommand.keyID))
    guard let key = try HostAccess(context).trust.lookup(id) else {
      throw SkillError(.keyNotFound, "there is no key \(id) in the trust store", hint: "skillhost keys list")
    }
    if arguments[CommonOptions.json] {
      context.print(JSON.build { KeysListCommand.write(key, to: &$0) })
    } else {
      context.output.write(text(key))
    }
    return .success
  }

  package static func text(_ key: TrustedKey) -> String {
    """
    Key          \(key.keyID)
    Fingerprint  \(key.publicKey.fingerprint)
    State        \(key.isRevoked ? "revoked: nothing it signed is accepted" : "trusted")
    May sign     \(key.patterns.map(\.text).joined(separator: ", "))
    Origin       \(KeysCommand.words(key.origin)), \(key.added)
    Public key   \(key.publicKey.line)

    """
  }
}
