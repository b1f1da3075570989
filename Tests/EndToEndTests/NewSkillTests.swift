import Glibc
import SkillJSON
import SkillSystem
import TestSupport
import Testing

/// `skillhost new` makes a folder that builds, signs and runs by the commands that it prints.
@Suite struct NewSkillTests {
  @Test(arguments: ["c", "swift"])
  func buildsSignsAndRuns(language: String) throws {
    let home = try PrivateHome()
    let folder = "\(home.root)/greeter"
    let made = try home.succeed("new", "test.greeter", "--language", language, "--into", folder)
    let commands = made.stdout.split(separator: "\n").filter { $0.hasPrefix("  ") }.map { $0.dropFirst(2) }
    let script = commands.prefix { !$0.hasPrefix("skillhost sign") }.joined(separator: "\n")
    #expect(script.hasPrefix("cd \(folder)\nmake install\nskillhost enable test.greeter\nskillhost call test.greeter"))

    let path = "\(Products.folder):\(environmentPath)"
    let result = try run(
      "/bin/sh", ["-ec", script], environment: home.environment.merging(["PATH": path]) { $1 })
    #expect(result.exit == .status(0), "\(result.stdout)\(result.stderr)")
    #expect(result.stdout.hasSuffix("{\"greeting\":\"Hello, Ada!\"}\n"), "\(result.stdout)")

    // It answers plain words too, in both languages.
    for words in ["greet Grace", "向小明问好"] {
      let matches = try home.succeed("match", words, "--json").json()
      #expect(matches.at(["candidates", "0", "skill"])?.string == "test.greeter", "\(matches.text)")
    }
    // Built again under the same version by its own author: the next call has it.
    let again = try run(
      "/bin/sh", ["-ec", "cd \(folder) && make -s clean install && skillhost call test.greeter --arg name=Ada"],
      environment: home.environment.merging(["PATH": path]) { $1 })
    #expect(again.exit == .status(0), "\(again.stdout)\(again.stderr)")
  }

  private var environmentPath: String {
    getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
  }

  @Test func refusesToWriteOverAnything() throws {
    let home = try PrivateHome()
    let folder = "\(home.root)/greeter"
    try home.succeed("new", "test.greeter", "--language", "c", "--into", folder)
    let again = try home.skillhost("new", "test.greeter", "--language", "c", "--into", folder)
    #expect(again.status == 2 || again.status == 4, "\(again.stderr)")
    #expect(again.stderr.hasPrefix("error["), "\(again.stderr)")
  }
}
