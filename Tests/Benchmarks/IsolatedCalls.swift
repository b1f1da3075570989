import CLinux
import Glibc
import SkillBundle
import SkillLoader
import SkillRuntime
import SkillSystem

/// A child that sends back what it gets, on the same kind of socket and with the same sizes as a runner: what the kernel
/// costs, and the least that a call to another process can cost.
final class EchoProcess: Sendable {
  private let pid: Int32
  private let socket: Int32

  /// Forks: to be made while the program has one thread.
  init() throws {
    var pair: [Int32] = [-1, -1]
    guard clinux_socketpair(&pair) == 0 else { throw SkillError.systemCall("create a socket pair") }
    pid = clinux_fork_echo(pair[1])
    socket = pair[0]
    close(pair[1])
    guard pid > 0 else { throw SkillError.systemCall("start the echo") }
  }

  deinit {
    close(socket)
    waitpid(pid, nil, 0)
  }

  func exchange(_ size: Int) {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      guard write(socket, buffer.baseAddress, size) == size, read(socket, buffer.baseAddress, 4096) == size else {
        fail("the echo ended")
      }
    }
  }
}

/// The supervisor alone, without the pipeline: what isolation adds to the kernel's part.
enum IsolatedCalls {
  static func run(
    _ report: inout Report, reactor: Reactor, echo: EchoProcess, library: [UInt8], runner: String
  ) async throws {
    let supervisor = RunnerSupervisor(
      reactor: reactor, settings: RunnerSettings(executable: runner), log: SkillLog(path: "/dev/null"))
    let target = RunnerTarget(
      key: RunnerTarget.Key(identifier: "bench.echo", manifestDigest: [], configuration: Array("{}".utf8)),
      label: "bench.echo 1.0.0", libraryDigest: SHA256Digest(of: library), library: try seal(library))
    await call(supervisor, target)

    report.section("A call in another process, beside a ping-pong of the same bytes on the same kind of socket")
    // The frame of one call: header, deadline, facts, input.
    let size = 16 + 8 + 2 + 4 + 7 + 4 + 32 + 4 + EchoLibrary.input.count
    try await report.measure(
      Benchmark(
        name: "`RunnerSupervisor.call`, 200 bytes in and out, warm",
        ours: .init(waiting: "") { await call(supervisor, target) },
        peer: .init(waiting: "raw SEQPACKET") { echo.exchange(size) }, effort: .exactly(samples: 1_000)
      ))
    await supervisor.shutdown()
  }

  private static func call(_ supervisor: RunnerSupervisor, _ target: RunnerTarget) async {
    let request = RunnerRequest(
      .invoke, facts: [("call_id", "0123456789abcdef0123456789abcdef")], input: EchoLibrary.input,
      deadline: MonotonicTime.now.advanced(by: .seconds(30)), outputLimit: 1 << 20)
    let answer = await supervisor.call(target, request) { _ in }
    guard case .success(let outcome) = answer.outcome, outcome.result == EchoLibrary.input else {
      fail("the call failed: \(answer)")
    }
  }

  private static func seal(_ bytes: [UInt8]) throws -> SealedLibrary {
    let memory = Descriptor(owning: clinux_memfd_sealable("bench"))
    try memory.write(bytes)
    guard clinux_seal(memory.number) == 0 else { fail("cannot seal") }
    return SealedLibrary(memory)
  }
}
