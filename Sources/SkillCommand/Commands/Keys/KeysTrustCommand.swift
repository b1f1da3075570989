import SkillBundle
import SkillSystem

/// `skillhost keys trust`
enum KeysTrustCommand {
  private static let file = Operand("FILE", "a minisign public key file, or the key itself", completion: .files)
  private static let patterns = Option<IdentifierPattern>(
    "for", "PATTERN", "which skills it may sign: 'acme.*', one identifier, or '*'; may be repeated", repeats: true
  ) { text throws(ValueProblem) in
    do throws(SkillError) {
      return try IdentifierPattern(text)
    } catch {
      throw ValueProblem(error.message, hint: error.hint ?? "write --for 'weather.*'")
    }
  }

  static let command = Command(
    "trust", "Trust a publisher's key for some skills",
    discussion: """
      Compare the fingerprint with one that you got from the publisher by another way. A key that is already trusted is \
      trusted for more skills.
      """,
    operands: [file], options: [patterns, CommonOptions.yes],
    examples: [
      Example("skillhost keys trust acme.pub --for 'acme.*'", "shows the fingerprint and asks"),
      Example("skillhost keys trust acme.pub --for acme.notes --yes", "for scripts that have checked the key"),
    ]
  ) { arguments, context throws(SkillError) in
    let path = try arguments.one(file)
    let patterns = try arguments.all(patterns)
    guard !patterns.isEmpty else {
      throw SkillError(
        .missingValue, "nothing says which skills this key may sign",
        hint: "\(arguments.commandPath) \(quoted(path)) --for 'acme.*'")
    }
    if !path.hasPrefix("RW") { try InputFile.requireThere(path) }
    let key = try MinisignPublicKey(lineOrFile: path)
    let scope = patterns.map(\.text).joined(separator: ", ")
    try context.confirm(
      "Key          \(key.keyID)\nFingerprint  \(key.fingerprint)\nMay sign     \(scope)\nTrust this key?",
      said: arguments[CommonOptions.yes],
      command: "compare its fingerprint (\(key.fingerprint)) with the publisher's, then: "
        + "\(arguments.commandPath) \(quoted(path)) " + patterns.map { "--for \(quoted($0.text)) " }.joined() + "--yes")
    let trusted = try HostAccess(context).trust.add(key, for: patterns, origin: .pinned)
    context.output.line("\(trusted.keyID) may sign \(trusted.patterns.map(\.text).joined(separator: ", ")).")
    return .success
  }
}
