import SkillCommand
import SkillSystem
import TestSupport
import Testing

@Suite("The program")
struct ProgramTests {
  /// Runs a command line as the program would, and returns all that can be seen of it.
  private func run(_ arguments: String...) async -> (status: Int32, output: String, error: String) {
    let context = CommandContext(environment: [:], output: Output(), error: Output())
    let status = await Program.run(arguments, context)
    return (status, context.output.text, context.error.text)
  }

  @Test("--version")
  func version() async {
    let (status, output, error) = await run("--version")
    #expect(status == 0)
    #expect(output == "skillhost \(Program.version)\n")
    #expect(error == "")
  }

  @Test("a mistake is one line on standard error and exit status 2")
  func mistake() async {
    let (status, output, error) = await run("lst")
    #expect(status == 2)
    #expect(output == "")
    #expect(error == "error[unknown_command]: 'skillhost' has no command 'lst'; hint: did you mean 'skillhost list'?\n")
  }

  private static func all(_ command: Command, _ path: String) -> [(path: String, command: Command)] {
    [(path, command)] + command.subcommands.flatMap { all($0, "\(path) \($0.name)") }
  }

  @Test(
    "every command has help with an example that the parser takes",
    arguments: all(Program.root, "skillhost").map(\.path))
  func examples(path: String) async throws {
    let (status, output, error) = await run(Array(path.split(separator: " ").map(String.init).dropFirst()) + ["--help"])
    #expect(status == 0)
    #expect(error == "")
    #expect(output.contains("\nUsage: \(path) "))
    let command = try #require(Self.all(Program.root, "skillhost").first { $0.path == path }?.command)
    #expect(!command.summary.hasSuffix("."))
    #expect(Set(command.options.map(\.name)).count == command.options.count)
    try #require(!command.examples.isEmpty)
    for example in command.examples {
      #expect(output.contains("  \(example.line)\n"))
      let words = Shell.words(example.line)
      #expect(words.first == "skillhost", "\(example.line)")
      guard case .run = try ArgumentParser(root: Program.root).parse(Array(words.dropFirst())) else {
        Issue.record("'\(example.line)' runs nothing")
        continue
      }
    }
  }

  @Test("every command and option is in docs/cli.md")
  func documentation() throws {
    let page = try #require(try AtomicFile.read("\(Products.root)/docs/cli.md", limit: 1 << 20))
    let text = String(decoding: page, as: UTF8.self)
    for (path, command) in Self.all(Program.root, "skillhost") where path != "skillhost" {
      #expect(text.contains(command.name), "\(path)")
      for option in command.options { #expect(text.contains("--\(option.name)"), "\(path) --\(option.name)") }
    }
  }

  private func run(_ arguments: [String]) async -> (status: Int32, output: String, error: String) {
    let context = CommandContext(environment: [:], output: Output(), error: Output())
    let status = await Program.run(arguments, context)
    return (status, context.output.text, context.error.text)
  }
}

/// Enough of a shell to take examples apart: words, both kinds of quotes, comments and redirections.
enum Shell {
  static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      if let open = quote {
        if character == open { quote = nil } else { word?.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == " " {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let done = word { words.append(done) }
    return Array(words.prefix { ![">", "|", "<", "#", "&&"].contains($0) })
  }
}
