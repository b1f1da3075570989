import Glibc
import SkillCommand
import Testing

@Suite("Completion scripts")
struct CompletionTests {
  @Test("every command and option is in every script", arguments: CompletionScript.Shell.allCases)
  func complete(shell: CompletionScript.Shell) {
    let script = CompletionScript.render(shell, root: Program.root)
    func check(_ command: Command) {
      for sub in command.subcommands {
        #expect(script.contains(sub.name))
        check(sub)
      }
      for option in command.options { #expect(script.contains(option.name)) }
    }
    check(Program.root)
  }

  /// What bash offers for a line, with the cursor at its end.
  private func bash(_ words: [String], skills: String = "") throws -> [String] {
    let script = CompletionScript.render(.bash, root: Program.root)
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    let program = """
      compopt() { :; }
      skillhost() { [[ "$*" == "list --names" ]] && echo '\(skills)'; }
      \(script)
      COMP_WORDS=(\(list)); COMP_CWORD=\(words.count - 1)
      _skillhost
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    return try Pipe.output(of: ["bash", "--norc", "-c", program]).split(separator: "\n").map(String.init)
  }

  @Test("bash completes commands, subcommands, options and values")
  func bashCompletes() throws {
    #expect(try bash(["skillhost", "compl"]) == ["completion"])
    #expect(try bash(["skillhost", "completion", "--"]) == ["--help"])
    #expect(try bash(["skillhost", "completion", "z"]) == ["zsh"])
    #expect(try bash(["skillhost", "keys", "re"]) == ["revoke", "remove"])
    #expect(try bash(["skillhost", "keys", "list", "--j"]) == ["--json"])
    #expect(try bash(["skillhost", "new", "x", "--language", ""]) == ["swift", "c"])
    #expect(try bash(["skillhost", "call", "--output-dir", "/us"]) == ["/usr"])
    let skills = "weather.daily_forecast text.statistics"
    #expect(try bash(["skillhost", "call", "we"], skills: skills) == ["weather.daily_forecast"])
    #expect(
      try bash(["skillhost", "enable", "--yes", ""], skills: skills) == skills.split(separator: " ").map(String.init))
  }
}

/// Runs a program and reads what it prints.
enum Pipe {
  struct Failure: Error {}

  static func output(of command: [String]) throws -> String {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure() }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    let failed = posix_spawnp(&child, command[0], &actions, nil, &arguments, environ)
    close(ends[1])
    defer { close(ends[0]) }
    guard failed == 0 else { throw Failure() }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while case let count = read(ends[0], &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    guard status == 0 else { throw Failure() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
