import Glibc
import Synchronization

/// What happens on SIGINT, SIGTERM and SIGHUP.
///
/// They are blocked in every thread, from before there is a second one, and taken by one thread of their own with
/// `sigwait`: no code runs inside a signal handler. The first one calls the registered action; without an action, and
/// for every later signal, the process dies of the signal as if nothing had been there, and its parent sees that.
package enum Interrupts {
  private static let action = Mutex<(@Sendable () -> Void)?>(nil)

  /// Must be called once, while the process has one thread.
  package static func start() {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&set, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    // A reader that has gone is seen by write(2), not by dying.
    signal(SIGPIPE, SIG_IGN)
    var thread = pthread_t()
    let failed = unsafe pthread_create(
      &thread, nil,
      { _ in
        Interrupts.wait()
        return nil
      }, nil)
    if failed == 0 { pthread_detach(thread) } else { unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil) }
  }

  /// Has the next signal call `body`, once, on a thread of its own.
  package static func onFirst(_ body: @escaping @Sendable () -> Void) { action.withLock { $0 = body } }

  /// Has signals end the process again.
  package static func clear() { action.withLock { $0 = nil } }

  private static func wait() {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&set, number) }
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

  private static func die(of number: Int32) -> Never {
    signal(number, SIG_DFL)
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    kill(getpid(), number)
    // Only as process 1, whose default is to ignore signals.
    _exit(128 + number)
  }
}
