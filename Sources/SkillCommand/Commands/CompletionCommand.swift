import SkillSystem

/// `skillhost completion`
enum CompletionCommand {
  private static let shell = Operand(
    "SHELL", "bash, zsh or fish", completion: .words(CompletionScript.Shell.allCases.map(\.rawValue)))

  static let command = Command(
    "completion", "Print the script that completes commands in a shell",
    operands: [shell],
    examples: [
      Example("skillhost completion bash > ~/.local/share/bash-completion/completions/skillhost", "for bash"),
      Example("skillhost completion zsh > \"${fpath[1]}/_skillhost\"", "for zsh"),
      Example("skillhost completion fish > ~/.config/fish/completions/skillhost.fish", "for fish"),
    ]
  ) { arguments, context throws(SkillError) in
    let name = try arguments.one(shell)
    guard let shell = CompletionScript.Shell(rawValue: name) else {
      throw SkillError(
        .badValue, "there is no completion for \(quoted(name))", hint: "\(arguments.commandPath) bash (or zsh, or fish)"
      )
    }
    context.output.write(CompletionScript.render(shell, root: Program.root))
    return .success
  }
}
