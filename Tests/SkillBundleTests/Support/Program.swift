import Foundation
import Testing

/// Runs a program of the machine and waits for it.
enum Program {
  struct Outcome {
    let status: Int32
    let output: String
  }

  /// - Parameter package: the Debian package that brings the program, named when it is missing.
  static func run(
    _ name: String, _ arguments: [String], package: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    let path = folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    let found = try #require(
      path, "the program \(name) is not installed: run `make deps` (Debian package \(package))",
      sourceLocation: sourceLocation)
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: found)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(status: process.terminationStatus, output: String(decoding: data, as: UTF8.self))
  }
}
