import SkillSystem

/// A named argument, with a value (``Option``) or without (``Flag``).
package protocol CommandOption: Sendable {
  /// Without the dashes.
  var name: String { get }
  var help: String { get }
  /// What stands for the value in help; nil when there is none.
  var placeholder: String? { get }
  var repeats: Bool { get }
  var completion: Completion { get }
}

/// An option that is there or not.
package struct Flag: CommandOption {
  package let name: String
  package let help: String

  package init(_ name: String, _ help: String) {
    self.name = name
    self.help = help
  }

  package var placeholder: String? { nil }
  package var repeats: Bool { false }
  package var completion: Completion { .nothing }
}

/// An option with a value.
package struct Option<Value: Sendable>: CommandOption {
  package let name: String
  package let help: String
  package let repeats: Bool
  package let completion: Completion
  private let valueName: String
  let parse: @Sendable (String) throws(ValueProblem) -> Value

  package init(
    _ name: String, _ valueName: String, _ help: String, repeats: Bool = false, completion: Completion = .nothing,
    parse: @escaping @Sendable (String) throws(ValueProblem) -> Value
  ) {
    self.name = name
    self.help = help
    self.repeats = repeats
    self.completion = completion
    self.valueName = valueName
    self.parse = parse
  }

  package var placeholder: String? { valueName }
}

extension Option where Value == String {
  package init(
    _ name: String, _ valueName: String, _ help: String, repeats: Bool = false, completion: Completion = .nothing
  ) {
    self.init(name, valueName, help, repeats: repeats, completion: completion) { text throws(ValueProblem) in text }
  }
}

/// Why a value was not understood: what is wrong with it, and what to write instead.
package struct ValueProblem: Error, Sendable {
  let problem: String
  let hint: String

  package init(_ problem: String, hint: String) {
    self.problem = problem
    self.hint = hint
  }
}
