import Glibc
import SkillSystem
import Synchronization

/// What happens on SIGINT, SIGTERM and SIGHUP.
///
/// They are blocked in every thread, and the main thread does nothing but take them with `sigwait`, so no code runs
/// inside a signal handler. The first one calls the registered action; without an action, and for every later signal,
/// the process dies of the signal as if nothing had been there, and its parent sees that.
///
/// An async `main` is not possible with this: its main thread ends in libdispatch, which unblocks all signals there.
package enum Interrupts {
  private static let action = Lock<(@Sendable () -> Void)?>(nil)

  /// Runs the program on other threads, and this one, which must be the main and only one, waits for signals.
  package static func run(_ program: @escaping @Sendable () async -> Int32) -> Never {
    openStandardDescriptors()
    // A reader that has gone is seen by write(2), not by dying.
    signal(SIGPIPE, SIG_IGN)
    var old = sigaction()
    // Whoever started this with nohup wants it to outlive the terminal.
    let isNohup = unsafe sigaction(SIGHUP, nil, &old) == 0 && isIgnored(old)
    var set = mask([SIGINT, SIGTERM] + (isNohup ? [] : [SIGHUP]))
    // Threads that are made from here on inherit this.
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    Task.detached { exit(await program()) }
    while true {
      var number: Int32 = 0
      guard unsafe sigwait(&set, &number) == 0 else { continue }
      let body = action.withLock { action in
        defer { action = nil }
        return action
      }
      if let body { body() } else { die(of: number) }
    }
  }

  /// Opens what was closed of the descriptors 0, 1 and 2. The next file that is opened would get such a number, and
  /// what is printed would go into it: into the store, for example.
  private static func openStandardDescriptors() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 && errno == EBADF {
      // The lowest free number is this one. Without CLOEXEC, as standard descriptors are.
      _ = unsafe open("/dev/null", O_RDWR)
    }
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    // SIG_IGN is the pointer 1, and two C functions cannot be compared in Swift.
    unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self) == 1
  }

  private static func mask(_ numbers: [Int32]) -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in numbers { unsafe sigaddset(&set, number) }
    return set
  }

  /// Has the next signal call `body`, once, on the main thread.
  package static func onFirst(_ body: @escaping @Sendable () -> Void) { action.withLock { $0 = body } }

  /// Has signals end the process again.
  package static func clear() { action.withLock { $0 = nil } }

  private static func die(of number: Int32) -> Never {
    signal(number, SIG_DFL)
    var set = mask([number])
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    kill(getpid(), number)
    // Only as process 1, whose default is to ignore signals.
    _exit(128 + number)
  }
}
