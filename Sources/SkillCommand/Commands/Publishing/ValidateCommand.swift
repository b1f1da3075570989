import Glibc
import SkillBundle
import SkillJSON
import SkillSchema
import SkillSystem
import SkillTrial

/// `skillhost validate`
enum ValidateCommand {
  private static let path = Operand("PATH", "a manifest, or a bundle's folder", completion: .files)
  private static let library = Option("library", "FILE", "check this library, too", completion: .files)
  private static let thorough = Flag("thorough", "run the library in a sandbox and try it in every way")
  private static let sample = Option<(String, String)>(
    "sample", "NAME=FOLDER", "for --thorough: copy these files into the skill's folder NAME", repeats: true,
    completion: .folders
  ) { text throws(ValueProblem) in
    guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
      throw ValueProblem("a name and a folder are needed", hint: "--sample notes=Fixtures/notes")
    }
    return (String(text[..<sign]), String(text[text.index(after: sign)...]))
  }
  private static let seed = Option<UInt64>("seed", "NUMBER", "other inputs for --thorough than those of seed 1") {
    text throws(ValueProblem) in
    guard let number = UInt64(text) else { throw ValueProblem("this is no whole number", hint: "--seed 2") }
    return number
  }

  static let command = Command(
    "validate", "Check manifests and libraries for mistakes",
    discussion: """
      For authors: takes a manifest as it was written, one that names its library, or a whole bundle. Mistakes are shown \
      with line and column; warnings are about what works but will disappoint. Whether a signature may be believed is \
      `skillhost verify`'s question.

      With --thorough the library runs, in the sandbox and with throw-away folders: calls with generated and damaged \
      input, phrases, cancellation, leaks, and what it tried that it may not.
      """,
    operands: [path], options: [library, thorough, sample, seed, CommonOptions.json],
    examples: [
      Example("skillhost validate greeter.greet.json", "a manifest alone"),
      Example("skillhost validate greeter.greet.json --library libGreeter.so", "with its library"),
      Example("skillhost validate greeter.greet.json --library libGreeter.so --thorough", "try it before others do"),
    ]
  ) { arguments, context throws(SkillError) in
    let (folder, names) = try VerifyCommand.manifests(arguments.one(path))
    var validation = Validation()
    for name in names { validation.checkManifest("\(folder)/\(name)") }
    if let library = try arguments.value(library) {
      try InputFile.requireThere(library)
      validation.checkLibrary(library)
    }
    var reports: [TrialReport] = []
    if arguments[thorough], !validation.hasMistakes {
      reports = try await ThoroughValidation(
        context, library: try arguments.value(library), seed: arguments.value(seed), samples: arguments.all(sample)
      )
      .run(folder: folder, names: names)
    }
    if arguments[CommonOptions.json] {
      context.print(validation.json(reports, isThorough: arguments[thorough]))
    } else {
      for line in validation.good { context.output.line(line) }
    }
    var status = ExitStatus.success
    for finding in validation.findings {
      switch finding {
      case .warning(let file, let text): if !arguments[CommonOptions.json] { context.warn("\(file): \(text)") }
      case .mistake(let error):
        context.report(error)
        if status == .success { status = ExitStatus(error.code.category) }
      }
    }
    if !arguments[CommonOptions.json] {
      for report in reports { context.output.write(ThoroughValidation.text(report, style: context.output.style)) }
    }
    if reports.contains(where: \.hasFailed), status == .success { status = ExitStatus(.refused) }
    return status
  }
}

/// What was found by looking at manifests and libraries.
struct Validation: Sendable {
  enum Finding: Sendable {
    case mistake(SkillError)
    case warning(file: String, String)
  }

  private(set) var findings: [Finding] = []
  /// What has no mistakes, one line each.
  private(set) var good: [String] = []

  var hasMistakes: Bool { findings.contains { if case .mistake = $0 { true } else { false } } }

  mutating func checkManifest(_ path: String) {
    do throws(SkillError) {
      let manifest = try SignCommand.read(path)
      warn(manifest, path)
      if let library = manifest.library { checkBuilds(library, beside: path) }
      good.append("\(manifest.identifier) \(manifest.version): the manifest has no mistakes")
    } catch {
      findings.append(.mistake(error))
    }
  }

  /// Advice that matters only where a model writes the value.
  private static let aboutArguments: Set = [
    "no-description", "no-type", "combination-at-root", "refused-keyword", "mixed-enum",
  ]

  private mutating func warn(_ manifest: Manifest, _ path: String) {
    func add(_ text: String) { findings.append(.warning(file: path, text)) }
    for (field, schema) in [("inputSchema", manifest.inputSchema), ("outputSchema", manifest.outputSchema)] {
      guard let schema else { continue }
      do throws(SchemaError) {
        _ = try Schema(compiling: schema)
      } catch {
        findings.append(
          .mistake(SkillError(.manifestSchemaInvalid, "\(path): /\(field)\(error.pointer): \(error.message)")))
      }
      for finding in SchemaLint.findings(in: schema) {
        // What does not compile was said above.
        if finding.rule == "invalid" || (field == "outputSchema" && Self.aboutArguments.contains(finding.rule)) {
          continue
        }
        add("/\(field)\(finding.pointer): \(finding.message)")
      }
    }
    if !manifest.description.lowercased().contains("not ") {
      add("/description: does not say when not to use the skill (\"Not for …\"), which models need to choose well")
    }
    if manifest.examples.isEmpty { add("/examples: there are none, so plain words find the skill less often") }
    if Path.name(of: path) != "\(manifest.identifier).json" {
      add("the file must be called \(manifest.identifier).json to be installed")
    }
  }

  /// Checks the libraries that a manifest names, those of them that lie beside it.
  private mutating func checkBuilds(_ library: LibraryReference, beside path: String) {
    for build in library.builds {
      let file = "\(Path.parent(of: path))/\(build.file)"
      guard unsafe access(file, F_OK) == 0, let found = checkLibrary(file) else { continue }
      if found.build.sha256 != build.sha256 || found.build.size != build.size {
        findings.append(
          .mistake(
            SkillError(
              .libraryHashMismatch,
              "\(file) is not the library that \(path) names: its SHA-256 is \(found.build.sha256)",
              hint: "skillhost sign \(quoted(path))")))
      }
    }
  }

  @discardableResult
  mutating func checkLibrary(_ path: String) -> LibraryFile? {
    do throws(SkillError) {
      let library = try LibraryFile(path: path)
      for warning in library.inspection.warnings { findings.append(.warning(file: path, warning)) }
      good.append("\(path): a skill library for \(library.build.platform)")
      return library
    } catch {
      findings.append(.mistake(SkillError(error.code, "\(path): \(error.message)", hint: error.hint)))
      return nil
    }
  }

  /// - Parameter isThorough: whether there are reports to speak of.
  func json(_ reports: [TrialReport], isThorough: Bool) -> JSON {
    JSON.build { json in
      json.object { json in
        json.member("errors") { json in
          json.array { json in
            for case .mistake(let error) in findings { error.write(to: &json) }
          }
        }
        json.member("warnings") { json in
          json.array { json in
            for case .warning(let file, let text) in findings {
              json.object { json in
                json.member("file", file)
                json.member("message", text)
              }
            }
          }
        }
        guard isThorough else { return }
        json.member("passed", !hasMistakes && !reports.contains(where: \.hasFailed))
        json.member("skills") { json in
          json.array { json in for report in reports { report.write(to: &json) } }
        }
      }
    }
  }
}
