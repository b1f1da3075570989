import CLinux
import CSkillABI
import Glibc
import SkillLoader
import SkillSystem

/// One runner: its process, its socket, its output pipe, and the calls that are inside.
///
/// Owned by the supervisor and touched on its executor only.
final class RunnerProcess {
  enum Phase { case starting, ready, ending }

  let id: UInt64
  let target: RunnerTarget
  let process: ChildProcess
  let channel: FrameChannel
  /// The reading end of what the skill prints.
  let output: Descriptor
  var phase = Phase.starting
  var watches: [(Reactor.WatchID, Int32)] = []
  var loadTimer: Reactor.TimerID?
  var killTimer: Reactor.TimerID?

  /// Told by the runner when it is ready.
  var capacity = 1
  var flags: UInt32 = 0
  var hasMatch = false
  var hasLoaded = false
  /// Told before the library is loaded, as JSON.
  var enforcement: String?
  var refusedMemory: RefusedMemory?
  /// A payload that comes in pieces.
  var pieces = FramePieces()

  var calls: [UInt64: PendingCall] = [:]
  /// Since when there are none; nil while there are.
  var idleSince: MonotonicTime?
  var idleTimer: Reactor.TimerID?
  var served = 0
  /// Frames that did not fit into the socket, in order.
  var outbox: [(FrameKind, UInt64, [UInt8])] = []
  var watchesWritable = false

  /// Why it could not load, in its own words or ours.
  var loadError: SkillError?
  /// What it did that it must not do.
  var violation: String?
  /// True when its end is our doing and says nothing about the skill.
  var endIsWanted = false
  /// An unfinished line of what the skill prints.
  var partialLine: [UInt8] = []
  var printedBytes = 0

  init(
    id: UInt64, target: RunnerTarget, process: consuming ChildProcess, socket: consuming Descriptor,
    output: consuming Descriptor
  ) {
    self.id = id
    self.target = target
    self.process = process
    channel = FrameChannel(socket)
    self.output = output
  }

  /// Starts the program and hands it the library.
  static func start(
    id: UInt64, target: RunnerTarget, settings: RunnerSettings, configuration: [UInt8], services: ServiceSet
  ) throws(SkillError) -> RunnerProcess {
    let sockets = try FrameSocketPair()
    var pipeEnds: [Int32] = [-1, -1]
    guard unsafe clinux_pipe(&pipeEnds) == 0 else { throw .systemCall("create a pipe") }
    let output = Descriptor(owning: pipeEnds[0])
    let outputWriting = Descriptor(owning: pipeEnds[1])
    let null = try Descriptor.open("/dev/null", O_RDONLY)
    let process = try ChildProcess.spawn(
      settings.executable, arguments: [String(getpid())], environment: baseEnvironment + target.environment,
      descriptors: [null.number, outputWriting.number, outputWriting.number, sockets.runner.number])
    let runner = RunnerProcess(
      id: id, target: target, process: process, socket: sockets.takeHost(), output: output)
    var load = FrameWriter()
    load.append(target.key.identifier)
    load.append(configuration)
    load.append(services.rawValue)
    load.append(target.rules)
    guard runner.channel.send(.load, load.bytes, library: target.library.memory.number, waiting: false) == .sent else {
      runner.process.kill()
      _ = runner.process.waitForEnd()
      throw SkillError(
        .runnerUnavailable, "the runner for \(target.label) ended before it could load the library",
        hint: "run `skillhost doctor`")
    }
    return runner
  }

  /// With more arenas an address-space limit fails at random; the crash handler would open sockets and fork.
  private static let baseEnvironment = ["MALLOC_ARENA_MAX=1", "SWIFT_BACKTRACE=enable=no", "LANG=C.UTF-8"]

  /// Whether the skill wants to be told before its process ends.
  var quiesceMatters: Bool { flags & SKILL_FLAG_QUIESCE_MATTERS != 0 }

  var isIdle: Bool { phase == .ready && calls.isEmpty }

  var hasRoom: Bool { phase == .ready && calls.count < capacity }
}
