package import SkillSystem

extension SkillError.Code {
  package static let unknownCommand = Self("unknown_command", .usage)
  package static let unknownOption = Self("unknown_option", .usage)
  package static let missingOperand = Self("missing_operand", .usage)
  package static let unexpectedOperand = Self("unexpected_operand", .usage)
  package static let missingValue = Self("missing_value", .usage)
  package static let badValue = Self("bad_value", .usage)
  package static let repeatedOption = Self("repeated_option", .usage)
}
