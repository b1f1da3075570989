import SkillBundle
import SkillSystem
import SkillTrial

/// `skillhost validate --thorough`: examines the skills of some manifests.
struct ThoroughValidation: Sendable {
  private let library: String?
  private let settings: Trial.Settings

  /// - Throws: `runner_missing`, `file_not_found`.
  init(_ context: CommandContext, library: String?, seed: UInt64?, samples: [(String, String)]) throws(SkillError) {
    self.library = library
    var settings = Trial.Settings(runner: try Installation(environment: context.environment).runner())
    settings.environment = context.environment
    for (name, folder) in samples {
      try InputFile.requireThere(folder)
      settings.samples[name] = Path.absolute(folder)
    }
    if let seed { settings.seed = seed }
    self.settings = settings
  }

  /// One report a manifest. The manifests and libraries have no mistakes that can be seen without running them.
  func run(folder: String, names: [String]) async throws(SkillError) -> [TrialReport] {
    var reports: [TrialReport] = []
    for name in names {
      let manifest = try SignCommand.read("\(folder)/\(name)")
      let file = try LibraryFile(path: libraryPath(manifest, folder))
      reports.append(try await Trial(manifest, file, settings).run())
    }
    return reports
  }

  private func libraryPath(_ manifest: Manifest, _ folder: String) throws(SkillError) -> String {
    if let library { return library }
    if let build = manifest.library?.build(for: .current) { return "\(folder)/\(build.file)" }
    throw SkillError(
      .missingValue,
      "--thorough needs the library of \(manifest.identifier), and the manifest names none for this system",
      hint: "add --library FILE")
  }

  static func text(_ report: TrialReport, style: Style) -> String {
    var text = "\n\(report.identifier)\n"
    for finding in report.findings {
      let word: String =
        switch finding.level {
        case .ok: style.green("ok  ")
        case .warn: style.yellow("warn")
        case .fail: style.red("fail")
        }
      text += "\(word)  \(TextWidth.pad(finding.check, to: 9))  \(SafeText.visible(finding.message))\n"
      if let advice = finding.advice { text += "                 \(SafeText.visible(advice))\n" }
    }
    return text
  }
}
