package import SkillJSON
package import SkillSystem

/// Options that mean the same in every command that has them.
enum CommonOptions {
  static let json = Flag("json", "print JSON")
  static let yes = Flag("yes", "answer yes to the question that would be asked")
}

extension CommandContext {
  /// Prints JSON: indented and without characters that act on a terminal where there is one, else on one line.
  package func print(_ json: JSON) {
    if output.isTerminal {
      var writer = JSONWriter(pretty: true)
      writer.value(json)
      output.line(SafeText.json(writer.text))
    } else {
      var writer = JSONWriter()
      writer.value(json)
      output.write(writer.bytes + [0x0A])
    }
  }

  /// Gets a yes for something that must not happen without one.
  ///
  /// - Parameters:
  ///   - said: whether `--yes` was given.
  ///   - command: what to type to say it in advance.
  /// - Throws: `confirmation_required` without anybody to ask, `declined` when the answer is no.
  func confirm(_ question: String, said: Bool, command: String) throws(SkillError) {
    if said { return }
    guard Prompt.isPossible(self) else {
      throw SkillError(
        .confirmationRequired, "this needs somebody's yes, and there is no terminal to ask at", hint: command)
    }
    guard Prompt.confirm(question, self) else {
      throw SkillError(.declined, "nothing was changed: the answer was no")
    }
  }
}

extension SkillError.Code {
  /// A question had to be asked and could not be.
  package static let confirmationRequired = Self("confirmation_required", .refused)
  /// The person at the terminal said no.
  package static let declined = Self("declined", .refused)
}
