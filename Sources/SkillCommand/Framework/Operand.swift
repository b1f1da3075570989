/// A positional argument.
package struct Operand: Sendable {
  package enum Arity: Sendable {
    case one
    case optional
    case oneOrMore
  }

  /// What stands for it in help: `ID`.
  package let name: String
  package let help: String
  package let arity: Arity
  package let completion: Completion

  package init(_ name: String, _ help: String, _ arity: Arity = .one, completion: Completion = .nothing) {
    self.name = name
    self.help = help
    self.arity = arity
    self.completion = completion
  }

  /// The name as a usage line shows it.
  var usage: String {
    switch arity {
    case .one: name
    case .optional: "[\(name)]"
    case .oneOrMore: "\(name)…"
    }
  }
}

/// What a shell offers for a value.
package enum Completion: Hashable, Sendable {
  case nothing
  case files
  case folders
  /// Identifiers of installed skills.
  case skills
  case words([String])
}
