import SkillCommand
import SkillSystem
import Testing

private let json = Flag("json", "print JSON")
private let argument = Option("arg", "NAME=VALUE", "one argument", repeats: true)
private let count = Option<Int>("count", "N", "how many") { text throws(ValueProblem) in
  guard let number = Int(text) else { throw ValueProblem("not a number", hint: "write --count 3") }
  return number
}
private let identifier = Operand("ID", "the skill's identifier", completion: .skills)
private let input = Operand("ARGUMENTS", "a JSON object, or -", .optional)
private let many = Operand("ID", "identifiers", .oneOrMore)

private let root = Command(
  "tool", "A tool", examples: [Example("tool list", "list")],
  subcommands: [
    Command("list", "List", options: [json, count], examples: [Example("tool list", "all of them")]) {
      _, _ throws(SkillError) in .success
    },
    Command(
      "call", "Call", operands: [identifier, input], options: [json, argument],
      examples: [Example("tool call a.b", "call it")]
    ) { _, _ throws(SkillError) in .success },
    Command("enable", "Enable", operands: [many], examples: [Example("tool enable a.b", "one")]) {
      _, _ throws(SkillError) in .success
    },
    Command(
      "keys", "Keys", examples: [Example("tool keys list", "list")],
      subcommands: [
        Command("list", "List keys", options: [json], examples: [Example("tool keys list", "all")]) {
          _, _ throws(SkillError) in .success
        }
      ]),
  ])

private func parse(_ line: String) throws(SkillError) -> Request {
  try ArgumentParser(root: root).parse(line.split(separator: " ").map(String.init))
}

private func run(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> ParsedArguments {
  guard case .run(_, let arguments) = try parse(line) else {
    Issue.record("'\(line)' does not run", sourceLocation: sourceLocation)
    throw SkillError(.bug, "")
  }
  return arguments
}

@Suite("Command lines")
struct ParserTests {
  @Test("options may stand anywhere", arguments: ["call --json a.b {}", "call a.b --json {}", "call a.b {} --json"])
  func optionPlaces(line: String) throws {
    let arguments = try run(line)
    #expect(arguments.commandPath == "tool call")
    #expect(arguments[json])
    #expect(arguments[identifier] == ["a.b"])
    #expect(arguments.optional(input) == "{}")
  }

  @Test(
    "values after a space or an equals sign",
    arguments: ["call a.b --arg x=1 --arg y=2", "call a.b --arg=x=1 --arg=y=2"])
  func values(line: String) throws {
    #expect(try run(line).all(argument) == ["x=1", "y=2"])
  }

  @Test("an empty value can be written with an equals sign")
  func emptyValue() throws { #expect(try run("call a.b --arg=").all(argument) == [""]) }

  @Test("-- ends options, - is an operand")
  func dashes() throws {
    #expect(try run("call -- --json -x")[identifier] == ["--json"])
    #expect(try run("call -- --json -x").optional(input) == "-x")
    #expect(try run("call a.b -").optional(input) == "-")
    #expect(try run("enable -- a.b -- c.d")[many] == ["a.b", "--", "c.d"])
  }

  @Test("a value is typed")
  func typed() throws {
    #expect(try run("list --count 3").value(count) == 3)
    #expect(try run("list --count=-3").value(count) == -3)
    #expect(try run("list --count -3").value(count) == -3)
    #expect(try run("list").value(count) == nil)
  }

  @Test(
    "mistakes are named, with what to type",
    arguments: [
      ("lits", "error[unknown_command]: 'tool' has no command 'lits'; hint: did you mean 'tool list'?"),
      ("enabel", "error[unknown_command]: 'tool' has no command 'enabel'; hint: did you mean 'tool enable'?"),
      ("zzz", "error[unknown_command]: 'tool' has no command 'zzz'; hint: tool --help"),
      ("keys lst", "error[unknown_command]: 'tool keys' has no command 'lst'; hint: did you mean 'tool keys list'?"),
      ("--verson", "error[unknown_option]: 'tool' has no option '--verson'; hint: did you mean 'tool --version'?"),
      ("list --jsn", "error[unknown_option]: 'tool list' has no option '--jsn'; hint: did you mean '--json'?"),
      ("list -json", "error[unknown_option]: 'tool list' has no option '-json'; hint: did you mean '--json'?"),
      (
        "list --frobnicate",
        "error[unknown_option]: 'tool list' has no option '--frobnicate'; "
          + "hint: tool list --help; an operand that begins with - goes after --"
      ),
      ("list --json=1", "error[bad_value]: '--json' takes no value; hint: write --json alone"),
      ("list --count", "error[missing_value]: '--count' needs a value (N); hint: tool list --help"),
      (
        "list --count --json",
        "error[missing_value]: '--count' needs a value (N); hint: if '--json' is the value, write --count=--json"
      ),
      ("list --count 1 --count 2", "error[repeated_option]: '--count' was given twice; hint: give it once"),
      ("list x", "error[unexpected_operand]: 'tool list' does not expect x; hint: tool list --help"),
      ("call", "error[missing_operand]: 'tool call' needs ID: the skill's identifier; hint: tool call a.b"),
      ("enable", "error[missing_operand]: 'tool enable' needs ID: identifiers; hint: tool enable a.b"),
      ("call a.b c d", "error[unexpected_operand]: 'tool call' does not expect d; hint: tool call --help"),
    ])
  func mistakes(line: String, message: String) throws {
    let error = #expect(throws: SkillError.self) { _ = try parse(line) }
    #expect(error?.description == message)
    #expect(error?.code.category == .usage)
  }

  @Test("a value that does not fit is an error with the option's own hint")
  func badValue() throws {
    let arguments = try run("list --count=many")
    let error = #expect(throws: SkillError.self) { try arguments.value(count) }
    #expect(error?.description == "error[bad_value]: --count many: not a number; hint: write --count 3")
  }

  @Test(
    "help is asked for in many ways",
    arguments: [
      ("--help", "tool"), ("-h", "tool"), ("help", "tool"), ("", "tool"), ("keys", "tool keys"),
      ("keys --help", "tool keys"), ("help keys list", "tool keys list"), ("keys list --help", "tool keys list"),
      ("call --help", "tool call"), ("call a.b -h", "tool call"),
    ])
  func help(line: String, path: String) throws {
    guard case .help(_, let found) = try parse(line) else {
      Issue.record("'\(line)' is no request for help")
      return
    }
    #expect(found == path)
  }

  @Test("--version")
  func version() throws {
    guard case .version = try parse("--version") else {
      Issue.record("not the version")
      return
    }
  }
}

@Suite("Did you mean")
struct SuggestionTests {
  @Test(
    arguments: [
      ("lsit", "list"), ("LIST", "list"), ("liist", "list"), ("ist", "list"), ("vaildate", "validate"),
      ("comp", "completion"), ("verfy", "verify"), ("x", nil), ("listen", nil), ("", nil),
      (String(repeating: "a", count: 10_000), nil),
    ] as [(String, String?)])
  func nearest(typed: String, expected: String?) {
    let words = ["list", "validate", "verify", "completion"]
    #expect(Suggestion.nearest(to: typed, among: words) == expected)
  }
}

@Suite("Quoting for a shell")
struct QuotingTests {
  @Test(
    arguments: [
      ("weather.daily", "weather.daily"), ("", "''"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("$HOME", "'$HOME'"),
      ("天气", "天气"), ("~/x", "'~/x'"), ("a;b", "'a;b'"),
    ])
  func quoting(text: String, expected: String) { #expect(quoted(text) == expected) }
}
