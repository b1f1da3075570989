import CLinux
import Glibc
import Synchronization

/// One thread that waits on epoll and runs Swift jobs, so that an answer on a socket resumes the caller on the very
/// thread that read it.
///
/// The problem: a call to a warm runner takes some ten microseconds, and every hop between threads (a Dispatch source,
/// the cooperative pool, a continuation on another executor) costs as much again or more, because the other core has
/// to be woken.
///
/// The choice: this class is the executor of the actors that own sockets (``SerialExecutor``) and can be the preferred
/// executor of the tasks that call them (``TaskExecutor``). Readiness handlers, timers, posted closures and jobs all
/// run on its thread, one after another; none of them may block.
///
/// Rejected: a Dispatch source with a continuation (1.5 to 7 times the latency of the bare system calls, measured), a
/// thread for each runner (two wake-ups a call and a thread a process), io_uring (often forbidden in containers).
package final class Reactor: SerialExecutor, TaskExecutor, Sendable {
  /// What a descriptor is ready for.
  package struct Events: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    package static let readable = Events(rawValue: 0x1)
    package static let writable = Events(rawValue: 0x4)
    /// The other side is gone; reported whether or not it was asked for.
    package static let closed = Events(rawValue: 0x8 | 0x10)
  }

  /// Names one registration of a descriptor. Never reused, so that a late event cannot reach a new owner of the
  /// same descriptor number.
  package struct WatchID: Hashable, Sendable { fileprivate let value: UInt64 }

  /// Names one timer.
  package struct TimerID: Hashable, Sendable { fileprivate let value: UInt64 }

  private struct State {
    var jobs: [UnownedJob] = []
    var posted: [@Sendable () -> Void] = []
    var watches: [UInt64: @Sendable (Events) -> Void] = [:]
    var timers = TimerHeap()
    var nextID: UInt64 = 1
    var stopped = false
    /// True while the thread is (or is about to be) inside epoll_wait and needs the eventfd to notice new work.
    var asleep = false
  }

  private static let wakeToken: UInt64 = 0

  private let epoll: Descriptor
  private let wake: Descriptor
  private let state = Lock(State())
  private let thread = Atomic<UInt>(0)

  package init() throws(SkillError) {
    let epoll = clinux_epoll_create()
    guard epoll >= 0 else { throw .systemCall("create an epoll instance") }
    self.epoll = Descriptor(owning: epoll)
    let wake = clinux_eventfd()
    guard wake >= 0 else { throw .systemCall("create an eventfd") }
    self.wake = Descriptor(owning: wake)
    guard clinux_epoll_add(epoll, wake, Events.readable.rawValue, Self.wakeToken) == 0 else {
      throw .systemCall("watch an eventfd")
    }
  }

  // MARK: Work

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    add { $0.jobs.append(job) }
  }

  /// Runs `body` on the reactor's thread, soon.
  package func post(_ body: @escaping @Sendable () -> Void) {
    add { $0.posted.append(body) }
  }

  private func add(_ change: (inout sending State) -> Void) {
    let mustWake = state.withLock { state in
      change(&state)
      defer { state.asleep = false }
      return state.asleep
    }
    if mustWake { signalWake() }
  }

  private func signalWake() {
    var one: UInt64 = 1
    // A full counter (EAGAIN) already wakes; nothing else can fail on an eventfd of our own.
    _ = unsafe write(wake.number, &one, 8)
  }

  /// True on the reactor's thread.
  package var isCurrent: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

  package func checkIsolated() {
    precondition(isCurrent, "not on the reactor's thread")
  }

  // MARK: Descriptors

  /// Calls `handler` on the reactor's thread whenever the descriptor is ready (level-triggered). The descriptor must
  /// stay open until ``unwatch(_:_:)``.
  package func watch(
    _ descriptor: Int32, _ events: Events, _ handler: @escaping @Sendable (Events) -> Void
  ) throws(SkillError) -> WatchID {
    let id = state.withLock { state in
      let id = state.nextID
      state.nextID += 1
      state.watches[id] = handler
      return id
    }
    guard clinux_epoll_add(epoll.number, descriptor, events.rawValue, id) == 0 else {
      let number = errno
      state.withLock { _ = $0.watches.removeValue(forKey: id) }
      throw .systemCall("watch a descriptor", errno: number)
    }
    return WatchID(value: id)
  }

  /// Changes what a watched descriptor is watched for.
  package func change(_ watch: WatchID, _ descriptor: Int32, _ events: Events) throws(SkillError) {
    guard clinux_epoll_change(epoll.number, descriptor, events.rawValue, watch.value) == 0 else {
      throw .systemCall("watch a descriptor")
    }
  }

  /// Ends a watch. The handler is not called any more once this returns on the reactor's thread.
  package func unwatch(_ watch: WatchID, _ descriptor: Int32) {
    state.withLock { _ = $0.watches.removeValue(forKey: watch.value) }
    _ = clinux_epoll_remove(epoll.number, descriptor)
  }

  // MARK: Timers

  /// Calls `handler` on the reactor's thread once, at `deadline` or a little later.
  package func schedule(at deadline: MonotonicTime, _ handler: @escaping @Sendable () -> Void) -> TimerID {
    var id: UInt64 = 0
    add { state in
      id = state.nextID
      state.nextID += 1
      state.timers.insert(id, at: deadline, handler)
    }
    return TimerID(value: id)
  }

  /// Ends a timer that has not fired.
  package func cancel(_ timer: TimerID) {
    state.withLock { $0.timers.remove(timer.value) }
  }

  // MARK: The loop

  /// Starts a thread for this reactor. It ends after ``stop()``.
  package func start() throws(SkillError) {
    let box = unsafe Unmanaged.passRetained(self).toOpaque()
    var thread = pthread_t()
    let error = unsafe pthread_create(
      &thread, nil,
      { box in
        // The retain of passRetained above is taken over here; the pointer came from it unchanged.
        let reactor = unsafe Unmanaged<Reactor>.fromOpaque(box!).takeRetainedValue()
        unsafe clinux_name_thread("skillhost")
        reactor.loop()
        return nil
      }, box)
    guard error == 0 else {
      unsafe Unmanaged<Reactor>.fromOpaque(box).release()
      throw .systemCall("start a thread", errno: error)
    }
    pthread_detach(thread)
  }

  /// Ends the loop after what is queued now.
  package func stop() {
    add { $0.stopped = true }
  }

  /// Makes the calling thread this reactor's thread until `body` has finished, and returns its result.
  package func run<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) -> Result {
    let box = ResultBox<Result>()
    Task(executorPreference: self) {
      let value = await body()
      box.set(value)
      self.stop()
    }
    loop()
    // The loop ends only after stop(), which the task calls after set().
    guard let value = box.take() else { preconditionFailure("the reactor was stopped before its work ended") }
    state.withLock { $0.stopped = false }
    return value
  }

  private func loop() {
    thread.store(UInt(pthread_self()), ordering: .relaxed)
    defer { thread.store(0, ordering: .relaxed) }
    var events = [clinux_event](repeating: clinux_event(), count: 64)
    while true {
      runQueued()
      let (timeout, stopped) = state.withLock { state in
        let idle = state.jobs.isEmpty && state.posted.isEmpty
        if idle && state.stopped { return (Int64(0), true) }
        state.asleep = idle
        return (idle ? state.timers.nanoseconds(from: .now) : 0, false)
      }
      if stopped { return }
      let count = unsafe clinux_epoll_wait(epoll.number, &events, timeout)
      precondition(count >= 0, "epoll_wait failed")
      state.withLock { $0.asleep = false }
      for event in events.prefix(Int(count)) { deliver(event) }
      for handler in state.withLock({ $0.timers.due(at: .now) }) { handler() }
    }
  }

  private func deliver(_ event: clinux_event) {
    let id = event.id
    if id == Self.wakeToken {
      var count: UInt64 = 0
      _ = unsafe read(wake.number, &count, 8)
      return
    }
    // Looked up at the last moment: an earlier handler of this round may have ended the watch.
    guard let handler = state.withLock({ $0.watches[id] }) else { return }
    handler(Events(rawValue: event.events))
  }

  /// Runs what is queued, and what that queues in turn: a resumed caller often takes two or three jobs until it waits
  /// again, and none of them should cost a system call. Bounded, so that a busy task cannot keep events out.
  private func runQueued() {
    for _ in 0..<16 {
      let (jobs, posted) = state.withLock { state in
        defer {
          state.jobs.removeAll(keepingCapacity: true)
          state.posted.removeAll(keepingCapacity: true)
        }
        return (state.jobs, state.posted)
      }
      if jobs.isEmpty && posted.isEmpty { return }
      for body in posted { body() }
      for job in jobs {
        unsafe job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
      }
    }
  }
}

/// Carries one value out of a task.
private final class ResultBox<Value: Sendable>: Sendable {
  private let value = Lock<Value?>(nil)
  func set(_ new: Value) { value.withLock { $0 = new } }
  func take() -> Value? { value.withLock { $0.take() } }
}
