import SkillJSON
import SkillSystem
import TestSupport
import Testing

/// Skills that the operator put inside the host by name: the same path, no sandbox, and everything says so.
@Suite struct InProcessTests {
  private func home() throws -> PrivateHome {
    let home = try PrivateHome()
    try home.makeKey()
    try home.installFaulty("Misbehaving")
    try home.succeed("enable", "test.faulty")
    try AtomicFile.write(
      Array(#"{"inProcess": ["libMisbehaving.so"]}"#.utf8), to: "\(home.home)/config.json")
    return home
  }

  @Test func listAndEveryResultSayIt() throws {
    let home = try home()
    #expect(try home.succeed("list").stdout.contains("enabled (in the host)"))
    #expect(try home.succeed("list", "--json").json().at(["skills", "0", "inProcess"])?.bool == true)
    let result = try home.succeed("call", "test.faulty", "{}", "--json").json()
    #expect(result["output"]?.text == #"{"ok": true}"#)
    #expect(result.at(["metrics", "enforcement", "process"])?.string == "the host's own")
    #expect(result.at(["metrics", "startedRunner"])?.bool == false)
  }

  @Test func theSamePipelineJudgesArgumentsAndOutput() throws {
    let home = try home()
    func code(_ arguments: String) throws -> String? {
      try home.skillhost("call", "test.faulty", arguments, "--json").json().at(["error", "code"])?.string
    }
    #expect(try code(#"{"do": 1}"#) == "arguments_invalid")
    #expect(try code(#"{"do": "not_json"}"#) == "output_malformed")
    #expect(try code(#"{"do": "wrong_type"}"#) == "output_invalid")
    #expect(try code(#"{"do": "own_failure"}"#) == "city_unknown")
    #expect(try code(#"{"do": "too_big"}"#) == "output_too_large")
  }

  @Test func aCallIsAnsweredAtItsDeadlineAlthoughNothingCanBeKilled() throws {
    let home = try home()
    for word in ["wait", "loop"] {
      let result = try home.skillhost("call", "test.faulty", #"{"do": "\#(word)"}"#, "--json", "--timeout", "100ms")
      #expect(result.status == 5)
      #expect(try result.json().at(["error", "code"])?.string == "timeout")
    }
  }
}
