import Glibc
import Testing

/// The header and its pinned layout, through the compilers that authors use.
@Suite struct CompilerTests {
  static let compilers = ["gcc", "clang"].filter { CompilerTests.run([$0, "--version"]) == 0 }
  static let languages = [["-x", "c", "-std=c11"], ["-x", "c++", "-std=c++17"]]

  @Test func aCompilerIsInstalled() {
    #expect(!Self.compilers.isEmpty)
  }

  @Test(arguments: compilers, languages)
  func headerAndLayoutCompileCleanly(compiler: String, language: [String]) {
    let source = Self.packageFolder + "/Sources/CSkillABI"
    let warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    let status = Self.run(
      [compiler] + language + warnings + ["-fsyntax-only", "-I", "\(source)/include", "\(source)/skill.c"])
    #expect(status == 0)
  }

  private static var packageFolder: String {
    // …/Tests/CSkillABITests/CompilerTests.swift
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  }

  /// The exit status of a program found in PATH; nil when it cannot be started or was killed.
  private static func run(_ arguments: [String]) -> Int32? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    let strings = arguments.map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    var child: pid_t = 0
    guard posix_spawnp(&child, arguments[0], &actions, nil, strings, environ) == 0 else { return nil }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 { guard errno == EINTR else { return nil } }
    return status & 0x7f == 0 ? status >> 8 & 0xff : nil
  }
}
