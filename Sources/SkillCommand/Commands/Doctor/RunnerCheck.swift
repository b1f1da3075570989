import Glibc
import SkillSystem

/// The runner program: there, and it starts.
enum RunnerCheck {
  package static func findings(_ installation: Installation) async -> [Finding] {
    let path: String
    do throws(SkillError) {
      path = try installation.runner()
    } catch {
      return [Finding(.fail, "runner", error)]
    }
    do throws(SkillError) {
      let (exit, text) = try version(of: path)
      guard exit == .status(0) else {
        let how =
          switch exit {
          case .signal(let number): "it ended with \(signalName(number))"
          case .status(let number): "it ended with status \(number)"
          case nil: "it did not end"
          }
        return [Finding(.fail, "runner", "\(path) does not start: \(how)", remedy: "run \(quoted(path)) --version")]
      }
      return [Finding(.ok, "runner", "\(path) starts (\(text))")]
    } catch {
      return [Finding(.fail, "runner", error)]
    }
  }

  /// Runs `--version` for at most five seconds, in an empty environment as a runner has it.
  private static func version(of path: String) throws(SkillError) -> (ChildProcess.Exit?, String) {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw .systemCall("create a pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let reading = Descriptor(owning: ends[0])
    let child = try start(path, printingTo: Descriptor(owning: ends[1]))
    var ending = pollfd(fd: child.pidfd.number, events: Int16(POLLIN), revents: 0)
    guard retrying({ unsafe poll(&ending, 1, 5_000) }) == 1 else {
      child.kill()
      _ = child.waitForEnd()
      return (nil, "")
    }
    let exit = child.waitForEnd()
    let bytes = try reading.readToEnd(limit: 4_096) ?? []
    let text = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    return (exit, text)
  }

  private static func start(
    _ path: String, printingTo writing: consuming Descriptor
  ) throws(SkillError) -> ChildProcess {
    let nothing = try Descriptor.open("/dev/null", O_RDWR)
    return try ChildProcess.spawn(
      path, arguments: ["--version"], environment: [],
      descriptors: [nothing.number, writing.number, nothing.number])
  }
}
