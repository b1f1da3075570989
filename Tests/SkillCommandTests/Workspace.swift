import Glibc
import SkillCommand
import SkillSystem
import TestSupport
import Testing

/// A folder with a home in it, in which command lines are run inside this process. Gone with the test.
final class Workspace: Sendable {
  let root: String
  var home: String { "\(root)/home" }
  var skills: String { "\(home)/skills" }

  init() throws {
    var template = [CChar]("/tmp/skillhost-command-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SkillError.systemCall("create a folder in /tmp") }
    root = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { _ = try? TestSupport.run("/bin/rm", ["-rf", root]) }

  struct Result {
    let status: Int32
    let output: String
    let error: String
  }

  /// Runs a command line. Paths of this workspace are shown as ROOT.
  func run(_ arguments: String..., environment: [String: String] = [:], width: Int? = nil) async -> Result {
    await run(arguments, environment: environment, width: width)
  }

  func run(_ arguments: [String], environment: [String: String] = [:], width: Int? = nil) async -> Result {
    var values = ["SKILLHOST_HOME": home, "HOME": root, "USER": "tester", "SKILLHOST_KIT": Products.root]
    values["SKILLHOST_RUNNER"] = Products.runner
    values.merge(environment) { _, new in new }
    let context = CommandContext(
      environment: values, output: Output(memoryAsTerminalOfWidth: width), error: Output())
    let status = await Program.run(arguments.map { $0.replacing("ROOT", with: root) }, context)
    return Result(status: status, output: shown(context.output.text), error: shown(context.error.text))
  }

  private func shown(_ text: String) -> String { text.replacing(root, with: "ROOT") }

  func write(_ text: String, to name: String) throws { try AtomicFile.write(Array(text.utf8), to: "\(root)/\(name)") }

  func read(_ name: String) throws -> String {
    String(decoding: try AtomicFile.read("\(root)/\(name)", limit: 1 << 24) ?? [], as: UTF8.self)
  }

  /// Writes `sample.json` and `libSample.so`: a skill that gives its arguments back.
  func writeSample(version: String = "1.0.0", permissions: String = "{}") throws {
    try write(
      """
      {
        "manifestVersion": 1,
        "identifier": "test.sample",
        "displayName": "Sample",
        "version": "\(version)",
        "publisher": "testers",
        "description": "Gives its arguments back. Use it in tests. Not for people.",
        "examples": ["sample 你好"],
        "inputSchema": {
          "type": "object",
          "properties": {
            "text": {"type": "string", "description": "What to give back"},
            "count": {"type": "integer", "minimum": 1, "maximum": 5}
          },
          "required": ["text"],
          "additionalProperties": false
        },
        "permissions": \(permissions),
        "limits": {"timeoutMs": 5000, "memoryMB": 128, "outputBytes": 65536},
        "annotations": {"readOnly": true, "openWorld": false}
      }

      """, to: "test.sample.json")
    try write(
      """
      #include "skill.h"
      static skill_status invoke(void *self, const skill_call *call, skill_text input) {
        (void)self;
        skill_text none = {0, 0};
        return call->host->emit(call, SKILL_CHANNEL_RESULT, none, input);
      }
      static const skill_descriptor descriptor = {.size = sizeof descriptor, .max_parallel = 1, .invoke = invoke};
      const skill_descriptor *skill_entry_v1(uint32_t minor, skill_text identifier) {
        (void)minor, (void)identifier;
        return &descriptor;
      }
      """, to: "sample.c")
    try AtomicFile.write(try Compiler.library("\(root)/sample.c"), to: "\(root)/libSample.so")
  }

  /// Signs the sample into this home with the home's own key.
  func installSample(version: String = "1.0.0", permissions: String = "{}") async throws -> Result {
    try writeSample(version: version, permissions: permissions)
    return await run("sign", "ROOT/test.sample.json", "--library", "ROOT/libSample.so")
  }
}
