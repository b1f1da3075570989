import CLinux
import Glibc
package import SkillSystem
internal import Testing

/// Compiles the C sources of Tests/FaultyPlugins, each once a test run.
package enum Compiler {
  /// The compiled library of one of Tests/FaultyPlugins, as bytes.
  package static func faulty(_ kind: String) throws -> [UInt8] {
    let folder = "\(Products.root)/Tests/FaultyPlugins/\(kind)"
    return try library("\(folder)/\(snakeCase(kind)).c")
  }

  /// The compiled library of a C source, as bytes.
  package static func library(_ source: String) throws -> [UInt8] {
    let output = temporaryPath("so")
    defer { unlink(output) }
    try compile(source, into: output, ["-shared", "-fPIC"])
    guard let bytes = try AtomicFile.read(output, limit: 1 << 26) else { throw SkillError(.system, "too large") }
    return bytes
  }

  /// Compiles a program from a C source.
  package static func program(_ source: String, into output: String) throws {
    try compile(source, into: output, [])
  }

  private static func compile(_ source: String, into output: String, _ flags: [String]) throws {
    let result = try run(
      "/usr/bin/cc",
      ["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror"] + flags + [
        "-I\(Products.root)/Sources/CSkillABI/include", source, "-o", output, "-lpthread",
      ])
    guard result.exit == .status(0) else { throw SkillError(.system, "cc failed: \(result.stderr)") }
  }

  /// The bytes in sealed memory, as a runner is given them.
  package static func seal(_ bytes: [UInt8]) throws -> Descriptor {
    let memory = Descriptor(owning: clinux_memfd_sealable("test-library"))
    try memory.write(bytes)
    guard clinux_seal(memory.number) == 0 else { throw SkillError.systemCall("seal") }
    return memory
  }

  package static func temporaryPath(_ ending: String) -> String {
    "/tmp/skillhost-test-\(getpid())-\(UInt64.random(in: 0...UInt64.max)).\(ending)"
  }

  package static func snakeCase(_ name: String) -> String {
    name.reduce(into: "") { text, letter in
      if letter.isUppercase, !text.isEmpty { text += "_" }
      text += letter.lowercased()
    }
  }
}
