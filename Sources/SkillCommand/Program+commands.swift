extension Program {
  /// In the order in which help lists them.
  static let commands: [Command] = [
    ListCommand.command, InfoCommand.command, EnableCommand.command, DisableCommand.command, GrantCommand.command,
    CallCommand.command, MatchCommand.command, NewCommand.command, ValidateCommand.command, SignCommand.command,
    VerifyCommand.command, KeysCommand.command, DoctorCommand.command, CompletionCommand.command,
  ]
}
