import SkillBundle
import SkillJSON
import SkillRuntime
import SkillSystem

/// `skillhost match`
enum MatchCommand {
  private static let words = Operand("WORDS", "what you want, in your own words", .oneOrMore)
  private static let run = Flag("run", "call the skill that is surest")

  static let command = Command(
    "match", "Show which skills understand plain words",
    discussion: """
      Asks the enabled skills themselves. A skill answers how sure it is, from 0 to 1, and with which arguments it would \
      be called.
      """,
    operands: [words], options: [run] + CallArguments.running,
    examples: [
      Example("skillhost match '北京未来三天天气怎么样'", "who can serve this, and how"),
      Example("skillhost match --run will it rain in Berlin on Saturday", "call the surest one"),
    ]
  ) { arguments, context throws(SkillError) in
    let text = arguments[words].joined(separator: " ")
    let call = try CallRun(arguments, context)
    let interrupts = InterruptSwitch()
    let options = try CallArguments.options(arguments, context, interrupts: interrupts)
    let bestEffort = try CallArguments.bestEffort(arguments, context)
    return try await HostAccess(context).withHost(bestEffort: bestEffort) { host throws(SkillError) in
      if arguments[run] { return try await call.run(host, .text(text), options, interrupts) }
      let candidates = try await host.match(text, options)
      if arguments[CommonOptions.json] {
        context.print(json(candidates))
      } else if !candidates.isEmpty {
        context.output.write(table(candidates, width: context.output.width, style: context.output.style))
      }
      if candidates.isEmpty {
        throw SkillError(.noMatch, "no enabled skill understands this", hint: "skillhost list shows what there is")
      }
      return .success
    }
  }

  package static func table(_ candidates: [MatchCandidate], width: Int?, style: Style) -> String {
    var table = Table(header: ["SURE", "SKILL", "ARGUMENTS"])
    for candidate in candidates {
      table.add([
        "\(Int((candidate.confidence * 100).rounded())) %", candidate.identifier.text,
        SafeText.visible(candidate.arguments.text),
      ])
    }
    var text = table.render(width: width) { cell, row, _ in row == 0 ? style.bold(cell) : cell }
    for candidate in candidates where !candidate.problems.isEmpty {
      text += "\n\(candidate.identifier) still needs: \(SafeText.visible(candidate.problems.joined(separator: "; ")))\n"
    }
    return text
  }

  private static func json(_ candidates: [MatchCandidate]) -> JSON {
    JSON.build { json in
      json.object { json in
        json.member("candidates") { json in
          json.array { json in for candidate in candidates { candidate.write(to: &json) } }
        }
      }
    }
  }
}
