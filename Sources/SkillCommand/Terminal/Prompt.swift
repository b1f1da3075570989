import Glibc

/// A question to the person at the terminal.
package enum Prompt {
  /// Whether somebody is there to answer: standard input and standard error are both terminals.
  package static func isPossible(_ context: CommandContext) -> Bool { isatty(0) == 1 && context.error.isTerminal }

  /// Asks, and takes only `y` or `yes` for yes.
  package static func confirm(_ question: String, _ context: CommandContext) -> Bool {
    context.output.flush()
    context.error.write("\(question) [y/N] ")
    guard let answer = readLine() else {
      context.error.line()
      return false
    }
    return ["y", "yes"].contains(answer.lowercased())
  }
}
