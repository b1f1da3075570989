import SkillBundle
import SkillJSON
import SkillRuntime
import SkillSystem

/// The page about one skill that `skillhost info` prints.
struct InfoPage: Sendable {
  let width: Int?
  let style: Style

  func render(
    _ entry: RegistryEntry, _ skill: VerifiedSkill, _ folders: [InfoCommand.Folder], _ executions: [ExecutionRecord],
    _ enforcement: Result<JSON, SkillError>
  ) -> String {
    let manifest = skill.manifest
    var sections = [head(entry, manifest)]
    sections.append(wrapped(manifest.description, indent: 0))
    if let text = manifest.documentation, !text.isEmpty { sections.append(wrapped(text, indent: 0)) }
    if !manifest.examples.isEmpty {
      sections.append(titled("Say, for example", manifest.examples.map { "  \(SafeText.visible($0))" }))
    }
    sections.append(arguments(manifest))
    if let schema = manifest.outputSchema {
      sections.append(titled("Result", table(SchemaTable.lines(schema), asks: false)))
    }
    sections.append(permissions(manifest, folders))
    sections.append(titled("Confined here by", confinement(enforcement, manifest)))
    sections.append(titled("Character", ["  \(character(manifest))"]))
    sections.append(files(entry, skill))
    if !executions.isEmpty { sections.append(recent(executions)) }
    return sections.joined(separator: "\n")
  }

  private func head(_ entry: RegistryEntry, _ manifest: Manifest) -> String {
    let state = SkillState(entry)
    var text = "\(style.bold(SafeText.visible(manifest.displayName)))  \(manifest.identifier) \(manifest.version)\n"
    text += "by \(SafeText.visible(manifest.publisher)), \(SkillState.paint(state.word, entry.availability, style))\n"
    if let reason = state.reason { text += "\(SafeText.visible(reason))\n" }
    if let remedy = state.remedy { text += "  \(SafeText.visible(remedy))\n" }
    return text
  }

  private func arguments(_ manifest: Manifest) -> String {
    let lines = SchemaTable.lines(manifest.inputSchema)
    return titled("Arguments", lines.isEmpty ? ["  none"] : table(lines, asks: true))
  }

  private func table(_ lines: [SchemaTable.Line], asks: Bool) -> [String] {
    if lines.isEmpty { return ["  an object; the manifest does not say more"] }
    var table = Table(header: asks ? ["  NAME", "TYPE", "", "ABOUT"] : ["  NAME", "TYPE", "ABOUT"])
    for line in lines {
      let start = ["  \(SafeText.visible(line.name))", line.kind]
      table.add(start + (asks ? [line.isRequired ? "required" : ""] : []) + [SafeText.visible(line.about)])
    }
    let text = table.render(width: width) { cell, row, _ in row == 0 ? style.dim(cell) : cell }
    return text.split(separator: "\n").map { String($0).trimmingEnd }
  }

  private func permissions(_ manifest: Manifest, _ folders: [InfoCommand.Folder]) -> String {
    let sentences = manifest.permissions.sentences
    var lines =
      sentences.isEmpty ? ["  Nothing outside its own memory."] : sentences.map { wrapped($0, indent: 2).trimmingEnd }
    for folder in folders {
      let name = folder.permission.name
      if let path = folder.path {
        lines.append("  \(name) is \(SafeText.visible(path))\(folder.isDefault ? " (as the manifest proposes)" : "")")
      } else {
        lines.append("  \(name) has no folder yet: skillhost grant \(manifest.identifier) \(name)=/some/folder")
      }
    }
    return titled("It may", lines)
  }

  private func confinement(_ enforcement: Result<JSON, SkillError>, _ manifest: Manifest) -> [String] {
    switch enforcement {
    case .failure(let error): ["  nothing, so it cannot run: \(SafeText.visible(error.message))"]
    case .success(let enforcement):
      enforcement.members.map { name, value in
        // The probe has a limit of its own; the skill gets the one of its manifest.
        let what = name == "memory" ? "address space of \(manifest.limits.memoryMegabytes) MB" : value.string ?? "?"
        return "  \(name): \(value.string == "not enforced" ? "not enforced" : SafeText.visible(what))"
      }
    }
  }

  private func character(_ manifest: Manifest) -> String {
    let notes = manifest.annotations
    let parts = [
      notes.readOnly ? "only reads" : "changes things",
      notes.destructive ? "may delete or overwrite, so it asks before each call" : nil,
      notes.idempotent ? "safe to repeat" : "not safe to repeat",
      notes.openWorld ? "deals with things outside this machine" : nil,
    ]
    let limits = manifest.limits
    return parts.compactMap { $0 }.joined(separator: "; ")
      + ". At most \(DurationText.text(microseconds: Int64(limits.timeoutMilliseconds) * 1_000)), "
      + "\(limits.memoryMegabytes) MB of memory, \(SizeText.text(limits.outputBytes)) of output."
  }

  private func files(_ entry: RegistryEntry, _ skill: VerifiedSkill) -> String {
    titled(
      "Files",
      [
        "  manifest  \(SafeText.visible(entry.path))",
        "  library   \(SafeText.visible(skill.libraryPath))",
        "  SHA-256   \(skill.build.sha256)",
        "  signed    \(skill.keyID) (\(KeysCommand.words(skill.key.origin)); may sign "
          + "\(skill.key.patterns.map(\.text).joined(separator: ", ")))",
      ])
  }

  private func recent(_ executions: [ExecutionRecord]) -> String {
    var table = Table(header: ["  WHEN", "TOOK", "OUTCOME"])
    for execution in executions {
      table.add([
        "  \(TimeText.local(execution.startedAt))", DurationText.text(microseconds: execution.durationMicroseconds),
        SafeText.visible(execution.outcome),
      ])
    }
    let text = table.render(width: width) { cell, row, _ in row == 0 ? style.dim(cell) : cell }
    return titled("Recent calls", text.split(separator: "\n").map { String($0).trimmingEnd })
  }

  private func titled(_ title: String, _ lines: [String]) -> String {
    "\(style.bold(title))\n\(lines.joined(separator: "\n"))\n"
  }

  private func wrapped(_ text: String, indent: Int) -> String {
    HelpText.wrap(SafeText.visible(text, lines: true), width: min(width ?? 80, 100), indent: indent) + "\n"
  }
}

extension String {
  /// Without white space at its end.
  fileprivate var trimmingEnd: String {
    var end = endIndex
    while end > startIndex, self[index(before: end)].isWhitespace { end = index(before: end) }
    return String(self[..<end])
  }
}
