import Glibc
import SkillCommand
import SkillJSON
import SkillSystem
import Testing

@Suite("doctor")
struct DoctorTests {
  private func lines(_ result: Workspace.Result, _ subject: String) -> [Substring] {
    result.output.split(separator: "\n").filter { $0.dropFirst(6).hasPrefix(subject) }
  }

  @Test("a fresh machine is healthy, and is told how to begin")
  func fresh() async throws {
    let result = try await Workspace().run("doctor")
    #expect(result.status == 0, "\(result.output)")
    #expect(lines(result, "home") == ["ok    home       ROOT/home is not there yet; it is made when it is needed"])
    #expect(lines(result, "store") == ["ok    store      there is none yet; it is made when it is needed"])
    #expect(lines(result, "trust") == ["warn  trust      no key is trusted, so no skill can be used"])
    #expect(lines(result, "runner").first?.hasPrefix("ok    runner     ") == true)
    #expect(lines(result, "kernel").count == 5)
    #expect(lines(result, "libraries").count == 3)
  }

  @Test("open permissions, a damaged store and refused skills are found")
  func sick() async throws {
    let space = try Workspace()
    _ = try await space.installSample()
    _ = await space.run("list")
    chmod("\(space.home)/trust", 0o755)
    try space.write("rubbish", to: "home/skills/sample/libSample.so")
    let result = await space.run("doctor")
    // All of that still works, or may work in a moment.
    #expect(result.status == 0)
    #expect(lines(result, "home") == ["warn  home       ROOT/home/trust is open to others (mode 755)"])
    #expect(result.output.contains("\n                 chmod 700 ROOT/home/trust\n"))
    #expect(lines(result, "skills").first?.hasPrefix("warn  skills     test.sample is incomplete") == true)

    try space.write("this is no database, and long enough to be taken for one", to: "home/state/skillhost.db")
    let damaged = await space.run("doctor")
    #expect(damaged.status == 6)
    #expect(lines(damaged, "store").first?.hasPrefix("fail  store      store_corrupt: ") == true)
    let json = try JSON(parsing: await space.run("doctor", "--json").output)
    #expect(json["healthy"]?.bool == false)
  }

  @Test("a runner that does not start is a failure")
  func runner() async throws {
    let space = try Workspace()
    try space.write("#!/bin/sh\nexit 3\n", to: "runner")
    chmod("\(space.root)/runner", 0o755)
    let result = await space.run("doctor", environment: ["SKILLHOST_RUNNER": "\(space.root)/runner"])
    #expect(result.status == 6)
    #expect(lines(result, "runner") == ["fail  runner     ROOT/runner does not start: it ended with status 3"])
  }

  @Test("the text lines up")
  func text() {
    let findings = [
      Finding(.ok, "home", "fine"), Finding(.warn, "trust", "no key", remedy: "make one"),
      Finding(.fail, "libraries", "gone\u{1b}"),
    ]
    #expect(
      DoctorCommand.text(findings, style: Style(isOn: false)) == """
        ok    home       fine
        warn  trust      no key
                         make one
        fail  libraries  gone\\u{1b}

        """)
  }
}
