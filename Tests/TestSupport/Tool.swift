import CLinux
import Glibc
package import SkillJSON
package import SkillSystem
package import Testing

/// Where the built programs are.
package enum Products {
  /// The folder of the test bundle is the folder of all products.
  package static let folder: String = {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    // The tests run inside `<products>/skillhostPackageTests.xctest` or a helper of the toolchain's; the arguments
    // name the bundle in the second case.
    let candidates =
      [String(decoding: buffer.prefix(max(length, 0)), as: UTF8.self)]
      + CommandLine.arguments.filter { $0.contains(".xctest") }
    for candidate in candidates {
      let folder = Path.parent(of: candidate)
      if access("\(folder)/skillhost", X_OK) == 0 { return folder }
    }
    fatalError("the built skillhost is not beside the tests: \(candidates)")
  }()

  /// The runner, or another one that the environment names: a sanitizer needs more address space than a skill is given,
  /// so that sanitized tests use a plain runner.
  package static var runner: String {
    getenv("SKILLHOST_TEST_RUNNER").map { String(cString: $0) } ?? "\(folder)/skillhost-runner"
  }

  package static var skillhost: String { "\(folder)/skillhost" }

  /// The package's folder.
  package static var root: String {
    Path.parent(of: Path.parent(of: Path.parent(of: #filePath)))
  }
}

/// What a program said and how it ended.
package struct ToolResult {
  package let exit: ChildProcess.Exit
  package let stdout: String
  package let stderr: String

  package var status: Int32? { if case .status(let status) = exit { status } else { nil } }

  package func json(sourceLocation: SourceLocation = #_sourceLocation) throws -> JSON {
    do {
      return try JSON(parsing: stdout)
    } catch {
      Issue.record("not JSON: \(error)\n\(stdout)\n\(stderr)", sourceLocation: sourceLocation)
      throw error
    }
  }
}

/// A program that runs, with its output going to files.
package struct RunningTool: ~Copyable {
  package let process: ChildProcess
  private let out: Descriptor
  private let err: Descriptor

  package static func start(
    _ executable: String, _ arguments: [String], environment: [String: String] = [:], stdin: String? = nil
  ) throws -> RunningTool {
    let input: Descriptor
    if let stdin {
      input = Descriptor(owning: clinux_memfd_sealable("stdin"))
      try input.write(Array(stdin.utf8))
      lseek(input.number, 0, SEEK_SET)
    } else {
      input = try Descriptor.open("/dev/null", O_RDONLY)
    }
    let out = Descriptor(owning: clinux_memfd_sealable("stdout"))
    let err = Descriptor(owning: clinux_memfd_sealable("stderr"))
    let names: [String] = ["PATH", "LANG", "LD_LIBRARY_PATH"]
    let inherited = names.filter { environment[$0] == nil }
      .compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
    let process = try ChildProcess.spawn(
      executable, arguments: arguments, environment: inherited + environment.map { "\($0)=\($1)" },
      descriptors: [input.number, out.number, err.number])
    return RunningTool(process: process, out: out, err: err)
  }

  package func signal(_ number: Int32) { clinux_pidfd_send_signal(process.pidfd.number, number) }

  /// What was printed to standard output so far.
  package var output: String { Self.content(out) }
  package var errors: String { Self.content(err) }

  /// Waits until the program has printed `text`; fails when it ends before, or after a minute.
  package func awaitOutput(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let giveUp = MonotonicTime.now.advanced(by: .seconds(60))
    while !output.contains(text) {
      var poll = pollfd(fd: process.pidfd.number, events: Int16(POLLIN), revents: 0)
      if Glibc.poll(&poll, 1, 2) == 1, !output.contains(text) {
        Issue.record("the program ended without printing \(text): \(output)\(errors)", sourceLocation: sourceLocation)
        return
      }
      if MonotonicTime.now > giveUp {
        Issue.record("the program did not print \(text) within a minute", sourceLocation: sourceLocation)
        return
      }
    }
  }

  /// Waits at most a minute.
  package consuming func wait(sourceLocation: SourceLocation = #_sourceLocation) -> ToolResult {
    var poll = pollfd(fd: process.pidfd.number, events: Int16(POLLIN), revents: 0)
    if Glibc.poll(&poll, 1, 60_000) != 1 {
      Issue.record("the program did not end within a minute; killed", sourceLocation: sourceLocation)
      process.kill()
    }
    let exit = process.waitForEnd() ?? .status(-1)
    return ToolResult(exit: exit, stdout: Self.content(out), stderr: Self.content(err))
  }

  private static func content(_ file: borrowing Descriptor) -> String {
    let size = Int((try? file.status().st_size) ?? 0)
    var bytes = [UInt8](repeating: 0, count: size)
    let got = pread(file.number, &bytes, size, 0)
    return String(decoding: bytes.prefix(max(got, 0)), as: UTF8.self)
  }
}

/// Runs a program to its end.
package func run(
  _ executable: String, _ arguments: [String], environment: [String: String] = [:], stdin: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> ToolResult {
  try RunningTool.start(executable, arguments, environment: environment, stdin: stdin)
    .wait(sourceLocation: sourceLocation)
}
