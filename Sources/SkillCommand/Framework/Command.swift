package import SkillSystem

/// One command of the program: all that its parser, its help and the shells' completion need to know.
///
/// A command either runs or has subcommands.
package struct Command: Sendable {
  package typealias Body = @Sendable (ParsedArguments, CommandContext) async throws(SkillError) -> ExitStatus

  package let name: String
  /// One line, without a full stop.
  package let summary: String
  /// What one has to know beyond the options.
  package let discussion: String?
  package let operands: [Operand]
  package let options: [any CommandOption]
  package let examples: [Example]
  package let subcommands: [Command]
  let body: Body?

  /// A command that runs.
  package init(
    _ name: String, _ summary: String, discussion: String? = nil, operands: [Operand] = [],
    options: [any CommandOption] = [], examples: [Example], body: @escaping Body
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.operands = operands
    self.options = options
    self.examples = examples
    subcommands = []
    self.body = body
  }

  /// A command that only groups others.
  package init(
    _ name: String, _ summary: String, discussion: String? = nil, examples: [Example], subcommands: [Command]
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    operands = []
    options = []
    self.examples = examples
    self.subcommands = subcommands
    body = nil
  }
}

/// A line to type, and what it does.
package struct Example: Sendable {
  package let line: String
  package let purpose: String

  package init(_ line: String, _ purpose: String) {
    self.line = line
    self.purpose = purpose
  }
}

/// What the process ends with: 0, or the raw value of a ``SkillError/Category``.
package struct ExitStatus: Hashable, Sendable {
  package let number: Int32

  package static let success = ExitStatus(number: 0)

  package init(number: Int32) { self.number = number }
  package init(_ category: SkillError.Category) { number = category.rawValue }
}
