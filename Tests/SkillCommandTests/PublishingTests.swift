import SkillCommand
import SkillJSON
import SkillSystem
import TestSupport
import Testing

@Suite("new, validate, sign, verify")
struct PublishingTests {
  @Test("a new C skill compiles, is valid, and works", .timeLimit(.minutes(2)))
  func newC() async throws {
    let space = try Workspace()
    let made = await space.run("new", "acme.greeter", "--language", "c", "--into", "ROOT/greeter")
    #expect(made.error == "")
    #expect(
      made.output == """
        ROOT/greeter is ready: acme.greeter.json, acme.greeter.c, skill.h, Makefile

        Build it, sign it, call it:
          cd ROOT/greeter
          make install
          skillhost enable acme.greeter
          skillhost call acme.greeter --arg name=Ada

        `make install` compiles libAcmeGreeter.so and runs:
          skillhost sign acme.greeter.json --library libAcmeGreeter.so
        After a change: `make install` again, and the next call has it.

        """)
    #expect(try space.read("greeter/acme.greeter.json").contains(#""publisher": "tester""#))
    let make = try TestSupport.run(
      "/usr/bin/make", ["-s", "-C", "\(space.root)/greeter", "CFLAGS=-Wall -Wextra -Werror"])
    #expect(make.exit == .status(0), "\(make.stderr)")
    let valid = await space.run(
      "validate", "ROOT/greeter/acme.greeter.json", "--library", "ROOT/greeter/libAcmeGreeter.so")
    #expect(valid.error == "")
    #expect(
      valid.output == """
        acme.greeter 0.1.0: the manifest has no mistakes
        ROOT/greeter/libAcmeGreeter.so: a skill library for linux/x86_64

        """)
    let signed = await space.run(
      "sign", "ROOT/greeter/acme.greeter.json", "--library", "ROOT/greeter/libAcmeGreeter.so")
    #expect(signed.status == 0, "\(signed.error)")
    #expect(await space.run("enable", "acme.greeter").status == 0)
    #expect(
      await space.run("call", "acme.greeter", "--arg", "name=A\"da\\").output == #"{"greeting":"Hello, A\"da\\!"}"#
        + "\n")
    #expect(await space.run("match", "向小明问好", "--run").output == #"{"greeting":"Hello, 小明!"}"# + "\n")
    #expect(
      await space.run("match", "greet", "Ada").output == """
        SURE  SKILL         ARGUMENTS
        90 %  acme.greeter  {"name":"Ada"}

        """)
  }

  @Test(
    "names that cannot be are refused",
    arguments: ["", "Greeter", "a b", "../x", "1st", "x..y", String(repeating: "x", count: 70)])
  func badNames(name: String) async throws {
    let result = try await Workspace().run("new", name, "--language", "c")
    #expect(result.status == 2)
    #expect(result.error.hasPrefix("error[bad_value]: "), "\(result.error)")
  }

  @Test("nothing is overwritten")
  func existing() async throws {
    let space = try Workspace()
    try space.write("mine", to: "greeter")
    let result = await space.run("new", "greeter", "--language", "swift", "--into", "ROOT/greeter")
    #expect(result.status == 4)
    #expect(
      result.error
        == "error[file_exists]: ROOT/greeter exists, and nothing in it is overwritten; "
        + "hint: choose another name, or --into\n")
    #expect(try space.read("greeter") == "mine")
  }

  @Test("mistakes in a manifest are shown with line and column")
  func validate() async throws {
    let space = try Workspace()
    try space.write("{\n  \"manifestVersion\": 1,\n  \"identifier\": 7\n}\n", to: "broken.json")
    let result = await space.run("validate", "ROOT/broken.json")
    #expect(result.status == 4)
    #expect(result.output == "")
    #expect(
      result.error.hasPrefix("error[manifest_invalid_field]: ROOT/broken.json: line 3, column 17, /identifier: "),
      "\(result.error)")
    let json = try JSON(parsing: await space.run("validate", "ROOT/broken.json", "--json").output)
    #expect(json["errors"]?[index: 0]?["code"]?.string == "manifest_invalid_field")
  }

  @Test("what works but will disappoint is a warning")
  func warnings() async throws {
    let space = try Workspace()
    try space.writeSample()
    let text = try space.read("test.sample.json").replacing(" Not for people.", with: "")
      .replacing("\"examples\": [\"sample 你好\"],", with: "")
    try space.write(text, to: "other.json")
    let result = await space.run("validate", "ROOT/other.json")
    #expect(result.status == 0)
    #expect(result.output == "test.sample 1.0.0: the manifest has no mistakes\n")
    #expect(
      result.error == """
        warning: ROOT/other.json: /inputSchema/properties/count: "count" has no description; the model sees only its name
        warning: ROOT/other.json: /description: does not say when not to use the skill ("Not for …"), which models need \
        to choose well
        warning: ROOT/other.json: /examples: there are none, so plain words find the skill less often
        warning: ROOT/other.json: the file must be called test.sample.json to be installed

        """)
  }

  @Test("a library that is none is refused before anything is written")
  func signRefuses() async throws {
    let space = try Workspace()
    try space.writeSample()
    try space.write("not a library", to: "libSample.so")
    let result = await space.run("sign", "ROOT/test.sample.json", "--library", "ROOT/libSample.so")
    #expect(result.status == 4)
    #expect(result.error.hasPrefix("error[library_not_elf]: "))
    let missing = await space.run("sign", "ROOT/nothing.json", "--library", "ROOT/libSample.so")
    #expect(missing.status == 3)
    #expect(missing.error == "error[file_not_found]: there is no file ROOT/nothing.json; hint: ls ROOT\n")
    #expect(await space.run("list").output.hasPrefix("No skill is installed."))
    #expect(await space.run("keys", "list").output.hasPrefix("No key is trusted yet."))
  }

  @Test("verify believes what trusted keys signed, and nothing else")
  func verify() async throws {
    let space = try Workspace()
    try space.writeSample()
    #expect(await space.run("keys", "new", "ROOT/acme").status == 0)
    let signed = await space.run(
      "sign", "ROOT/test.sample.json", "--library", "ROOT/libSample.so", "--into", "ROOT/dist", "--key", "ROOT/acme.key"
    )
    #expect(signed.error == "")
    let stranger = await space.run("verify", "ROOT/dist")
    #expect(stranger.status == 4)
    #expect(stranger.error.hasPrefix("error[key_untrusted]: ROOT/dist/test.sample.json: the key "))

    let unasked = await space.run("keys", "trust", "ROOT/acme.pub", "--for", "test.*")
    #expect(unasked.status == 4)
    #expect(unasked.error.hasPrefix("error[confirmation_required]: "))
    #expect(await space.run("keys", "trust", "ROOT/acme.pub", "--for", "test.*", "--yes").status == 0)
    let believed = await space.run("verify", "ROOT/dist")
    #expect(believed.error == "")
    #expect(believed.output.hasPrefix("test.sample 1.0.0 by testers: verified\n  key      "))
    #expect(believed.output.contains("(given by you; may sign test.*)"))

    try space.write("other bytes", to: "dist/libSample.so")
    let json = try JSON(parsing: await space.run("verify", "ROOT/dist/test.sample.json", "--json").output)
    #expect(json["manifests"]?[index: 0]?["verified"]?.bool == false)
    #expect(json["manifests"]?[index: 0]?["error"]?["code"]?.string == "library_size_mismatch")
    let empty = await space.run("verify", "ROOT/home")
    #expect(empty.status == 3)
  }

  @Test("a key pair is written once, and secretly")
  func newKey() async throws {
    let space = try Workspace()
    let result = await space.run("keys", "new", "ROOT/acme.key")
    #expect(result.status == 0)
    #expect(TestFolder.mode("\(space.root)/acme.key") == 0o600)
    #expect(try space.read("acme.pub").hasPrefix("untrusted comment: minisign public key "))
    let again = await space.run("keys", "new", "ROOT/acme")
    #expect(again.status == 4)
    #expect(
      again.error
        == "error[file_exists]: ROOT/acme.key exists, and a key is never overwritten; hint: choose another name\n")
  }
}
