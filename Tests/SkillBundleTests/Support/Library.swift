import SkillSystem
import Testing

/// Shared libraries made by the C compiler while the tests run.
enum Library {
  /// The smallest skill library that inspects clean.
  static let source = """
    #include <stdio.h>
    const void *skill_entry_v1(unsigned minor, const void *identifier) {
      if (identifier == NULL) printf("minor %u\\n", minor);
      return NULL;
    }
    """

  /// The bytes of ``source``, compiled once.
  static func minimal() throws -> [UInt8] { try compiled.get() }

  private static let compiled = Result { try build(source) }

  static func build(
    _ source: String, _ flags: [String] = [], shared: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    try folder.write(source, "library.c")
    let arguments =
      (shared ? ["-shared", "-fPIC"] : []) + ["-o", folder.file("library.so"), folder.file("library.c")] + flags
    let outcome = try Program.run("cc", arguments, package: "gcc", sourceLocation: sourceLocation)
    try #require(outcome.status == 0, "\(outcome.output)", sourceLocation: sourceLocation)
    return try folder.bytes("library.so")
  }
}
