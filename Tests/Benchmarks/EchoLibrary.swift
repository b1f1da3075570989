import CLinux
import Glibc
import SkillSystem

/// A skill library in C that answers with what it was given, compiled on the spot.
enum EchoLibrary {
  private static let source = """
    #include "skill.h"
    static skill_status invoke(void *self, const skill_call *call, skill_text input) {
      (void)self;
      skill_text mime = {0, 0};
      return call->host->emit(call, SKILL_CHANNEL_RESULT, mime, input);
    }
    static const skill_descriptor descriptor = {.size = sizeof(skill_descriptor),
                                                .abi_minor = SKILL_ABI_MINOR,
                                                .max_parallel = 1,
                                                .flags = SKILL_FLAG_NEVER_BLOCKS,
                                                .invoke = invoke};
    const skill_descriptor *skill_entry_v1(uint32_t minor, skill_text identifier) {
      (void)minor;
      (void)identifier;
      return &descriptor;
    }
    """

  /// 200 bytes of JSON.
  static let input = Array("{\"text\":\"\(String(repeating: "x", count: 189))\"}".utf8)

  /// Compiles it into a file.
  static func compile(into path: String, root: String) throws {
    let file = "\(path).c"
    try AtomicFile.write(Array(source.utf8), to: file)
    defer { unlink(file) }
    let compiler = try ChildProcess.spawn(
      "/usr/bin/cc",
      arguments: ["-O2", "-shared", "-fPIC", "-I\(root)/Sources/CSkillABI/include", file, "-o", path],
      environment: ["PATH=/usr/bin:/bin"], descriptors: [0, 1, 2])
    guard compiler.waitForEnd() == .status(0) else { fail("cc failed") }
  }
}
