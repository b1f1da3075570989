import SkillBundle
import SkillRuntime
import SkillSystem

/// `skillhost grant`
enum GrantCommand {
  private static let identifier = Operand("ID", "the skill's identifier", completion: .skills)
  private static let binding = Operand(
    "NAME=PATH", "the folder's name in the skill's manifest, and the folder to give", completion: .files)

  static let command = Command(
    "grant", "Choose the folder that a skill uses",
    discussion: "A skill names the folders that it wants; `skillhost info ID` lists them. It sees nothing else.",
    operands: [identifier, binding],
    examples: [Example("skillhost grant calendar.events calendars=/home/me/calendars", "use your own calendars")]
  ) { arguments, context throws(SkillError) in
    let skill = try EnableCommand.parse(arguments.one(identifier))
    let pair = try arguments.one(binding)
    let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      throw SkillError(
        .badValue, "\(quoted(pair)) is not NAME=PATH", hint: "\(arguments.commandPath) \(skill) notes=/home/me/notes")
    }
    let (slot, path) = (parts[0], parts[1])
    let access = try HostAccess(context)
    let folder = try await access.withRegistry { registry, _ throws(SkillError) in
      try await registry.bind(skill, slot: slot, to: path)
    }
    context.output.line("\(skill) uses \(folder) as \(slot).")
    return .success
  }
}
