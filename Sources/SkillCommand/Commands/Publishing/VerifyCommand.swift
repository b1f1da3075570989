import SkillBundle
import SkillJSON
import SkillSystem

/// `skillhost verify`
enum VerifyCommand {
  private static let path = Operand("PATH", "a bundle's folder, or one manifest in it", completion: .files)

  static let command = Command(
    "verify", "Check a bundle as the host would before using it",
    discussion: "Checks signature, key, manifest, and the library's size and hash. Nothing is installed, no code runs.",
    operands: [path], options: [CommonOptions.json],
    examples: [Example("skillhost verify ~/Downloads/weather", "may these skills be believed?")]
  ) { arguments, context throws(SkillError) in
    let path = try arguments.one(path)
    let (folder, names) = try manifests(path)
    let discovery = Discovery(folders: [], trust: try HostAccess(context).trust)
    var results: [(name: String, outcome: Result<VerifiedSkill, SkillError>)] = []
    for name in names {
      results.append(
        (name, Result { () throws(SkillError) in try discovery.verify(folder: folder, manifest: name) }))
    }
    if arguments[CommonOptions.json] { context.print(json(results)) }
    var status = ExitStatus.success
    for (name, outcome) in results {
      switch outcome {
      case .success(let skill): if !arguments[CommonOptions.json] { context.output.write(text(skill)) }
      case .failure(let error):
        context.report(SkillError(error.code, "\(folder)/\(name): \(error.message)", hint: error.hint))
        if status == .success { status = ExitStatus(error.code.category) }
      }
    }
    return status
  }

  /// The folder, and the names of the manifests in it that are meant.
  ///
  /// - Throws: `file_not_found`, `manifest_missing`, `system`.
  static func manifests(_ path: String) throws(SkillError) -> (folder: String, names: [String]) {
    try InputFile.requireThere(path)
    guard InputFile.isFolder(path) else { return (Path.parent(of: path), [Path.name(of: path)]) }
    let names = try InputFile.names(in: path).filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
    guard !names.isEmpty else {
      throw SkillError(
        .manifestMissing, "there is no manifest in \(path)", hint: "name the folder that holds a skill's .json file")
    }
    return (path, names)
  }

  private static func text(_ skill: VerifiedSkill) -> String {
    let manifest = skill.manifest
    return """
      \(manifest.identifier) \(manifest.version) by \(SafeText.visible(manifest.publisher)): verified
        key      \(skill.keyID) (\(KeysCommand.words(skill.key.origin)); may sign \
      \(skill.key.patterns.map(\.text).joined(separator: ", ")))
        library  \(skill.build.file), \(skill.build.platform), \(SizeText.text(skill.build.size)), \
      SHA-256 \(skill.build.sha256)

      """
  }

  private static func json(_ results: [(name: String, outcome: Result<VerifiedSkill, SkillError>)]) -> JSON {
    JSON.build { json in
      json.object { json in
        json.member("manifests") { json in
          json.array { json in
            for (name, outcome) in results {
              json.object { json in
                json.member("file", name)
                switch outcome {
                case .success(let skill):
                  json.member("verified", true)
                  json.member("identifier", skill.identifier.text)
                  json.member("version", skill.version.text)
                  json.member("key", skill.keyID.text)
                  json.member("librarySha256", skill.build.sha256.hex)
                case .failure(let error):
                  json.member("verified", false)
                  json.member("error") { error.write(to: &$0) }
                }
              }
            }
          }
        }
      }
    }
  }
}
