import SkillCommand
import SkillJSON
import Testing

@Suite("call and match")
struct CallTests {
  private func space() async throws -> Workspace {
    let space = try Workspace()
    _ = try await space.installSample()
    _ = await space.run("enable", "test.sample")
    return space
  }

  @Test("the output is printed as the skill wrote it")
  func verbatim() async throws {
    let result = try await space().run("call", "test.sample", #"{ "text" : "\u0041" }"#)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.output == "{ \"text\" : \"\\u0041\" }\n")
  }

  @Test("on a terminal it is indented, and harmless")
  func terminal() async throws {
    let result = try await space().run("call", "test.sample", "{\"text\":\"\u{9b}2J\"}", width: 80)
    #expect(
      result.output == """
        {
          "text": "\\u009b2J"
        }

        """)
  }

  @Test("arguments by name take their types from the schema")
  func byName() async throws {
    let result = try await space().run("call", "test.sample", "--arg", "text=3", "--arg", "count=3")
    #expect(result.output == #"{"text":"3","count":3}"# + "\n")
  }

  @Test("--json gives everything about the call")
  func json() async throws {
    let result = try await space().run("call", "test.sample", #"{"text":"x"}"#, "--json")
    let json = try JSON(parsing: result.output)
    #expect(json["status"]?.string == "completed")
    #expect(json["output"]?.text == #"{"text":"x"}"#)
    #expect(json["attachments"]?.count == 0)
    #expect(json["metrics"]?["startedRunner"]?.bool == true)
  }

  @Test(
    "mistakes are told before anything runs",
    arguments: [
      (
        [], 2,
        "error[missing_operand]: 'skillhost call' needs ID: the skill's identifier; "
          + "hint: skillhost list shows them; or say what you want: skillhost call --text 'greet Ada'"
      ),
      (["test.sample", "{"], 2, "error[bad_argument]: ARGUMENTS is not JSON: "),
      (
        ["test.sample", "[1]"], 2,
        "error[bad_argument]: the arguments must be a JSON object; "
          + "hint: write '{\"city\":\"Berlin\"}'"
      ),
      (
        ["test.sample", "{}", "--arg", "text=x"], 2,
        "error[unexpected_operand]: --arg and ARGUMENTS cannot be mixed; "
          + "hint: give all arguments one way"
      ),
      (
        ["test.sample", "--text", "x"], 2,
        "error[unexpected_operand]: --text takes the place of ID and ARGUMENTS; "
          + "hint: leave one of them out"
      ),
      (
        ["test.sample", "--arg", "texxt=x"], 2,
        "error[bad_argument]: --arg texxt=x: the skill has no argument 'texxt'; "
          + "hint: did you mean 'text'?"
      ),
      (
        ["test.sample", "{}", "--timeout", "5"], 2,
        "error[bad_value]: --timeout 5: the unit is missing; "
          + "hint: write 500ms, 5s, 2m or 1h"
      ),
      (
        ["test.sample", "{}", "--now", "tomorrow"], 2,
        "error[bad_value]: --now tomorrow: it is not a moment with an "
          + "offset; hint: write 2026-03-01T09:00:00+08:00"
      ),
      (["test.nothing", "{}"], 3, "error[skill_not_found]: "),
      (["test.sample", #"{"count":9}"#], 1, "error[arguments_invalid]: the arguments of test.sample do not fit: "),
    ] as [([String], Int32, String)])
  func mistakes(arguments: [String], status: Int32, message: String) async throws {
    let space = try await space()
    let result = await space.run(["call"] + arguments)
    #expect(result.status == status)
    #expect(result.error.hasPrefix(message), "\(result.error)")
    #expect(result.error.hasSuffix("\n"))
    #expect(result.error.split(separator: "\n").count == 1)
    #expect(result.output == "")
  }

  @Test("nobody understands: an error of its own")
  func noMatch() async throws {
    let result = try await space().run("match", "play", "some", "music")
    #expect(result.status == 3)
    #expect(
      result.error
        == "error[no_match]: no enabled skill understands this; hint: skillhost list shows what there is\n")
    let json = try await space().run("match", "play", "--json")
    #expect(json.output == "{\"candidates\":[]}\n")
  }
}
