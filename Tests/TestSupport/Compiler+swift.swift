import Glibc
internal import SkillSystem
internal import Testing

extension Compiler {
  /// The compiled library of a Swift source of Tests/FaultyPlugins, as bytes: optimised, and exporting what a skill
  /// exports. It needs no module of this package but the C interface.
  package static func faultySwift(_ kind: String, _ flags: [String] = []) throws -> [UInt8] {
    let source = "\(Products.root)/Tests/FaultyPlugins/\(kind)/\(snakeCase(kind)).swift"
    let output = temporaryPath("so")
    defer { unlink(output) }
    let result = try run(
      "/usr/bin/env",
      [
        "swiftc", "-O", "-swift-version", "6", "-parse-as-library", "-module-name", kind, "-emit-library",
        "-I", "\(Products.root)/Sources/CSkillABI/include", source, "-o", output,
        "-Xlinker", "--version-script=\(Products.root)/Plugins/exports.map",
      ] + flags)
    guard result.exit == .status(0) else { throw SkillError(.system, "swiftc failed: \(result.stderr)") }
    guard let bytes = try AtomicFile.read(output, limit: 1 << 26) else { throw SkillError(.system, "too large") }
    return bytes
  }
}
