import Glibc
import SkillJSON
import SkillSystem

/// Asks the runner program about itself, without any skill.
enum RunnerProbe {
  /// What would confine a skill on this machine now, as the runner finds when it confines itself:
  /// `{"files":"landlock 7",…}`; "not enforced" where a piece is missing.
  ///
  /// - Throws: `runner_missing`, `sandbox_unavailable`.
  static func enforcement(_ installation: Installation) throws(SkillError) -> JSON {
    let path = try installation.runner()
    let (exit, text) = try run(path, ["--try-sandbox"])
    guard exit == .status(0), let json = try? JSON(parsing: text), json.kind == .object else {
      throw SkillError(
        .sandboxUnavailable, "\(path) could not try the sandbox", hint: "run \(quoted(path)) --try-sandbox")
    }
    return json
  }

  /// Runs the program for at most five seconds, in an empty environment as a runner has it. Answers its first line.
  static func run(_ path: String, _ arguments: [String]) throws(SkillError) -> (ChildProcess.Exit?, String) {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw .systemCall("create a pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let reading = Descriptor(owning: ends[0])
    let child = try start(path, arguments, printingTo: Descriptor(owning: ends[1]))
    var ending = pollfd(fd: child.pidfd.number, events: Int16(POLLIN), revents: 0)
    guard retrying({ unsafe poll(&ending, 1, 5_000) }) == 1 else {
      child.kill()
      _ = child.waitForEnd()
      return (nil, "")
    }
    let exit = child.waitForEnd()
    let bytes = try reading.readToEnd(limit: 4_096) ?? []
    return (exit, String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self))
  }

  private static func start(
    _ path: String, _ arguments: [String], printingTo writing: consuming Descriptor
  ) throws(SkillError) -> ChildProcess {
    let nothing = try Descriptor.open("/dev/null", O_RDWR)
    return try ChildProcess.spawn(
      path, arguments: arguments, environment: [], descriptors: [nothing.number, writing.number, nothing.number])
  }
}

extension SkillError.Code {
  static let sandboxUnavailable = Self("sandbox_unavailable", .refused)
}
