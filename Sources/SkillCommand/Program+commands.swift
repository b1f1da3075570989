extension Program {
  /// In the order in which help lists them.
  static let commands: [Command] = [
    KeysCommand.command, CompletionCommand.command,
  ]
}
