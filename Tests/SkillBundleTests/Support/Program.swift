import Glibc
import TestSupport
import Testing

/// Runs a program of the machine and waits for it.
enum Program {
  struct Outcome {
    let status: Int32?
    /// What it printed, then what it complained about.
    let output: String
  }

  /// - Parameter package: the Debian package that brings the program, named when it is missing.
  static func run(
    _ name: String, _ arguments: [String], package: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    let search = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let candidates: [String] = search.split(separator: ":").map { "\($0)/\(name)" }
    let path = candidates.first { access($0, X_OK) == 0 }
    let found = try #require(
      path, "the program \(name) is not installed: run `make deps` (Debian package \(package))",
      sourceLocation: sourceLocation)
    let result = try TestSupport.run(found, arguments, sourceLocation: sourceLocation)
    return Outcome(status: result.status, output: result.stdout + result.stderr)
  }
}
