import SkillBundle
import SkillJSON
import SkillRuntime
import SkillSystem

/// `skillhost call`
enum CallCommand {
  private static let identifier = Operand(
    "ID", "the skill's identifier; left out with --text", .optional, completion: .skills)
  private static let input = Operand("ARGUMENTS", "a JSON object, or - to read it from standard input", .optional)
  private static let argument = Option(
    "arg", "NAME=VALUE", "one argument; its type comes from the skill's schema; a.b=1 for members of members",
    repeats: true)
  private static let text = Option(
    "text", "WORDS", "plain words instead of ID: the skill that understands them is called")

  static let command = Command(
    "call", "Call a skill and print its result",
    discussion: """
      The result is JSON on standard output; progress, attachments and failures are told on standard error. An \
      interrupt (Ctrl-C) stops the skill for real; a second one ends skillhost at once.
      """,
    operands: [identifier, input], options: [argument, text] + CallArguments.running,
    examples: [
      Example("skillhost call weather.daily_forecast '{\"city\":\"Berlin\",\"days\":3}'", "arguments as JSON"),
      Example("skillhost call weather.daily_forecast --arg city=Berlin --arg days=3", "arguments by name"),
      Example("skillhost call text.statistics - < arguments.json", "arguments from a file"),
      Example("skillhost call --text '北京未来三天天气怎么样'", "plain words"),
      Example("skillhost call chart.render - --output-dir pictures --timeout 5s", "attachments, a time limit"),
    ]
  ) { arguments, context throws(SkillError) in
    let run = try CallRun(arguments, context)
    let interrupts = InterruptSwitch()
    let options = try CallArguments.options(arguments, context, interrupts: interrupts)
    let bestEffort = try CallArguments.bestEffort(arguments, context)
    let words = try arguments.value(text)
    let pairs = try arguments.all(argument)
    guard let name = arguments.optional(identifier) else {
      guard let words, pairs.isEmpty else {
        throw SkillError(
          .missingOperand, "'\(arguments.commandPath)' needs ID: the skill's identifier",
          hint: "skillhost list shows them; or say what you want: \(arguments.commandPath) --text 'greet Ada'")
      }
      return try await HostAccess(context).withHost(bestEffort: bestEffort) { host throws(SkillError) in
        try await run.run(host, .text(words), options, interrupts)
      }
    }
    guard words == nil else {
      throw SkillError(.unexpectedOperand, "--text takes the place of ID and ARGUMENTS", hint: "leave one of them out")
    }
    let skill = try EnableCommand.parse(name)
    let given = try arguments.optional(input).map { value throws(SkillError) in try parse(value) }
    guard given == nil || pairs.isEmpty else {
      throw SkillError(.unexpectedOperand, "--arg and ARGUMENTS cannot be mixed", hint: "give all arguments one way")
    }
    return try await HostAccess(context).withHost(bestEffort: bestEffort) { host throws(SkillError) in
      var values = given ?? .emptyObject
      if !pairs.isEmpty { values = try await build(pairs, for: skill, host.registry) }
      return try await run.run(host, .skill(skill, arguments: values), options, interrupts)
    }
  }

  /// - Throws: `bad_argument`, `file_too_large`.
  private static func parse(_ text: String) throws(SkillError) -> JSON {
    let isInput = text == "-"
    let bytes = isInput ? try InputFile.readStandardInput(limit: JSONLimits.default.maxBytes) : Array(text.utf8)
    let json: JSON
    do throws(JSONError) {
      json = try JSON(parsing: bytes)
    } catch {
      throw SkillError(
        .badArgument, "\(isInput ? "standard input" : "ARGUMENTS") is not JSON: \(error)",
        hint: isInput ? nil : "quote it for the shell: '{\"city\":\"Berlin\"}', or use --arg city=Berlin")
    }
    guard json.kind == .object else {
      throw SkillError(.badArgument, "the arguments must be a JSON object", hint: "write '{\"city\":\"Berlin\"}'")
    }
    return json
  }

  private static func build(
    _ pairs: [String], for identifier: SkillIdentifier, _ registry: SkillRegistry
  ) async throws(SkillError) -> JSON {
    let schema = try await registry.entry(identifier).skill?.manifest.inputSchema ?? .emptyObject
    var object = ArgumentObject(schema: schema)
    for pair in pairs { try object.set(pair) }
    return object.json
  }
}
