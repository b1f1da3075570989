import CLinux
import Glibc
package import SkillSystem

/// Watches a process that is not our child by its pidfd, so that a reused number is never mistaken for it.
package struct PidWatch: ~Copyable {
  private let pidfd: Descriptor

  package init(_ pid: Int32) throws(SkillError) {
    let number = clinux_pidfd_open(pid)
    guard number >= 0 else { throw .systemCall("open a pidfd") }
    pidfd = Descriptor(owning: number)
  }

  /// Waits for its end.
  package func endsWithin(milliseconds: Int32) -> Bool {
    var poll = pollfd(fd: pidfd.number, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&poll, 1, milliseconds) == 1
  }
}
