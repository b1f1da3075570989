import CLinux
import Glibc

/// A child process, held by its pidfd: it can be killed and waited for without ever naming a process id that might
/// meanwhile be somebody else's.
package struct ChildProcess: ~Copyable, Sendable {
  /// Readable when the process has ended.
  package let pidfd: Descriptor
  /// For messages only.
  package let pid: Int32

  /// How a process ended.
  package enum Exit: Hashable, Sendable {
    case status(Int32)
    case signal(Int32)
  }

  /// Starts a program with exactly the given arguments, environment and descriptors.
  ///
  /// Signals are at their defaults and unblocked in the child, and it leads a session of its own. Must be called on a
  /// thread that lives as long as the child may: the parent-death signal that the child asks for is bound to it.
  ///
  /// - Parameter descriptors: the child's descriptor 0, 1, 2, …, in order. All others are closed; at most 16.
  package static func spawn(
    _ executable: String, arguments: [String], environment: [String], descriptors: [Int32]
  ) throws(SkillError) -> ChildProcess {
    var pid: Int32 = 0
    let pidfd = unsafe withCStrings([executable] + arguments) { argv in
      unsafe withCStrings(environment) { envp in
        unsafe clinux_spawn(executable, argv, envp, descriptors, Int32(clamping: descriptors.count), &pid)
      }
    }
    guard pidfd >= 0 else { throw .systemCall("start", executable) }
    return ChildProcess(pidfd: Descriptor(owning: pidfd), pid: pid)
  }

  /// Sends SIGKILL. Does nothing when the process has ended.
  package borrowing func kill() {
    _ = clinux_pidfd_send_signal(pidfd.number, SIGKILL)
  }

  /// Takes the exit status when the process has ended, without waiting.
  package borrowing func reapIfEnded() -> Exit? { reap(waiting: false) }

  /// Waits for the end. Only after ``kill()``, or where blocking is fine.
  package borrowing func waitForEnd() -> Exit? { reap(waiting: true) }

  private borrowing func reap(waiting: Bool) -> Exit? {
    var status: Int32 = 0
    var signalled: Int32 = 0
    guard unsafe clinux_wait_pidfd(pidfd.number, waiting ? 0 : 1, &status, &signalled) == 1 else { return nil }
    return signalled == 1 ? .signal(status) : .status(status)
  }
}

/// Calls `body` with a null-terminated array of C strings.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { unsafe strdup($0) }
  unsafe pointers.append(nil)
  defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
  // The array is not empty (it ends with nil), so it has a base address.
  return unsafe pointers.withUnsafeMutableBufferPointer { unsafe body($0.baseAddress!) }
}

/// The name of a signal, such as "SIGSEGV".
package func signalName(_ number: Int32) -> String {
  switch number {
  case SIGABRT: "SIGABRT"
  case SIGBUS: "SIGBUS"
  case SIGFPE: "SIGFPE"
  case SIGILL: "SIGILL"
  case SIGKILL: "SIGKILL"
  case SIGPIPE: "SIGPIPE"
  case SIGSEGV: "SIGSEGV"
  case SIGSYS: "SIGSYS"
  case SIGTERM: "SIGTERM"
  case SIGHUP: "SIGHUP"
  case SIGINT: "SIGINT"
  case SIGQUIT: "SIGQUIT"
  case SIGUSR1: "SIGUSR1"
  case SIGUSR2: "SIGUSR2"
  case SIGALRM: "SIGALRM"
  case SIGCHLD: "SIGCHLD"
  case SIGTRAP: "SIGTRAP"
  case SIGXCPU: "SIGXCPU"
  case SIGXFSZ: "SIGXFSZ"
  default: "signal \(number)"
  }
}
