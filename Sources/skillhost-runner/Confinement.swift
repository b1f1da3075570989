import CLinux
import Glibc
import SkillSystem

/// What the process gives up, in the order that matters: before any byte of the skill runs, and again after the skill
/// was created. Every step either takes hold or ends the process; nothing here is optional.
///
/// In force now: death with the host, no new privileges, no core dumps. Landlock, the system-call filters and the
/// memory limit belong into these two functions, and what they enforce into the returned JSON.
enum Confinement {
  /// - Returns: what is in force, as a JSON object.
  static func beforeLoading(parent: Int32) throws(SkillError) -> String {
    guard clinux_prctl_pdeathsig(SIGKILL) == 0 else { throw .systemCall("ask for death with the host") }
    // The host may have ended before the call above; then nobody would ever send the signal.
    guard getppid() == parent else { Runner.end(.hostGone) }
    guard clinux_no_new_privs() == 0 else { throw .systemCall("give up new privileges") }
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none) == 0 else {
      throw .systemCall("forbid core dumps")
    }
    return #"{"process":"separate","privileges":"no_new_privs"}"#
  }

  static func afterCreating() throws(SkillError) {}
}
