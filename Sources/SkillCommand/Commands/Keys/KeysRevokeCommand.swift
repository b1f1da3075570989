import SkillBundle
import SkillSystem

/// `skillhost keys revoke`
enum KeysRevokeCommand {
  static let command = Command(
    "revoke", "Stop believing a key, whenever it signed",
    discussion: "The key stays in the trust store as revoked, so that nothing can bring it back unnoticed.",
    operands: [KeysCommand.keyID],
    examples: [Example("skillhost keys revoke B416593424B7362B", "the publisher lost its secret key")]
  ) { arguments, context throws(SkillError) in
    let id = try KeysCommand.parse(arguments.one(KeysCommand.keyID))
    try HostAccess(context).trust.revoke(id)
    context.output.line("\(id) is revoked; skills signed by it are rejected.")
    return .success
  }
}

/// `skillhost keys remove`
enum KeysRemoveCommand {
  static let command = Command(
    "remove", "Forget a key",
    discussion:
      "Skills signed by it are untrusted, like those of any unknown key. To be safe against its return, revoke it.",
    operands: [KeysCommand.keyID],
    examples: [Example("skillhost keys remove B416593424B7362B", "forget the key, as if it had never been here")]
  ) { arguments, context throws(SkillError) in
    let id = try KeysCommand.parse(arguments.one(KeysCommand.keyID))
    try HostAccess(context).trust.remove(id)
    context.output.line("\(id) is no longer in the trust store.")
    return .success
  }
}
