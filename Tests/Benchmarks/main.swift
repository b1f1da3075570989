// Figures for docs/performance.md: an isolated call beside a raw ping-pong of the same bytes, alternating in one run.

import CLinux
import Glibc
import SkillBundle
import SkillLoader
import SkillRuntime
import SkillSystem

/// A library that answers with 200 bytes, compiled on the spot.
let echoSource = """
  #include "skill.h"
  static skill_status invoke(void *self, const skill_call *call, skill_text input) {
    (void)self;
    skill_text mime = {0, 0};
    return call->host->emit(call, SKILL_CHANNEL_RESULT, mime, input);
  }
  static const skill_descriptor descriptor = {
      .size = sizeof(skill_descriptor), .abi_minor = SKILL_ABI_MINOR, .max_parallel = 1, .invoke = invoke};
  const skill_descriptor *skill_entry_v1(uint32_t minor, skill_text identifier) {
    (void)minor;
    (void)identifier;
    return &descriptor;
  }
  """

func fail(_ message: String) -> Never {
  print("bench: \(message)")
  exit(1)
}

func percentile(_ sorted: [UInt64], _ part: Double) -> Double {
  Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]) / 1000
}

func show(_ name: String, _ times: [UInt64]) {
  let sorted = times.sorted()
  func column(_ value: Double) -> String {
    let text = String((value * 100).rounded() / 100)
    return String(repeating: " ", count: max(0, 10 - text.count)) + text
  }
  print(
    name + String(repeating: " ", count: max(0, 34 - name.count)) + column(percentile(sorted, 0.5))
      + column(percentile(sorted, 0.99)))
}

/// A child that sends back what it gets, on the same kind of socket and with the same sizes.
func startEcho() throws -> (pid: Int32, socket: Int32) {
  var pair: [Int32] = [-1, -1]
  guard clinux_socketpair(&pair) == 0 else { throw SkillError.systemCall("create a socket pair") }
  // The benchmark has one thread here, so that a fork is harmless.
  let pid = clinux_fork_echo(pair[1])
  close(pair[1])
  return (pid, pair[0])
}

func pingPong(_ socket: Int32, _ rounds: Int, send size: Int, receive: Int) -> [UInt64] {
  var buffer = [UInt8](repeating: 7, count: 4096)
  var times: [UInt64] = []
  for _ in 0..<rounds {
    let start = MonotonicTime.now.nanoseconds
    guard write(socket, &buffer, size) == size, read(socket, &buffer, 4096) > 0 else { fail("the echo ended") }
    times.append(MonotonicTime.now.nanoseconds - start)
  }
  return times
}

let folder = Path.parent(of: CommandLine.arguments[0])
let input = Array("{\"text\":\"\(String(repeating: "x", count: 189))\"}".utf8)

let echo = try startEcho()
let source = "/tmp/skillhost-bench-\(getpid()).c"
let object = "/tmp/skillhost-bench-\(getpid()).so"
try AtomicFile.write(Array(echoSource.utf8), to: source)
let include = "\(Path.parent(of: Path.parent(of: Path.parent(of: #filePath))))/Sources/CSkillABI/include"
let compiler = try ChildProcess.spawn(
  "/usr/bin/cc", arguments: ["-O2", "-shared", "-fPIC", "-I\(include)", source, "-o", object],
  environment: ["PATH=/usr/bin:/bin"], descriptors: [0, 1, 2])
guard compiler.waitForEnd() == .status(0) else { fail("cc failed") }
guard let bytes = try AtomicFile.read(object, limit: 1 << 24) else { fail("the library is too large") }
unlink(source)
unlink(object)
func seal(_ bytes: [UInt8]) throws -> SealedLibrary {
  let memory = Descriptor(owning: clinux_memfd_sealable("bench"))
  try memory.write(bytes)
  guard clinux_seal(memory.number) == 0 else { fail("cannot seal") }
  return SealedLibrary(memory)
}

let reactor = try Reactor()
let supervisor = RunnerSupervisor(
  reactor: reactor, settings: RunnerSettings(executable: "\(folder)/skillhost-runner"),
  log: SkillLog(path: "/dev/null"))
let target = RunnerTarget(
  key: RunnerTarget.Key(identifier: "bench.echo", manifestDigest: [], configuration: Array("{}".utf8)),
  label: "bench.echo 1.0.0", libraryDigest: SHA256Digest(of: bytes), library: try seal(bytes))

@Sendable func call(_ supervisor: RunnerSupervisor, _ target: RunnerTarget, _ input: [UInt8]) async -> UInt64 {
  let start = MonotonicTime.now
  let request = RunnerRequest(
    .invoke, facts: [("call_id", "0123456789abcdef0123456789abcdef")], input: input,
    deadline: start.advanced(by: .seconds(30)), outputLimit: 1 << 20)
  let answer = await supervisor.call(target, request) { _ in }
  guard case .success(let outcome) = answer.outcome, outcome.result == input else { fail("the call failed: \(answer)") }
  return MonotonicTime.now.nanoseconds - start.nanoseconds
}

let rounds = 10
let perRound = 1000
// The frames of one call: header, deadline, facts, input; header, status and the empty fields, result.
let requestSize = 16 + 8 + 2 + 4 + 7 + 4 + 32 + 4 + input.count
let (socket, warm, cold) = (echo.socket, input, input)
let isolated = reactor.run { () async -> ([UInt64], [UInt64], UInt64) in
  let first = await call(supervisor, target, cold)
  var calls: [UInt64] = []
  var raw: [UInt64] = []
  for _ in 0..<rounds {
    raw += pingPong(socket, perRound, send: requestSize, receive: requestSize)
    for _ in 0..<perRound { calls.append(await call(supervisor, target, warm)) }
  }
  await supervisor.shutdown()
  return (raw, calls, first)
}
close(echo.socket)
waitpid(echo.pid, nil, 0)

print("\(input.count) bytes in and out, \(rounds * perRound) calls, alternating with the raw exchange; µs")
print("what" + String(repeating: " ", count: 34) + "p50       p99")
show("raw SEQPACKET ping-pong", isolated.0)
show("isolated call (warm runner)", isolated.1)
let ratio = percentile(isolated.1.sorted(), 0.5) / percentile(isolated.0.sorted(), 0.5)
print("ratio of the p50s: \((ratio * 100).rounded() / 100)")
print("first call (starts the runner, loads the library): \(Double(isolated.2 / 1000) / 1000) ms")
