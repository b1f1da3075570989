package import SkillSystem

/// What a command works with: the environment and where its text goes.
package struct CommandContext: Sendable {
  package let environment: [String: String]
  package let output: Output
  package let error: Output

  package init(environment: [String: String], output: Output, error: Output) {
    self.environment = environment
    self.output = output
    self.error = error
  }

  /// The context of this process.
  package static func process() -> CommandContext {
    let environment = Terminal.environment()
    return CommandContext(
      environment: environment,
      output: Output(descriptor: 1, capacity: 32 * 1024, environment: environment),
      error: Output(descriptor: 2, capacity: 0, environment: environment))
  }

  /// Shows a failure in the form that every failure has: `error[code]: what; hint: what to type`, one line.
  package func report(_ failure: SkillError) {
    output.flush()
    let text = SafeText.visible(failure.description)
    // The code has no characters that SafeText changes, so the prefix is the same in both.
    let prefix = "error[\(failure.code.name)]:"
    let rest = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : " \(text)"
    error.line(error.style.red(prefix) + rest)
  }

  /// Says something that is no failure.
  package func warn(_ message: String) {
    output.flush()
    error.line(error.style.yellow("warning:") + " " + SafeText.visible(message))
  }
}
