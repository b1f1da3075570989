import Glibc
import SkillSystem

/// `skillhost new`
enum NewCommand {
  enum Language: String, CaseIterable, Sendable {
    case swift, c
  }

  private static let name = Operand("NAME", "the skill's name, such as greeter or acme.greeter")
  private static let language = Option<Language>(
    "language", "LANGUAGE", "swift or c", completion: .words(Language.allCases.map(\.rawValue))
  ) { text throws(ValueProblem) in
    guard let language = Language(rawValue: text.lowercased()) else {
      throw ValueProblem("there is no template for it", hint: "write --language swift or --language c")
    }
    return language
  }
  private static let into = Option(
    "into", "DIR", "the folder to make; otherwise NAME in the working directory", completion: .folders)

  static let command = Command(
    "new", "Start a skill of your own",
    discussion: "Makes a folder with a manifest, a source file and a Makefile: a small skill that works as it is.",
    operands: [name], options: [language, into],
    examples: [
      Example("skillhost new greeter --language swift", "a skill in Swift, in the folder greeter"),
      Example("skillhost new acme.greeter --language c --into ~/src/greeter", "a skill in C, in ~/src/greeter"),
    ]
  ) { arguments, context throws(SkillError) in
    let names = try SkillNames(arguments.one(name), publisher: publisher(context.environment))
    guard let language = try arguments.value(language) else {
      throw SkillError(
        .missingValue, "nothing says in which language",
        hint: "\(arguments.commandPath) \(quoted(names.name)) --language swift (or c)")
    }
    let kit = try Installation(environment: context.environment).kit()
    let files =
      switch language {
      case .swift: SwiftTemplate.files(names, kit: kit)
      case .c: CTemplate.files(names, header: try InputFile.read(kit.header, limit: 1 << 20))
      }
    let folder = try arguments.value(into) ?? names.name
    try write(files, into: folder)
    context.output.write(report(names, folder: folder, files: files.map(\.name)))
    return .success
  }

  private static func write(_ files: [TemplateFile], into folder: String) throws(SkillError) {
    if unsafe mkdir(folder, 0o777) != 0 {
      guard errno != EEXIST else {
        throw SkillError(
          .fileExists, "\(folder) exists, and nothing in it is overwritten", hint: "choose another name, or --into")
      }
      throw .systemCall("create folder", folder)
    }
    for file in files { try AtomicFile.write(file.bytes, to: "\(folder)/\(file.name)", mode: 0o644) }
  }

  package static func report(_ names: SkillNames, folder: String, files: [String]) -> String {
    """
    \(folder) is ready: \(files.joined(separator: ", "))

    Build it, sign it, call it:
      cd \(quoted(folder))
      make install
      skillhost enable \(names.identifier)
      skillhost call \(names.identifier) --arg name=Ada

    `make install` compiles \(names.library) and runs:
      skillhost sign \(names.identifier).json --library \(names.library)
    After a change: `make install` again, and the next call has it.

    """
  }

  /// The user's name as the manifest's publisher: letters and digits only, so that it needs no escaping.
  private static func publisher(_ environment: [String: String]) -> String {
    let user = (environment["USER"] ?? "").filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    return user.isEmpty ? "me" : String(user.prefix(100))
  }
}
