import Glibc
import SkillJSON
import SkillRuntime
import SkillSystem
import TestSupport
import Testing

@Suite struct HomeConfigurationTests {
  private func read(_ text: String) throws -> HomeConfiguration {
    let path = Compiler.temporaryPath("json")
    try AtomicFile.write(Array(text.utf8), to: path)
    defer { unlink(path) }
    do {
      return try HomeConfiguration(reading: path)
    } catch {
      throw SkillError(error.code, error.message.replacing(path, with: "FILE"), hint: error.hint)
    }
  }

  @Test func readsWhatIsThere() throws {
    let configuration = try read(
      #"{"inProcess": ["libA.so"], "searchPath": ["/opt/x"], "settings": {"a.b": {"units": "metric"}}}"#)
    #expect(configuration.inProcess == ["libA.so"])
    #expect(configuration.searchPath == ["/opt/x"])
    #expect(configuration.settings["a.b"]?["units"]?.string == "metric")
  }

  @Test func noFileIsNoSettings() throws {
    let configuration = try HomeConfiguration(reading: "/nowhere/config.json")
    #expect(configuration.inProcess.isEmpty && configuration.searchPath.isEmpty && configuration.settings.isEmpty)
  }

  @Test(arguments: [
    (#"{"inprocess": []}"#, "FILE: line 1, column 15: there is no setting 'inprocess'"),
    (#"{"inProcess": [1]}"#, "FILE: line 1, column 16: 'inProcess' must be a list of texts"),
    (#"{"searchPath": ["x"]}"#, "FILE: line 1, column 16: 'searchPath' must name absolute folders"),
    (#"[]"#, "FILE: line 1, column 1: must be an object"),
    (#"{"inProcess": [], "inProcess": []}"#, "FILE: line 1, column 1: 'inProcess' stands there twice"),
  ])
  func whatIsWrongIsNamed(text: String, message: String) {
    let error = #expect(throws: SkillError.self) { try read(text) }
    #expect(error?.code == .configInvalid)
    #expect(error?.message == message)
  }
}
