package import SkillSystem

/// What a command line asks for.
package enum Request: Sendable {
  case run(Command, ParsedArguments)
  case help(Command, path: String)
  case version
}

/// Takes a command line apart by the description of its commands.
///
/// Options may stand before, between and behind operands; `--` ends them; `-` alone is an operand; `--name=value` and
/// `--name value` mean the same. There are no abbreviations: what a script types today must not become ambiguous
/// when an option is added tomorrow.
package struct ArgumentParser: Sendable {
  private let root: Command

  package init(root: Command) { self.root = root }

  /// - Parameter arguments: without the program's name.
  package func parse(_ arguments: [String]) throws(SkillError) -> Request {
    var rest = arguments[...]
    var command = root
    var path = root.name
    if rest.first == "help" {
      rest.removeFirst()
      while let name = rest.popFirst() { (command, path) = try descend(name, from: command, path) }
      return .help(command, path: path)
    }
    while !command.subcommands.isEmpty {
      guard let word = rest.popFirst() else { return .help(command, path: path) }
      if word == "--help" || word == "-h" { return .help(command, path: path) }
      if word == "--version", path == root.name { return .version }
      (command, path) = try descend(word, from: command, path)
    }
    return try parse(rest, command, path)
  }

  private func descend(_ name: String, from command: Command, _ path: String) throws(SkillError) -> (Command, String) {
    if let found = command.subcommands.first(where: { $0.name == name }) { return (found, "\(path) \(name)") }
    let isOption = name.utf8.first == UInt8(ascii: "-") && name != "-"
    let candidates = isOption ? ["--help"] + (path == root.name ? ["--version"] : []) : command.subcommands.map(\.name)
    let suggestion = Suggestion.nearest(to: name, among: candidates)
    throw SkillError(
      isOption ? .unknownOption : .unknownCommand,
      isOption ? "'\(path)' has no option '\(name)'" : "'\(path)' has no command '\(name)'",
      hint: suggestion.map { "did you mean '\(path) \($0)'?" } ?? "\(path) --help")
  }

  private func parse(_ words: ArraySlice<String>, _ command: Command, _ path: String) throws(SkillError) -> Request {
    var parsed = ParsedArguments(commandPath: path)
    var operands: [String] = []
    var rest = words
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      if word == "--help" || word == "-h" { return .help(command, path: path) }
      guard word.utf8.first == UInt8(ascii: "-"), word != "-" else {
        operands.append(word)
        continue
      }
      try takeOption(word, &rest, command, &parsed)
    }
    try assign(operands, command, &parsed)
    return .run(command, parsed)
  }

  private func takeOption(
    _ word: String, _ rest: inout ArraySlice<String>, _ command: Command, _ parsed: inout ParsedArguments
  ) throws(SkillError) {
    let path = parsed.commandPath
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let typed = String(parts[0])
    guard typed.hasPrefix("--"), let option = command.options.first(where: { "--\($0.name)" == typed }) else {
      let known = command.options.map { "--\($0.name)" } + ["--help"]
      // Somebody who types -json means --json.
      let suggestion = Suggestion.nearest(to: typed.hasPrefix("--") ? typed : "-\(typed)", among: known)
      throw SkillError(
        .unknownOption, "'\(path)' has no option '\(typed)'",
        hint: suggestion.map { "did you mean '\($0)'?" }
          ?? "\(path) --help; an operand that begins with - goes after --")
    }
    guard let placeholder = option.placeholder else {
      guard parts.count == 1 else {
        throw SkillError(.badValue, "'\(typed)' takes no value", hint: "write \(typed) alone")
      }
      parsed.flags.insert(option.name)
      return
    }
    guard option.repeats || parsed.values[option.name] == nil else {
      throw SkillError(.repeatedOption, "'\(typed)' was given twice", hint: "give it once")
    }
    if parts.count == 2 {
      parsed.values[option.name, default: []].append(String(parts[1]))
    } else if let next = rest.first, !next.hasPrefix("--") {
      parsed.values[option.name, default: []].append(next)
      rest.removeFirst()
    } else {
      throw SkillError(
        .missingValue, "'\(typed)' needs a value (\(placeholder))",
        hint: rest.first.map { "if '\($0)' is the value, write \(typed)=\(quoted($0))" } ?? "\(path) --help")
    }
  }

  private func assign(
    _ operands: [String], _ command: Command, _ parsed: inout ParsedArguments
  ) throws(SkillError) {
    let path = parsed.commandPath
    var rest = operands[...]
    for operand in command.operands {
      switch operand.arity {
      case .one:
        if let value = rest.popFirst() { parsed.operands[operand.name] = [value] }
      case .optional:
        if let value = rest.popFirst() { parsed.operands[operand.name] = [value] }
        continue
      case .oneOrMore:
        if !rest.isEmpty { parsed.operands[operand.name] = Array(rest) }
        rest = []
      }
      guard parsed.operands[operand.name] != nil else {
        throw SkillError(
          .missingOperand, "'\(path)' needs \(operand.name): \(operand.help)",
          hint: command.examples.first?.line ?? "\(path) --help")
      }
    }
    if let extra = rest.first {
      throw SkillError(.unexpectedOperand, "'\(path)' does not expect \(quoted(extra))", hint: "\(path) --help")
    }
  }
}
