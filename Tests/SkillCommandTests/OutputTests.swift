import Glibc
import SkillCommand
import SkillSystem
import TestSupport
import Testing

@Suite("Output")
struct OutputTests {
  @Test("a reader that has gone is no failure, and the rest is dropped")
  func brokenPipe() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let writing = Descriptor(owning: ends[1])
    close(ends[0])
    // As the program does at its start.
    signal(SIGPIPE, SIG_IGN)
    let output = Output(descriptor: writing.number, capacity: 8, environment: [:])
    output.write("short")
    #expect(!output.isClosed)
    output.line("longer than what may wait")
    #expect(output.isClosed)
    #expect(output.failure == nil)
    output.line("more")
    output.flush()
  }

  @Test("a device that takes nothing is a failure")
  func full() throws {
    let device = try Descriptor.open("/dev/full", O_WRONLY)
    let output = Output(descriptor: device.number, capacity: 0, environment: [:])
    output.line("lost")
    #expect(output.failure?.description == "error[output_lost]: cannot write the output: No space left on device")
    #expect(output.failure?.code.category == .unavailable)
  }

  @Test("what is written arrives whole and in order, also through a pipe that does not block")
  func nonBlocking() async throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let reading = Descriptor(owning: ends[0])
    let number = ends[1]
    _ = fcntl(number, F_SETFL, O_NONBLOCK)
    let text = (0..<50_000).map(String.init).joined(separator: " ")
    async let sent: Void = onOwnThread {
      Output(descriptor: number, capacity: 0, environment: [:]).write(text)
      close(number)
    }
    let end = reading.leak()
    let bytes = try await onOwnThread { try Descriptor(owning: end).readToEnd(limit: 1 << 20) }
    try await sent
    #expect(String(decoding: bytes ?? [], as: UTF8.self) == text)
  }

  @Test(
    "colours are not for those who do not want them",
    arguments: [
      ([:], true), (["NO_COLOR": ""], true), (["NO_COLOR": "1"], false), (["TERM": "dumb"], false),
      (["TERM": "xterm"], true),
    ] as [([String: String], Bool)])
  func colours(environment: [String: String], wanted: Bool) throws {
    #expect(Terminal.wantsColours(environment) == wanted)
    // Whatever is wanted, a file gets none, and has no width.
    let file = try Descriptor.open("/dev/null", O_WRONLY)
    let output = Output(descriptor: file.number, capacity: 0, environment: environment)
    #expect(!output.isTerminal)
    #expect(output.style.red("x") == "x")
    #expect(output.width == nil)
  }
}
