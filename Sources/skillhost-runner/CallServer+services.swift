import CLinux
import CSkillABI
import Glibc
import SkillLoader
import SkillSystem
import Synchronization

// Waiting for the host inside a call.
//
// The problem: there is no thread whose work it is to receive. While a thread of the skill waits for its answer, another
// serving thread may sit in the socket's recvmsg, and gets every frame; or none may, and then the waiting threads must
// receive themselves; and this changes while they wait.
//
// The choice: every request has a box, filled by whoever received the frame, and an eventfd that says so. A waiting thread
// sleeps in poll. When all serving threads are at work, exactly one of the waiting threads, the receiver, polls the socket
// as well, and takes frames under the state's lock and only while all are at work: the rule in CallServer that keeps a
// look from stealing a call holds here by the same argument. When a serving thread becomes free, the receiver notices at
// its next wake-up that it may not receive, and gives the role up; when the last free one goes to work, it appoints a
// receiver. Idle threads receive side by side, and the one that received first may be the last to fill the box: so parts
// are numbered. Rejected: handing stolen calls over (two wake-ups, and a queue that must not be lost), a thread of its own.
extension CallServer {
  func request(
    _ operation: ServiceOperation, _ payload: [UInt8], of call: UInt64, _ sink: SocketSink, deadline: UInt64,
    part: (UnsafeRawBufferPointer) -> Bool
  ) -> ServiceOutcome {
    let number = clinux_eventfd()
    guard number >= 0 else {
      return .ended(ServiceEnd(SKILL_UNAVAILABLE, "the skill has too many files open to wait for an answer"))
    }
    let event = Descriptor(owning: number)
    let id = state.withLock { $0.waiting.add(call: call, event: event.number) }
    // Before the eventfd closes: under the lock, so that nobody wakes a number that is somebody else's by then.
    defer { state.withLock { $0.waiting.remove(id) } }
    var request = FrameWriter()
    request.append(id)
    request.append(operation.rawValue)
    request.append(payload)
    send(.serviceRequest, call: call, request.bytes)

    var taken = 0
    while true {
      switch next(id, event.number, sink, deadline) {
      case .mail(let bytes, isEnd: true):
        return .ended(unsafe bytes.withUnsafeBytes { unsafe ServiceEnd($0) } ?? ServiceEnd(SKILL_FAILED))
      case .mail(let bytes, isEnd: false):
        guard unsafe bytes.withUnsafeBytes({ unsafe part($0) }) else {
          sendStop(id, call)
          return .stopped
        }
        taken += bytes.count
        if taken >= ServiceLimits.window / 4 {
          sendTaken(id, call, taken)
          taken = 0
        }
      case .over:
        sendStop(id, call)
        return .cancelled
      }
    }
  }

  private func sendStop(_ id: UInt32, _ call: UInt64) {
    var frame = FrameWriter()
    frame.append(id)
    send(.serviceStop, call: call, frame.bytes)
  }

  private func sendTaken(_ id: UInt32, _ call: UInt64, _ bytes: Int) {
    var frame = FrameWriter()
    frame.append(id)
    frame.append(UInt32(clamping: bytes))
    send(.serviceTaken, call: call, frame.bytes)
  }

  fileprivate enum Next {
    case mail([UInt8], isEnd: Bool)
    /// The call is cancelled, its deadline has passed, or it has ended without waiting for its own thread.
    case over
  }

  private func next(_ id: UInt32, _ event: Int32, _ sink: SocketSink, _ deadline: UInt64) -> Next {
    while true {
      let now = MonotonicTime.now.nanoseconds
      if deadline != 0, now >= deadline { return .over }
      let (found, receives) = state.withLock { state -> (Next?, Bool) in
        if let found = state.waiting.take(id, sink) { return (found, false) }
        guard state.waiting.mayReceive(id), receive(&state) else {
          state.waiting.sleep(id, receives: false)
          return (nil, false)
        }
        if let found = state.waiting.take(id, sink) { return (found, false) }
        state.waiting.sleep(id, receives: true)
        return (nil, true)
      }
      if let found { return found }
      // Rounded up; a deadline that is far away is looked at again after a minute.
      let milliseconds = deadline == 0 ? 60_000 : min((deadline - now) / 1_000_000 + 1, 60_000)
      var polls = [
        pollfd(fd: event, events: Int16(POLLIN), revents: 0),
        pollfd(fd: socketNumber, events: Int16(POLLIN), revents: 0),
      ]
      _ = unsafe poll(&polls, receives ? 2 : 1, Int32(milliseconds))
      if polls[0].revents != 0 {
        var count: UInt64 = 0
        _ = unsafe read(event, &count, 8)
      }
    }
  }
}

/// The requests that threads of the skill wait for. Used under the state's lock.
struct WaitingRequests {
  struct Request {
    let call: UInt64
    /// An eventfd of the waiting thread, open as long as the request is here.
    let event: Int32
    /// What came and was not taken, by its place in the answer. The host sends no more than the window.
    var mail: [UInt32: (bytes: [UInt8], isEnd: Bool)] = [:]
    /// The place of what is to be taken next.
    var place: UInt32 = 0
    var isOver = false
    /// Its thread is in poll, or about to be; else it looks by itself before it sleeps.
    var sleeps = false
  }

  fileprivate var requests: [UInt32: Request] = [:]
  /// The request whose thread receives for all, when there is one.
  private var receiver: UInt32?
  private var lastID: UInt32 = 0

  fileprivate mutating func add(call: UInt64, event: Int32) -> UInt32 {
    repeat { lastID &+= 1 } while requests[lastID] != nil
    requests[lastID] = Request(call: call, event: event)
    return lastID
  }

  fileprivate mutating func remove(_ id: UInt32) {
    requests[id] = nil
    resign(id)
    appointReceiver()
  }

  fileprivate func mayReceive(_ id: UInt32) -> Bool { receiver == nil || receiver == id }

  fileprivate mutating func sleep(_ id: UInt32, receives: Bool) {
    requests[id]?.sleeps = true
    if receives { receiver = id } else { resign(id) }
  }

  private mutating func resign(_ id: UInt32) {
    if receiver == id { receiver = nil }
  }

  /// Wakes somebody who sleeps, to receive if that is allowed. Costs nothing when nobody waits.
  mutating func appointReceiver() {
    guard !requests.isEmpty, receiver == nil else { return }
    if let next = requests.values.first(where: { $0.sleeps }) { Self.signal(next) }
  }

  /// Puts a part or an end into its box. False when the frame is malformed. An answer that nobody waits for any more is
  /// dropped.
  mutating func deliver(_ payload: UnsafeRawBufferPointer) -> Bool {
    var reader = unsafe FrameReader(payload)
    guard let id = reader.uint32(), let place = reader.uint32(), let isEnd = reader.uint8(),
      let bytes = unsafe reader.string(), reader.isAtEnd
    else {
      return false
    }
    unsafe requests[id]?.mail[place] = ([UInt8](bytes), isEnd != 0)
    if let request = requests[id] { Self.signal(request) }
    return true
  }

  /// Has the threads of a call look at whether it was cancelled.
  func wake(call: UInt64) {
    for request in requests.values where request.call == call { Self.signal(request) }
  }

  /// The call has returned; threads of the skill that still wait in it have no business any more.
  mutating func end(call: UInt64) {
    for (id, request) in requests where request.call == call {
      requests[id]?.isOver = true
      Self.signal(request)
    }
  }

  fileprivate mutating func take(_ id: UInt32, _ sink: SocketSink) -> CallServer.Next? {
    guard let request = requests[id] else { return .over }
    let found: CallServer.Next
    if request.isOver || sink.wasCancelled {
      found = .over
    } else if let mail = requests[id]?.mail.removeValue(forKey: request.place) {
      requests[id]?.place &+= 1
      found = .mail(mail.bytes, isEnd: mail.isEnd)
    } else {
      return nil
    }
    // While the skill looks at what it got, somebody else must receive.
    requests[id]?.sleeps = false
    resign(id)
    appointReceiver()
    return found
  }

  private static func signal(_ request: Request) {
    var one: UInt64 = 1
    // A full counter wakes as well.
    _ = unsafe write(request.event, &one, 8)
  }
}
