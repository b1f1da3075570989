import Glibc
import SkillJSON
import SkillSystem
import TestSupport
import Testing

/// A machine that lacks a part of the sandbox: no skill runs there, unless the operator says so by name, and then what
/// is missing is said each time.
@Suite struct IsolationMissingTests {
  /// A part of the sandbox, and the system calls without which it cannot be.
  struct Part: CustomTestStringConvertible, Sendable {
    let name: String
    let calls: [Int]
    let message: String
    var testDescription: String { name }
  }

  // x86-64 and arm64 have different numbers for old calls; the new ones are the same everywhere.
  #if arch(x86_64)
    static let parts = [
      Part(name: "files", calls: [444], message: "files): cannot use Landlock: Function not implemented"),
      Part(name: "files", calls: [446], message: "files): cannot lock files: Function not implemented"),
      Part(name: "systemCalls", calls: [317], message: "systemCalls): "),
      Part(name: "memory", calls: [302, 160], message: "memory): cannot limit resources: Function not implemented"),
    ]
  #else
    static let parts = [
      Part(name: "files", calls: [444], message: "files): cannot use Landlock: Function not implemented")
    ]
  #endif

  private static let launcher = Result {
    let path = Compiler.temporaryPath("bin")
    try Compiler.program("\(Products.root)/Tests/FaultyPlugins/OldKernel/old_kernel.c", into: path)
    return path
  }

  private func home() throws -> PrivateHome {
    let home = try PrivateHome()
    try home.makeKey()
    try home.installFaulty("Misbehaving")
    try home.succeed("enable", "test.faulty")
    return home
  }

  private func skillhost(_ home: PrivateHome, without calls: [Int], _ arguments: String...) throws -> ToolResult {
    try run(
      Self.launcher.get(), [calls.map(String.init).joined(separator: ","), Products.skillhost] + arguments,
      environment: home.environment)
  }

  @Test(arguments: parts)
  func refusesToRunASkillWithoutAPart(part: Part) throws {
    let home = try home()
    for _ in 0..<2 { _ = try skillhost(home, without: part.calls, "call", "test.faulty", "{}") }
    let result = try skillhost(home, without: part.calls, "call", "test.faulty", "{}", "--json")
    #expect(result.status == 4, "\(result.stdout)\(result.stderr)")
    let error = try result.json()["error"]
    #expect(error?["code"]?.string == "sandbox_unavailable")
    let message = error?["message"]?.string ?? ""
    #expect(
      message.hasPrefix("test.faulty 1.0.0: the sandbox cannot be set up here (\(part.message)"), "\(message)")
    #expect(error?["hint"]?.string?.contains("--sandbox best-effort") == true)
    // It is the machine, not the library: nothing is shut away.
    #expect(try home.succeed("list", "--json").json().at(["skills", "0", "state"])?.string == "enabled")
    #expect(try home.succeed("call", "test.faulty", "{}").stdout == "{\"ok\": true}\n")
  }

  @Test(arguments: parts)
  func bestEffortRunsItAndSaysWhatIsMissing(part: Part) throws {
    let home = try home()
    let result = try skillhost(
      home, without: part.calls, "call", "test.faulty", "{}", "--json", "--sandbox", "best-effort")
    #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
    #expect(result.stderr.hasPrefix("warning: --sandbox best-effort: "), "\(result.stderr)")
    let enforcement = try result.json().at(["metrics", "enforcement"])
    #expect(enforcement?[part.name]?.string == "not enforced", "\(enforcement?.text ?? "")")
    #expect(enforcement?["network"]?.string == (part.name == "systemCalls" ? "not enforced" : "no sockets"))
    // Whether the lock holds was tried, not assumed.
    #expect(enforcement?["selfTest"]?.string == (part.name == "memory" ? "passed" : "not enforced"))

    let info = try skillhost(home, without: part.calls, "info", "test.faulty", "--json")
    #expect(try info.json().at(["enforcement", part.name])?.string == "not enforced", "\(info.stdout)")
    let doctor = try skillhost(home, without: part.calls, "doctor")
    #expect(doctor.stdout.contains("these parts cannot be enforced here: "), "\(doctor.stdout)")
  }

  @Test func bestEffortMissesNothingWhereAllIsThere() throws {
    let home = try home()
    let strict = try home.succeed("call", "test.faulty", "{}", "--json")
    let best = try home.succeed("call", "test.faulty", "{}", "--json", "--sandbox", "best-effort")
    #expect(strict.stderr == "")
    #expect(best.stderr.hasPrefix("warning: --sandbox best-effort: "))
    let enforcement = try strict.json().at(["metrics", "enforcement"])
    #expect(try best.json().at(["metrics", "enforcement"]) == enforcement)
    #expect(enforcement?.members.contains { $0.value.string == "not enforced" } == false)
    #expect(
      enforcement?.members.map(\.key).filter { $0 != "code" } == [
        "process", "privileges", "memory", "files", "systemCalls", "network", "selfTest",
      ])
    let info = try home.succeed("info", "test.faulty")
    #expect(info.stdout.contains("  network: no sockets\n"), "\(info.stdout)")
    #expect(try home.skillhost("call", "test.faulty", "{}", "--sandbox", "off").status == 2)
    // `match` takes the same option.
    #expect(try home.skillhost("match", "x", "--sandbox", "best-effort").stderr.hasPrefix("warning: "))
  }
}
