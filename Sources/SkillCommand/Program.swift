import SkillSystem

/// The program `skillhost`: its commands, and how one is chosen and run.
package enum Program {
  package static let version = "0.1.0"

  package static let root = Command(
    "skillhost", "A host for skills: small native abilities that a model, a script or a person can call",
    examples: [
      Example("skillhost new greeter --language swift", "start a skill of your own"),
      Example("skillhost list", "what is installed, and what can be used"),
      Example("skillhost call text.statistics '{\"text\":\"hello\"}'", "call a skill"),
    ],
    subcommands: commands)

  /// Runs this process's command line and ends the process with its exit status.
  package static func main() -> Never {
    Interrupts.run { await run(Array(CommandLine.arguments.dropFirst()), .process()) }
  }

  /// Runs one command line. What it has to say is in the context's outputs.
  package static func run(_ arguments: [String], _ context: CommandContext) async -> Int32 {
    let status = await execute(arguments, context)
    context.output.flush()
    guard let lost = context.output.failure else { return status }
    context.report(lost)
    return status == 0 ? lost.code.category.rawValue : status
  }

  private static func execute(_ arguments: [String], _ context: CommandContext) async -> Int32 {
    do throws(SkillError) {
      switch try ArgumentParser(root: root).parse(arguments) {
      case .version:
        context.output.line("skillhost \(version)")
        return 0
      case .help(let command, let path):
        context.output.write(HelpText.render(command, path: path, width: min(context.output.width ?? 80, 100)))
        return 0
      case .run(let command, let parsed):
        guard let body = command.body else { throw SkillError(.bug, "'\(parsed.commandPath)' does nothing") }
        return try await body(parsed, context).number
      }
    } catch {
      context.report(error)
      return error.code.category.rawValue
    }
  }
}
