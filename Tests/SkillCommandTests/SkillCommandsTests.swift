import SkillCommand
import SkillJSON
import TestSupport
import Testing

private let folders = """
  {"directories": [{"name": "notes", "access": "write", "purpose": "To keep notes"}]}
  """

@Suite("list, info, enable, disable, grant")
struct SkillCommandsTests {
  @Test("an empty home says how to begin")
  func empty() async throws {
    let result = try await Workspace().run("list")
    #expect(
      result.output == """
        No skill is installed.
        `skillhost new greeter --language swift` starts one of your own.

        """)
    #expect(result.error == "")
    #expect(result.status == 0)
  }

  @Test("a list says what can be used, and what to type for what cannot")
  func list() async throws {
    let space = try Workspace()
    _ = try await space.installSample()
    let disabled = await space.run("list")
    #expect(
      disabled.output == """
        IDENTIFIER   STATE     VERSION  WHAT IT DOES
        test.sample  disabled  1.0.0    Gives its arguments back.

        To use a skill that is disabled: skillhost enable test.sample

        """)
    #expect(await space.run("enable", "test.sample").output == "test.sample is enabled.\n")
    let enabled = await space.run("list", width: 44)
    #expect(
      enabled.output == """
        IDENTIFIER   STATE    VERSION  WHAT IT DOES
        test.sample  enabled  1.0.0    Gives its ar…

        """)
    #expect(await space.run("list", "--names").output == "test.sample\n")
  }

  @Test("a skill that is refused is listed with why and what to do")
  func rejected() async throws {
    let space = try Workspace()
    _ = try await space.installSample()
    #expect(await space.run("list").status == 0)
    // An older version in the same place.
    _ = try await space.installSample(version: "0.9.0")
    let result = await space.run("list")
    #expect(
      result.output == """
        IDENTIFIER   STATE     VERSION  WHAT IT DOES
        test.sample  rejected  0.9.0    Gives its arguments back.

        test.sample cannot be used: version_rollback: test.sample 0.9.0 is older than 1.0.0, which was installed before
          install 1.0.0 or newer

        """)
    let json = try JSON(parsing: await space.run("list", "--json").output)
    #expect(json["skills"]?.count == 1)
    #expect(json["skills"]?[index: 0]?["state"]?.string == "rejected")
    #expect(json["skills"]?[index: 0]?["error"]?["code"]?.string == "version_rollback")
    #expect(json["skills"]?[index: 0]?["manifest"]?.string?.hasSuffix("/skills/sample/test.sample.json") == true)
  }

  @Test("info shows everything")
  func info() async throws {
    let space = try Workspace()
    let signed = try await space.installSample(permissions: folders)
    let key = try #require(signed.output.split(separator: " ").first { $0.utf8.count == 17 }).dropLast()
    #expect(signed.output == "test.sample 1.0.0 is signed with \(key), in ROOT/home/skills/sample\n")
    let runner = ["SKILLHOST_RUNNER": "\(Products.folder)/skillhost-runner"]
    let result = await space.run("info", "test.sample", environment: runner)
    // What confines it depends on the machine.
    let sections = result.output.replacing(#/\n\n(?=Confined)/#, with: "\u{0}").replacing(
      #/\n(?=\nCharacter)/#, with: "\u{0}"
    )
    .split(separator: "\u{0}")
    #expect(sections.count == 3)
    let confinement = sections.count == 3 ? sections[1].split(separator: "\n") : []
    #expect(confinement.first == "Confined here by")
    #expect(confinement.contains("  memory: address space of 128 MB"), "\(confinement)")
    #expect(confinement.contains("  network: no sockets"), "\(confinement)")
    let lines = [sections.first ?? "", sections.last ?? ""].joined(separator: "\n").split(
      separator: "\n", omittingEmptySubsequences: false
    ).filter { !$0.contains("SHA-256") }
    #expect(
      lines.joined(separator: "\n") == """
        Sample  test.sample 1.0.0
        by testers, disabled
          skillhost enable test.sample

        Gives its arguments back. Use it in tests. Not for people.

        Say, for example
          sample 你好

        Arguments
          NAME   TYPE                    ABOUT
          text   text          required  What to give back
          count  whole number            1 to 5

        It may
          Read, create, change and delete files in a folder of your choice (notes). The
          publisher says why: "To keep notes"
          notes has no folder yet: skillhost grant test.sample notes=/some/folder

        Character
          only reads; safe to repeat. At most 5.00 s, 128 MB of memory, 65 kB of output.

        Files
          manifest  ROOT/home/skills/sample/test.sample.json
          library   ROOT/home/skills/sample/libSample.so
          signed    \(key) (made here; may sign *)

        """)
    let json = try JSON(parsing: await space.run("info", "test.sample", "--json").output)
    #expect(json["state"]?.string == "disabled")
    #expect(json["manifest"]?["identifier"]?.string == "test.sample")
    #expect(json["directories"]?[index: 0]?["path"]?.isNull == true)
    #expect(json["key"]?["id"]?.string == String(key))
  }

  @Test("enabling shows what is asked for, and is refused when nobody can be asked")
  func consent() async throws {
    let space = try Workspace()
    _ = try await space.installSample(permissions: folders)
    let refused = await space.run("enable", "test.sample")
    #expect(refused.status == 4)
    #expect(refused.output == "")
    #expect(refused.error.hasPrefix("error[consent_required]: test.sample asks for: Read, create, change and delete"))
    #expect(refused.error.hasSuffix("hint: agree with `skillhost enable test.sample --yes`\n"))
    let agreed = await space.run("enable", "test.sample", "--yes")
    #expect(agreed.status == 0)
    #expect(agreed.output == "test.sample is enabled.\n")
    #expect(agreed.error.contains("\nsigned with the key "))
    #expect(
      agreed.error.hasSuffix(
        """
         (made here) asks to:
          - Read, create, change and delete files in a folder of your choice (notes). The publisher says why: \
        "To keep notes"

        """))
    // What was agreed to once is not asked again.
    #expect(await space.run("disable", "test.sample").output == "test.sample is disabled.\n")
    #expect(await space.run("enable", "test.sample").status == 0)
  }

  @Test("one misspelt identifier changes nothing for the others")
  func allOrNothing() async throws {
    let space = try Workspace()
    _ = try await space.installSample()
    let result = await space.run("enable", "test.sample", "test.smaple")
    #expect(result.status == 3)
    #expect(
      result.error
        == "error[skill_not_found]: there is no skill called test.smaple; hint: did you mean test.sample?\n")
    #expect(await space.run("list", "--json").output.contains(#""state":"disabled""#))
    let odd = await space.run("info", "Not An Identifier")
    #expect(
      odd.error
        == "error[skill_not_found]: there is no skill called 'Not An Identifier'; hint: skillhost list shows all\n")
  }

  @Test("a folder is bound, and shown")
  func grant() async throws {
    let space = try Workspace()
    _ = try await space.installSample(permissions: folders)
    _ = await space.run("enable", "test.sample", "--yes")
    #expect(try TestFolder.make("\(space.root)/notes"))
    let result = await space.run("grant", "test.sample", "notes=ROOT/notes")
    #expect(result.error == "")
    #expect(result.output == "test.sample uses ROOT/notes as notes.\n")
    #expect(await space.run("info", "test.sample").output.contains("\n  notes is ROOT/notes\n"))
    let unknown = await space.run("grant", "test.sample", "letters=ROOT/notes")
    #expect(unknown.status == 3)
    #expect(unknown.error.hasPrefix("error[slot_unknown]: "))
    let malformed = await space.run("grant", "test.sample", "notes")
    #expect(malformed.status == 2)
  }

  @Test(
    "some folders are never given",
    arguments: ["/", "ROOT", "ROOT/home", "ROOT/home/trust", "ROOT/home/state", "ROOT/home/state/logs", "ROOT/link"])
  func protectedFolders(path: String) async throws {
    let space = try Workspace()
    _ = try await space.installSample(permissions: folders)
    #expect(try TestFolder.link("\(space.root)/link", to: "\(space.home)/trust"))
    let result = await space.run("grant", "test.sample", "notes=\(path)")
    #expect(result.status == 4)
    #expect(result.error.hasPrefix("error[folder_protected]: "))
  }

  @Test("a folder that is not there is named")
  func missingFolder() async throws {
    let space = try Workspace()
    _ = try await space.installSample(permissions: folders)
    let result = await space.run("grant", "test.sample", "notes=ROOT/nowhere")
    #expect(result.status == 3)
    #expect(
      result.error == "error[folder_missing]: ROOT/nowhere is not a folder; hint: mkdir -p ROOT/nowhere\n")
  }
}
