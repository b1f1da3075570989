import SkillBundle
import SkillSystem

/// `skillhost keys`: which publishers are believed.
enum KeysCommand {
  static let command = Command(
    "keys", "List, make, trust and revoke the keys that sign skills",
    discussion: """
      A skill is used only when a trusted key has signed its manifest. Each key may sign only the skills that were \
      named when it was trusted. Keys and signatures are minisign's.
      """,
    examples: [
      Example("skillhost keys list", "which keys are trusted, and for what"),
      Example("skillhost keys trust acme.pub --for 'acme.*'", "trust a publisher for its skills"),
    ],
    subcommands: [
      KeysListCommand.command, KeysShowCommand.command, KeysNewCommand.command, KeysTrustCommand.command,
      KeysRevokeCommand.command, KeysRemoveCommand.command,
    ])

  static let keyID = Operand("KEYID", "the key's id, as `skillhost keys list` shows it")

  /// - Throws: `bad_value`.
  static func parse(_ text: String) throws(SkillError) -> MinisignKeyID {
    guard let id = MinisignKeyID(text: text) else {
      throw SkillError(
        .badValue, "\(quoted(text)) is not the id of a key", hint: "skillhost keys list shows the ids of keys")
    }
    return id
  }

  /// Where a key came from, in plain words.
  static func words(_ origin: TrustedKey.Origin) -> String {
    switch origin {
    case .pinned: "given by you"
    case .firstUse: "agreed to at first use"
    case .rotated: "vouched for by an earlier key"
    case .local: "made here"
    }
  }
}
