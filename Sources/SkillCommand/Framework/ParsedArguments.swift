package import SkillSystem

/// What was typed for one command, taken apart.
package struct ParsedArguments: Sendable {
  /// The command with its parents: `skillhost keys trust`.
  package let commandPath: String
  var operands: [String: [String]] = [:]
  var flags: Set<String> = []
  var values: [String: [String]] = [:]

  init(commandPath: String) { self.commandPath = commandPath }

  package subscript(flag: Flag) -> Bool { flags.contains(flag.name) }

  /// The value of an option, nil when it was not given.
  ///
  /// - Throws: `bad_value`.
  package func value<Value>(_ option: Option<Value>) throws(SkillError) -> Value? { try all(option).last }

  /// All values of an option that repeats, in order.
  ///
  /// - Throws: `bad_value`.
  package func all<Value>(_ option: Option<Value>) throws(SkillError) -> [Value] {
    var result: [Value] = []
    for text in values[option.name, default: []] {
      do throws(ValueProblem) {
        result.append(try option.parse(text))
      } catch {
        throw SkillError(.badValue, "--\(option.name) \(quoted(text)): \(error.problem)", hint: error.hint)
      }
    }
    return result
  }

  /// All values of an operand.
  package subscript(operand: Operand) -> [String] { operands[operand.name, default: []] }

  /// The value of an operand that may be left out.
  package func optional(_ operand: Operand) -> String? { self[operand].first }

  /// The value of an operand that the parser has seen to be there.
  package func one(_ operand: Operand) throws(SkillError) -> String {
    guard let value = self[operand].first else {
      throw SkillError(.bug, "'\(commandPath)' ran without \(operand.name)")
    }
    return value
  }
}

/// The text as it can be pasted into a shell, quoted only when it has to be.
package func quoted(_ text: String) -> String {
  let plain = text.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ":"),
      UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "+"), UInt8(ascii: "@"), UInt8(ascii: "%"):
      true
    case 0x80...: true
    default: false
    }
  }
  if plain && !text.isEmpty { return text }
  var result = "'"
  for character in text.unicodeScalars {
    if character == "'" { result += #"'\''"# } else { result.unicodeScalars.append(character) }
  }
  return result + "'"
}
