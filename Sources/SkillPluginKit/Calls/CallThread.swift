internal import Synchronization

/// The executor of one call's task: all of its jobs run on the thread that the host gave us.
///
/// The host calls a C function and expects the answer when it returns, so its thread has to wait for an async skill
/// anyway. While it waits it might as well do the work: a call needs no second thread, cannot be starved by others (a
/// pool has as many threads as the machine has cores; waiting on them deadlocks), and the sandboxed process starts no
/// dispatch queues unless a skill asks for them.
///
/// A task made with `Task.immediate` starts at once, so a skill that never suspends has finished before this object is
/// asked to run anything.
final class CallThread: TaskExecutor {
  fileprivate struct State {
    var jobs: [UnownedJob] = []
    var result: Result<[UInt8], any Error>?
    /// Made by the first wait.
    var wake: Signal?
    /// Whether nobody will run jobs here any more.
    var isOver = false
  }
  private let state = Mutex(State())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let (isOver, wake) = state.withLock { state in
      if !state.isOver { state.jobs.append(job) }
      return (state.isOver, state.wake)
    }
    // Nothing structured outlives the call's task; anything else that still refers to this executor runs elsewhere.
    if isOver { return globalConcurrentExecutor.enqueue(job) }
    wake?.set()
  }

  func finish(_ result: Result<[UInt8], any Error>) {
    state.withLock { state -> Signal? in
      state.result = result
      return state.wake
    }?.set()
  }

  /// Runs the task's jobs until ``finish(_:)`` was called, and calls `check` about every 20 ms.
  func runUntilFinished(check: () -> Void) -> Result<[UInt8], any Error> {
    var nextCheck = monotonicNanoseconds()
    func checkWhenDue() {
      let now = monotonicNanoseconds()
      guard now >= nextCheck else { return }
      check()
      nextCheck = now + 20_000_000
    }
    while true {
      let step = state.withLock { $0.next() }
      switch step {
      case .finished(let result): return result
      case .run(let jobs):
        for job in jobs {
          job.runSynchronously(on: asUnownedTaskExecutor())
          checkWhenDue()
        }
      case .wait(let wake):
        wake.wait(milliseconds: 20)
        checkWhenDue()
      }
    }
  }
}

extension CallThread.State {
  fileprivate enum Step {
    case finished(Result<[UInt8], any Error>)
    case run([UnownedJob])
    case wait(Signal)
  }

  fileprivate mutating func next() -> Step {
    if let result {
      // What is left in the queue cannot belong to the finished task.
      isOver = true
      for job in jobs { globalConcurrentExecutor.enqueue(job) }
      jobs = []
      return .finished(result)
    }
    if !jobs.isEmpty {
      defer { jobs = [] }
      return .run(jobs)
    }
    let wake = self.wake ?? Signal()
    self.wake = wake
    return .wait(wake)
  }
}
