import Glibc
import SkillSystem
import Testing

@Suite struct ChildProcessTests {
  private func shell(_ script: String, descriptors: [Int32] = [0, 1, 2]) throws -> ChildProcess.Exit? {
    try ChildProcess.spawn(
      "/bin/sh", arguments: ["-c", script], environment: ["ONLY=this"], descriptors: descriptors
    ).waitForEnd()
  }

  @Test func reportsHowItEnded() throws {
    #expect(try shell("exit 7") == .status(7))
    #expect(try shell("kill -SEGV $$") == .signal(SIGSEGV))
  }

  @Test func getsOnlyTheGivenEnvironment() throws {
    #expect(try shell(#"[ "$ONLY" = this ] && [ -z "$HOME" ]"#) == .status(0))
  }

  @Test func getsOnlyTheGivenDescriptors() throws {
    // Others are open here, close-on-exec or not; none may arrive. (ls opens the folder itself as number 4.)
    let extra = open("/dev/null", O_RDONLY)
    defer { close(extra) }
    let null = try Descriptor.open("/dev/null", O_RDONLY)
    let numbers = [null.number, null.number, null.number, null.number]
    #expect(try shell(#"[ "$(echo $(ls /proc/self/fd))" = "0 1 2 3 4" ]"#, descriptors: numbers) == .status(0))
  }

  @Test func mapsDescriptorsEvenWhenNumbersOverlap() throws {
    let pipe = try Pipe()
    // The writing end becomes 0 and 1; sources that are themselves small numbers must survive the mapping.
    #expect(
      try shell("echo through >&1", descriptors: [pipe.writing.number, pipe.writing.number, 2]) == .status(0))
    var buffer = [UInt8](repeating: 0, count: 16)
    let count = read(pipe.reading.number, &buffer, 16)
    #expect(String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self) == "through\n")
  }

  @Test func killIsFinal() throws {
    let process = try ChildProcess.spawn(
      "/bin/sh", arguments: ["-c", "trap '' TERM INT; while :; do :; done"], environment: [], descriptors: [0, 1, 2])
    #expect(process.reapIfEnded() == nil)
    process.kill()
    #expect(process.waitForEnd() == .signal(SIGKILL))
    // Ended and reaped: a second kill must not reach anybody.
    process.kill()
    #expect(process.reapIfEnded() == nil)
  }

  @Test func aMissingProgramIsAnError() {
    #expect(throws: SkillError(.system, "cannot start /no/such/program: No such file or directory")) {
      _ = try ChildProcess.spawn("/no/such/program", arguments: [], environment: [], descriptors: [0, 1, 2])
    }
  }
}
