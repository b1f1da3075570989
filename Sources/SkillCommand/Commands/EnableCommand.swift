import SkillBundle
import SkillJSON
import SkillRuntime
import SkillSystem

/// `skillhost enable`
enum EnableCommand {
  static let identifiers = Operand("ID", "identifiers of skills", .oneOrMore, completion: .skills)
  private static let clearQuarantine = Flag(
    "clear-quarantine", "also let a library run again that was shut away because it kept crashing")

  static let command = Command(
    "enable", "Let skills be called",
    discussion: """
      Shows what a skill asks for in plain words, and asks for your yes when there is anything that you did not agree \
      to before.
      """,
    operands: [identifiers], options: [CommonOptions.yes, clearQuarantine],
    examples: [
      Example("skillhost enable weather.daily_forecast", "shows what it asks for, and asks"),
      Example("skillhost enable weather.daily_forecast --yes", "agree in advance"),
      Example("skillhost enable chart.render --clear-quarantine", "let it run again after crashes"),
    ]
  ) { arguments, context throws(SkillError) in
    let wanted = try parse(arguments[identifiers])
    try await HostAccess(context).withRegistry { registry, _ throws(SkillError) in
      // All are looked up before anything changes: a misspelt one must not leave the work half done.
      for identifier in wanted { _ = try await registry.entry(identifier) }
      for identifier in wanted {
        if arguments[clearQuarantine] { try await registry.liftQuarantine(identifier) }
        let needed = try await registry.consentNeeded(identifier)
        var agreed = arguments[CommonOptions.yes]
        if !needed.isEmpty, agreed || Prompt.isPossible(context), let skill = try await registry.entry(identifier).skill
        {
          context.output.flush()
          context.error.write(question(skill, needed))
          try context.confirm("Enable it?", said: agreed, command: "\(arguments.commandPath) \(identifier) --yes")
          agreed = true
        }
        // Without a yes this succeeds only when there was nothing to agree to.
        try await registry.enable(identifier, consent: agreed)
        context.output.line("\(identifier) is enabled.")
      }
    }
    return .success
  }

  static func parse(_ texts: [String]) throws(SkillError) -> [SkillIdentifier] {
    var result: [SkillIdentifier] = []
    for text in texts {
      let identifier = try parse(text)
      if !result.contains(identifier) { result.append(identifier) }
    }
    return result
  }

  /// An identifier as it was typed. One that cannot exist is a skill that does not exist.
  static func parse(_ text: String) throws(SkillError) -> SkillIdentifier {
    do throws(SkillError) {
      return try SkillIdentifier(text)
    } catch {
      throw SkillError(.skillNotFound, "there is no skill called \(quoted(text))", hint: "skillhost list shows all")
    }
  }

  static func question(_ skill: VerifiedSkill, _ needed: [String]) -> String {
    let manifest = skill.manifest
    return """
      \(manifest.displayName) (\(manifest.identifier) \(manifest.version)) by \(manifest.publisher)
      signed with the key \(skill.keyID) (\(KeysCommand.words(skill.key.origin))) asks to:
      \(needed.map { "  - \(SafeText.visible($0))\n" }.joined())
      """
  }
}

/// `skillhost disable`
enum DisableCommand {
  static let command = Command(
    "disable", "Keep skills from being called",
    discussion: "What was agreed to stays agreed to, so enabling again asks nothing.",
    operands: [EnableCommand.identifiers],
    examples: [Example("skillhost disable weather.daily_forecast", "no new call reaches it")]
  ) { arguments, context throws(SkillError) in
    let wanted = try EnableCommand.parse(arguments[EnableCommand.identifiers])
    try await HostAccess(context).withRegistry { registry, _ throws(SkillError) in
      for identifier in wanted { _ = try await registry.entry(identifier) }
      for identifier in wanted {
        try await registry.disable(identifier)
        context.output.line("\(identifier) is disabled.")
      }
    }
    return .success
  }
}
