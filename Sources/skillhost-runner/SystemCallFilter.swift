import CSeccomp
import Glibc
import SkillSystem

/// A seccomp filter, built by libseccomp.
///
/// Refused calls get EPERM, not death: libraries cope with an error, and killing broke every threaded program. Only a
/// foreign architecture (32-bit calls, x32) kills, because it could be used to get around the numbers.
@safe struct SystemCallFilter {
  // Owned by this process until it ends; a filter is loaded at most once and freed never, which costs a few kilobytes.
  private let context: scmp_filter_ctx

  /// For `dlopen`, constructors and `create`: everything but what has no place in a skill.
  static func whileLoading() throws(SkillError) -> SystemCallFilter {
    let filter = try SystemCallFilter(defaultAction: allow)
    try filter.add(errno(EPERM), forbidden)
    try filter.refuseNewProcesses()
    return filter
  }

  /// For serving: what a working skill and its runtime need, and nothing else.
  static func whileServing(folders: Bool) throws(SkillError) -> SystemCallFilter {
    let filter = try SystemCallFilter(defaultAction: errno(EPERM))
    try filter.add(allow, always)
    if folders { try filter.add(allow, withFolders) }
    // The answers of the first filter must be repeated: of two filters the stricter answer counts, and EPERM for clone3
    // would make the C library give up threads instead of trying clone.
    try filter.add(errno(ENOSYS), ["clone3"])
    let newThread = thread | sharedMemoryAndHandlers
    try filter.add(allow, "clone", [.masked(0, newThread | namespaces, newThread)])
    // No memory becomes executable any more.
    for name in ["mmap", "mprotect"] {
      try filter.add(allow, name, [.masked(2, UInt64(PROT_EXEC), 0)])
    }
    // Signals to this process only.
    try filter.add(allow, "tgkill", [.equal(0, UInt64(getpid()))])
    // A thread's own name (PR_SET_NAME); nothing else of prctl.
    try filter.add(allow, "prctl", [.equal(0, 15)])
    let controls = [F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL]
    // 1033 and 1034 add and read seals, for results that are too large for a message.
    for command in controls.map({ UInt64($0) }) + [1033, 1034] {
      try filter.add(allow, "fcntl", [.equal(1, command)])
    }
    for name in ["sendmsg", "recvmsg"] {
      try filter.add(allow, name, [.equal(0, UInt64(Runner.socketNumber))])
    }
    return filter
  }

  /// Puts the filter in force, on all threads.
  func load() throws(SkillError) {
    let result = unsafe seccomp_load(context)
    guard result == 0 else { throw .systemCall("load a system-call filter", errno: -result) }
  }

  // MARK: Rules

  private static let always = [
    "read", "write", "lseek", "close", "openat", "newfstatat", "readlink", "futex", "munmap", "mremap", "brk",
    "madvise",
    "exit", "exit_group", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "getpid", "gettid", "getuid",
    "geteuid", "getgid", "getegid", "clock_nanosleep", "nanosleep", "clock_gettime", "clock_getres", "gettimeofday",
    "time", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "eventfd2", "timerfd_create", "timerfd_settime",
    "poll", "ppoll", "pipe2", "getrandom", "sched_getaffinity", "sched_yield", "rseq", "set_robust_list",
    "restart_syscall", "sysinfo", "uname", "pread64", "pwrite64", "readv", "writev", "fstat", "getrusage",
    "memfd_create",
    "dup", "dup3",
  ]

  private static let withFolders = [
    "getcwd", "getdents64", "mkdir", "mkdirat", "rmdir", "rename", "renameat", "renameat2", "unlink", "unlinkat",
    "fsync",
    "fdatasync", "ftruncate", "flock", "statfs", "fstatfs", "statx", "access", "faccessat", "faccessat2", "open",
    "stat",
    "lstat", "fchmod", "readlinkat", "openat2",
  ]

  private static let forbidden = [
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "execve", "execveat", "fork", "vfork",
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "kcmp", "pidfd_open", "pidfd_getfd",
    "pidfd_send_signal", "kill", "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "io_uring_setup", "io_uring_enter",
    "io_uring_register", "bpf", "perf_event_open", "userfaultfd", "add_key", "request_key", "keyctl", "mount",
    "umount2",
    "move_mount", "open_tree", "fsopen", "fsmount", "fsconfig", "fspick", "mount_setattr", "pivot_root", "chroot",
    "unshare", "setns", "chmod", "fchmodat", "chown", "fchown", "lchown", "fchownat", "setxattr", "lsetxattr",
    "fsetxattr", "removexattr", "lremovexattr", "fremovexattr", "utime", "utimes", "utimensat", "futimesat",
    "prlimit64",
    "setpriority", "ioprio_set", "sched_setaffinity", "sched_setattr", "sched_setscheduler", "setuid", "setgid",
    "setreuid", "setregid", "setresuid", "setresgid", "setgroups", "capset", "personality", "init_module",
    "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot", "swapon", "swapoff", "syslog",
    "shmget", "shmat", "shmctl", "msgget", "msgsnd", "msgrcv", "semget", "semop", "inotify_init", "inotify_init1",
    "fanotify_init", "name_to_handle_at", "open_by_handle_at", "mknod", "mknodat", "symlink", "symlinkat", "link",
    "linkat", "chdir", "fchdir", "acct", "quotactl", "settimeofday", "clock_settime", "clock_adjtime", "adjtimex",
    "setdomainname", "sethostname", "iopl", "ioperm", "modify_ldt", "lookup_dcookie", "vhangup",
  ]

  // linux/sched.h, which Swift cannot import: flags of clone.
  private static let thread: UInt64 = 0x0001_0000
  private static let sharedMemoryAndHandlers: UInt64 = 0x0000_0900
  /// NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET.
  private static let namespaces: UInt64 = 0x7E02_0000

  /// Threads work, processes do not: `clone3` cannot be judged (its flags are in memory), so the C library is told that
  /// it is not there, and `clone` is let through for threads only.
  private func refuseNewProcesses() throws(SkillError) {
    try add(Self.errno(ENOSYS), ["clone3"])
    try add(Self.errno(EPERM), "clone", [.masked(0, Self.thread, 0)])
  }

  // MARK: libseccomp

  private static func errno(_ number: Int32) -> UInt32 { 0x0005_0000 | UInt32(number) }

  private init(defaultAction: UInt32) throws(SkillError) {
    guard let context = unsafe seccomp_init(defaultAction) else {
      throw SkillError(.sandboxUnavailable, "libseccomp cannot make a filter here")
    }
    unsafe self.context = unsafe context
    let attributes: [(scmp_filter_attr, UInt32)] = [
      (SCMP_FLTATR_CTL_TSYNC, 1), (SCMP_FLTATR_ACT_BADARCH, killProcess),
      (SCMP_FLTATR_CTL_OPTIMIZE, 2),
    ]
    for (attribute, value) in attributes {
      let result = unsafe seccomp_attr_set(context, attribute, value)
      guard result == 0 else { throw .systemCall("set up a system-call filter", errno: -result) }
    }
  }

  private func add(_ action: UInt32, _ names: [String]) throws(SkillError) {
    for name in names { try add(action, name, []) }
  }

  private func add(_ action: UInt32, _ name: String, _ arguments: [scmp_arg_cmp]) throws(SkillError) {
    let number = unsafe seccomp_syscall_resolve_name(name)
    // Not a call of this architecture, or too new for this libseccomp: an allow-list without it is only stricter, and
    // the second filter refuses whatever it does not name.
    guard number >= 0 else { return }
    let result = unsafe seccomp_rule_add_array(context, action, number, UInt32(arguments.count), arguments)
    guard result == 0 else { throw .systemCall("add \(name) to a system-call filter", errno: -result) }
  }
}

// Macros of seccomp.h that Swift cannot import.
private let allow: UInt32 = 0x7FFF_0000
private let killProcess: UInt32 = 0x8000_0000

extension scmp_arg_cmp {
  static func equal(_ argument: UInt32, _ value: UInt64) -> scmp_arg_cmp {
    scmp_arg_cmp(arg: argument, op: SCMP_CMP_EQ, datum_a: value, datum_b: 0)
  }

  /// `argument & mask == value`.
  static func masked(_ argument: UInt32, _ mask: UInt64, _ value: UInt64) -> scmp_arg_cmp {
    scmp_arg_cmp(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
  }
}
