import SkillBundle
import SkillJSON
import SkillRuntime
import SkillSystem

/// `skillhost list`
enum ListCommand {
  private static let names = Flag("names", "print identifiers only, one a line")

  static let command = Command(
    "list", "List the installed skills and their state",
    discussion: """
      Skills are found in the home's folder `skills` and in the folders that SKILLHOST_PATH names. For a skill that \
      cannot be used the list says why, and what to type.
      """,
    options: [CommonOptions.json, names],
    examples: [
      Example("skillhost list", "what is installed, and what can be used"),
      Example("skillhost list --json", "the same for a program"),
    ]
  ) { arguments, context throws(SkillError) in
    let found = try await HostAccess(context).withRegistry { registry, _ throws(SkillError) in
      (try await registry.entries(), await registry.problems)
    }
    let (entries, problems) = found
    if arguments[names] {
      for entry in entries where entry.identifier != nil { context.output.line(entry.label) }
    } else if arguments[CommonOptions.json] {
      context.print(json(entries, problems))
    } else {
      context.output.write(text(entries, width: context.output.width, style: context.output.style))
      for problem in problems { context.report(problem) }
    }
    return .success
  }

  static func text(_ entries: [RegistryEntry], width: Int?, style: Style) -> String {
    if entries.isEmpty {
      return """
        No skill is installed.
        `skillhost new greeter --language swift` starts one of your own.

        """
    }
    var table = Table(header: ["IDENTIFIER", "STATE", "VERSION", "WHAT IT DOES"])
    for entry in entries {
      let manifest = entry.skill?.manifest
      table.add([
        SafeText.visible(entry.label), entry.availability.word + (entry.runsInProcess ? " (in the host)" : ""),
        manifest?.version.text ?? "-",
        SafeText.visible(manifest?.description.firstSentence ?? ""),
      ])
    }
    var text = table.render(width: width) { cell, row, column in
      if row == 0 { return style.bold(cell) }
      return column == 1 ? SkillState.paint(cell, entries[row - 1].availability, style) : cell
    }
    for entry in entries {
      let state = SkillState(entry)
      guard let reason = state.reason else { continue }
      text += "\n\(style.bold(SafeText.visible(entry.label))) cannot be used: \(SafeText.visible(reason))\n"
      if let remedy = state.remedy { text += "  \(SafeText.visible(remedy))\n" }
    }
    let disabled = entries.filter { if case .disabled = $0.availability { true } else { false } }
    if let first = disabled.first {
      text += "\nTo use a skill that is disabled: skillhost enable \(first.label)\n"
    }
    return text
  }

  static func json(_ entries: [RegistryEntry], _ problems: [SkillError]) -> JSON {
    JSON.build { json in
      json.object { json in
        json.member("skills") { json in
          json.array { json in
            for entry in entries {
              json.object { json in
                json.member("identifier", entry.label)
                SkillState(entry).write(to: &json)
                if case .rejected(let error) = entry.availability { json.member("error") { error.write(to: &$0) } }
                if let manifest = entry.skill?.manifest {
                  json.member("version", manifest.version.text)
                  json.member("displayName", manifest.displayName)
                  json.member("description", manifest.description)
                }
                json.member("manifest", entry.path)
              }
            }
          }
        }
        json.member("problems") { json in
          json.array { json in for problem in problems { problem.write(to: &json) } }
        }
      }
    }
  }
}
