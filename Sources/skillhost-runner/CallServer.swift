import CSkillABI
import Glibc
import SkillLoader
import SkillSystem
import Synchronization

/// Serves calls on as many threads as the skill may be used by at once.
///
/// The problem: a call must not pay for a hop between threads, yet a cancellation must reach a skill that is at work.
/// The choice: there is no reader thread. Every serving thread waits on the socket itself, and the kernel hands each
/// frame to one of them, which does the work. While all of them are at work, whoever asks `cancelled` looks into the
/// socket, at most once a millisecond. Rejected: a reader thread with a queue (two wake-ups more for every call).
///
/// A look into the socket must never take a call that another thread is about to wait for. So a look happens only while
/// every thread is at work, under the lock under which a thread stops being at work, and a thread reports its call as
/// finished only after that: the host, which sends no more calls than there are threads, cannot have sent one.
///
/// What a call waits for from the host (CallServer+services.swift) comes the same two ways.
@safe final class CallServer: Sendable {
  private let channel: SharedChannel
  private let instance: SkillInstance
  let services: ServiceSet
  let threads: Int
  let state: Lock<State>
  private let tellsState: Bool
  /// Held while a payload goes out in pieces: those of two must not be mixed.
  private let largePayload = Lock(())
  /// Where frames are received by threads that are at work. Used under the lock of `state` only.
  private let sharedBuffer: SharedBuffer

  /// FrameChannel is a descriptor; sending and receiving whole SEQPACKET messages is atomic in the kernel.
  private final class SharedChannel: Sendable {
    let channel: FrameChannel
    init(_ channel: consuming FrameChannel) { self.channel = channel }
  }

  @unsafe private struct SharedBuffer: @unchecked Sendable { let bytes: UnsafeMutableRawBufferPointer }

  struct State {
    /// The calls that run.
    var running: [UInt64: SocketSink] = [:]
    /// A wish to end that was found while looking for cancellations.
    var quiesce: UInt64?
    var waiting = WaitingRequests()
  }

  /// The host still sets a bound where a skill sets none.
  private static let mostThreads = 8

  init(_ channel: consuming FrameChannel, _ instance: SkillInstance, services: ServiceSet, tellsState: Bool) {
    self.tellsState = tellsState
    self.services = services
    unsafe sharedBuffer = unsafe SharedBuffer(
      bytes: .allocate(byteCount: FrameChannel.receiveCapacity, alignment: 16))
    self.channel = SharedChannel(channel)
    self.instance = instance
    let wanted = instance.descriptor.maxParallel
    threads = wanted == 0 ? Self.mostThreads : Int(min(wanted, UInt32(Self.mostThreads)))
    state = Lock(State())
  }

  /// Never returns: the process ends when the host closes the socket or asks for the end.
  func serve() -> Never {
    unsafe SkillInstance.setLibraryLog { [self] level, message in unsafe log(0, level, message) }
    var ready = FrameWriter()
    ready.append(instance.descriptor.flags)
    ready.append(instance.descriptor.maxParallel)
    ready.append(UInt8(instance.hasMatch ? 1 : 0))
    ready.append(UInt32(threads))
    send(.ready, ready.bytes)
    for _ in 1..<max(threads, 1) { startThread() }
    serveOnThisThread()
  }

  private func startThread() {
    let box = unsafe Unmanaged.passRetained(self).toOpaque()
    var thread = pthread_t()
    let error = unsafe pthread_create(
      &thread, nil,
      { box in
        // The pointer is the one passed below, with its retain.
        let server = unsafe Unmanaged<CallServer>.fromOpaque(box!).takeRetainedValue()
        server.serveOnThisThread()
      }, box)
    // Without the thread fewer calls run at once than was promised; the host must know.
    if error != 0 { Runner.end(.loadFailed) }
  }

  private func serveOnThisThread() -> Never {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: FrameChannel.receiveCapacity, alignment: 16)
    while true {
      if let deadline = state.withLock({ $0.running.isEmpty ? $0.quiesce : nil }) { quiesce(deadline) }
      switch unsafe channel.channel.receive(into: buffer, waiting: true) {
      case .frame(let header, let large):
        if let large {
          unsafe large.withUnsafeBytes { unsafe handle(header, $0) }
        } else {
          let payload = unsafe UnsafeRawBufferPointer(buffer)[FrameHeader.size...].prefix(Int(header.length))
          unsafe handle(header, UnsafeRawBufferPointer(rebasing: payload))
        }
      case .closed: Runner.end(.hostGone)
      case .empty: continue
      default: Runner.end(.protocolViolation)
      }
    }
  }

  private func handle(_ header: FrameHeader, _ payload: UnsafeRawBufferPointer) {
    switch header.kind {
    case .invoke, .match:
      guard let request = unsafe CallRequestView(payload) else { Runner.end(.protocolViolation) }
      let sink = SocketSink(self, call: header.call, services: header.kind == .invoke ? services : [])
      state.withLock { state in
        state.running[header.call] = sink
        // Nobody is left to receive: one of those that wait must.
        if state.running.count >= threads { state.waiting.appointReceiver() }
      }
      let outcome = header.kind == .invoke ? instance.invoke(request, sink: sink) : instance.match(request, sink: sink)
      state.withLock { state in
        state.running[header.call] = nil
        state.waiting.end(call: header.call)
      }
      finish(header.call, outcome)
    case .cancel: state.withLock { Self.cancel(header.call, &$0) }
    case .serviceReply:
      guard state.withLock({ unsafe $0.waiting.deliver(payload) }) else { Runner.end(.protocolViolation) }
    case .quiesce:
      var reader = unsafe FrameReader(payload)
      let deadline = reader.uint64() ?? 0
      state.withLock { $0.quiesce = deadline }
    default: Runner.end(.protocolViolation)
    }
  }

  private func finish(_ call: UInt64, _ outcome: CallOutcome) {
    let texts = outcome.code.count + outcome.message.count + outcome.detail.count
    var writer = FrameWriter(capacity: 21 + (outcome.result?.count ?? 0) + texts)
    writer.append(outcome.status)
    writer.append(UInt8(outcome.result == nil ? 0 : 1))
    writer.append(outcome.result ?? [])
    writer.append(outcome.code)
    writer.append(outcome.message)
    writer.append(outcome.detail)
    if tellsState { send(.processState, ProcessState(.served).frame) }
    send(.finished, call: call, writer.bytes)
  }

  private func quiesce(_ deadline: UInt64) -> Never {
    instance.quiesceAndDestroy(deadline: deadline)
    Runner.end(.asked)
  }

  private static func cancel(_ call: UInt64, _ state: inout State) {
    // Unknown: the call ended while the cancellation was under way.
    state.running[call]?.cancel()
    state.waiting.wake(call: call)
  }

  /// Looks for cancellations when no thread is waiting for frames.
  func lookForCancellations() {
    state.withLock { state in _ = receive(&state) }
  }

  /// Takes all frames that are there, unless a thread is waiting for frames: then false.
  func receive(_ state: inout State) -> Bool {
    guard state.running.count >= threads else { return false }
    while true {
      switch unsafe channel.channel.receive(into: sharedBuffer.bytes, waiting: false) {
      case .frame(let header, large: nil) where header.kind == .cancel: Self.cancel(header.call, &state)
      case .frame(let header, large: nil) where header.kind == .quiesce: state.quiesce = 0
      case .frame(let header, large: nil) where header.kind == .serviceReply:
        let payload = unsafe UnsafeRawBufferPointer(sharedBuffer.bytes)[FrameHeader.size...].prefix(Int(header.length))
        guard unsafe state.waiting.deliver(UnsafeRawBufferPointer(rebasing: payload)) else {
          Runner.end(.protocolViolation)
        }
      case .empty: return true
      case .closed: Runner.end(.hostGone)
      default: Runner.end(.protocolViolation)
      }
    }
  }

  var socketNumber: Int32 { channel.channel.socket.number }

  func log(_ call: UInt64, _ level: skill_log_level, _ message: UnsafeRawBufferPointer) {
    var writer = FrameWriter()
    writer.append(level)
    unsafe writer.append(message)
    send(.log, call: call, writer.bytes)
  }

  func send(_ kind: FrameKind, call: UInt64 = 0, _ payload: [UInt8]) {
    let result =
      payload.count <= FrameLimits.inline
      ? channel.channel.send(kind, call: call, payload, waiting: true)
      : largePayload.withLock { _ in channel.channel.sendInPieces(kind, call: call, payload) }
    guard result == .sent else { Runner.end(.hostGone) }
  }
}

/// The host functions of one call, as frames.
final class SocketSink: CallSink {
  private let server: CallServer
  private let call: UInt64
  let services: ServiceSet
  private let cancelled = Atomic(false)
  private let lastLook = Atomic<UInt64>(0)

  init(_ server: CallServer, call: UInt64, services: ServiceSet) {
    self.server = server
    self.call = call
    self.services = services
  }

  func cancel() { cancelled.store(true, ordering: .relaxed) }

  /// Whether a cancellation was seen, without looking for one.
  var wasCancelled: Bool { cancelled.load(ordering: .relaxed) }

  func request(
    _ operation: ServiceOperation, _ payload: [UInt8], deadline: UInt64, part: (UnsafeRawBufferPointer) -> Bool
  ) -> ServiceOutcome {
    unsafe server.request(operation, payload, of: call, self, deadline: deadline, part: part)
  }

  func isCancelled() -> Bool {
    if cancelled.load(ordering: .relaxed) { return true }
    let now = MonotonicTime.now.nanoseconds
    // A skill may ask in a tight loop; a system call a millisecond is enough.
    guard now &- lastLook.load(ordering: .relaxed) > 1_000_000 else { return false }
    lastLook.store(now, ordering: .relaxed)
    server.lookForCancellations()
    return cancelled.load(ordering: .relaxed)
  }

  func progress(_ fraction: Double?, note: UnsafeRawBufferPointer) {
    var writer = FrameWriter()
    writer.append(fraction ?? -1)
    unsafe writer.append(note)
    server.send(.progress, call: call, writer.bytes)
  }

  func text(_ text: UnsafeRawBufferPointer, mime: UnsafeRawBufferPointer) -> Bool {
    unsafe send(.text, mime, text)
  }

  func attach(_ bytes: UnsafeRawBufferPointer, mime: UnsafeRawBufferPointer) -> Bool {
    unsafe send(.attachment, mime, bytes)
  }

  private func send(_ kind: FrameKind, _ mime: UnsafeRawBufferPointer, _ bytes: UnsafeRawBufferPointer) -> Bool {
    var writer = FrameWriter()
    unsafe writer.append(mime)
    unsafe writer.append(bytes)
    server.send(kind, call: call, writer.bytes)
    return true
  }

  func log(_ level: skill_log_level, _ message: UnsafeRawBufferPointer) {
    unsafe server.log(call, level, message)
  }
}
