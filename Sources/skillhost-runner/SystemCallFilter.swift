import CSeccomp
import Glibc
import SkillSystem

/// A seccomp filter, built by libseccomp: a list of what is allowed; everything else is refused.
///
/// The problem: a library's constructors and its `create` run before the second filter is there, and may do as they like
/// inside the process, also make that filter never come. So the filter under which a library is loaded is the one that
/// must hold against a hostile skill. The choice: both filters are the same allow-list; the second only takes away what
/// loading needs, executable mappings and further filters, so that a mistake in an honest skill is harder to exploit.
/// Rejected: a list of what is forbidden while loading. It let a constructor keep the process alive after its host
/// (prctl), answer the loading of the second filter itself (seccomp), and use every call that nobody had thought of.
///
/// Refused calls get EPERM, not death: libraries cope with an error, and killing broke every threaded program. Only a
/// foreign architecture (32-bit calls, x32) kills, because it could be used to get around the numbers.
@safe struct SystemCallFilter {
  // Owned by this process until it ends; a filter is loaded at most once and freed never, which costs a few kilobytes.
  private let context: scmp_filter_ctx

  /// For `dlopen`, constructors and `create`.
  ///
  /// - Parameter asking: what is not allowed is not answered with EPERM but waits for the host, and so does all that opens
  ///   a file. For the examination of a skill.
  static func whileLoading(folders: Bool, asking: Bool) throws(SkillError) -> SystemCallFilter {
    let filter = try SystemCallFilter(folders: folders, asking: asking)
    // The second filter; and the library's own code. What was ever writable stays forbidden (``Confinement``).
    try filter.add(allow, ["seccomp", "mmap", "mprotect"])
    return filter
  }

  /// For serving: what a working skill and its runtime need.
  static func whileServing(folders: Bool) throws(SkillError) -> SystemCallFilter {
    let filter = try SystemCallFilter(folders: folders, asking: false)
    for name in ["mmap", "mprotect"] {
      try filter.add(allow, name, [.masked(2, UInt64(PROT_EXEC), 0)])
    }
    return filter
  }

  /// ``whileServing(folders:)`` for a process whose first filter asks the host: an answer of this filter would hide the
  /// question, so it only takes away what loading needs and leaves the rest to the first.
  static func afterAsking() throws(SkillError) -> SystemCallFilter {
    let filter = try SystemCallFilter(defaultAction: allow)
    try filter.add(errno(EPERM), ["seccomp"])
    for name in ["mmap", "mprotect"] {
      try filter.add(errno(EPERM), name, [.masked(2, UInt64(PROT_EXEC), UInt64(PROT_EXEC))])
    }
    return filter
  }

  /// Gives away the descriptor at which calls wait; it is closed here afterwards, so that the skill has no part in it.
  func handOver(_ listen: (Int32) -> Void) throws(SkillError) {
    let listener = unsafe seccomp_notify_fd(context)
    guard listener >= 0 else { throw .systemCall("listen to a system-call filter", errno: -listener) }
    listen(listener)
    close(listener)
  }

  /// Puts the filter in force, on all threads.
  func load() throws(SkillError) {
    let result = unsafe seccomp_load(context)
    guard result == 0 else { throw .systemCall("load a system-call filter", errno: -result) }
  }

  // MARK: Rules

  /// What both filters allow.
  private init(folders: Bool, asking: Bool) throws(SkillError) {
    try self.init(defaultAction: asking ? askHost : Self.errno(EPERM))
    try add(allow, Self.always)
    if !asking { try allowOpening("openat", flags: 2, mode: 3) }
    if folders {
      try add(allow, Self.withFolders)
      if !asking { try allowOpening("open", flags: 1, mode: 2) }
      // Answered as done, without doing it: Landlock does not guard modes, so a real one would let a skill change those
      // of files that it may only read. Foundation copies no file when this fails.
      try add(Self.errno(0), ["fchmod"])
      // Its arguments are in memory and cannot be judged; callers take openat instead.
      try add(Self.errno(ENOSYS), ["openat2"])
    }
    // Threads work, processes do not. The flags of clone3 are in memory; told that it is not there, the C library takes
    // clone.
    try add(Self.errno(ENOSYS), ["clone3"])
    let newThread = Self.thread | Self.sharedMemoryAndHandlers
    try add(allow, "clone", [.masked(0, newThread | Self.namespaces, newThread)])
    // Signals to this process only.
    try add(allow, "tgkill", [.equal(0, UInt64(getpid()))])
    // A thread's own name (PR_SET_NAME); nothing else of prctl, which could undo the death with the host.
    try add(allow, "prctl", [.equal(0, 15)])
    // The own limits, to read.
    try add(allow, "prlimit64", [.equal(0, 0), .equal(2, 0)])
    // The last is F_GET_SEALS: an input of more than 64 KB comes in a memfd, whose seals the runner checks.
    for command in [F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, 1_034] {
      try add(allow, "fcntl", [.equal(1, UInt64(command))])
    }
    for name in ["sendmsg", "recvmsg"] {
      try add(allow, name, [.equal(0, UInt64(Runner.socketNumber))])
    }
  }

  /// A file may be made, but not one that runs as its owner for whoever starts it (set-user-id, set-group-id).
  private func allowOpening(_ name: String, flags: UInt32, mode: UInt32) throws(SkillError) {
    let creating = UInt64(O_CREAT) | Self.temporaryFile
    try add(allow, name, [.masked(flags, creating, 0)])
    for made in [UInt64(O_CREAT), Self.temporaryFile] {
      try add(allow, name, [.masked(flags, made, made), .masked(mode, 0o7000, 0)])
    }
  }

  /// No `memfd_create`: such memory counts against no limit of the process.
  private static let always = [
    "read", "write", "lseek", "close", "newfstatat", "readlink", "futex", "munmap", "mremap", "brk", "madvise", "exit",
    "exit_group", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "getpid", "gettid", "getuid",
    "geteuid", "getgid", "getegid", "clock_nanosleep", "nanosleep", "clock_gettime", "clock_getres", "gettimeofday",
    "time", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "eventfd2", "timerfd_create", "timerfd_settime",
    "poll", "ppoll", "pipe2", "getrandom", "sched_getaffinity", "sched_yield", "rseq", "set_robust_list",
    "restart_syscall", "sysinfo", "uname", "pread64", "pwrite64", "readv", "writev", "fstat", "getrusage", "getrlimit",
    "dup", "dup3",
  ]

  private static let withFolders = [
    "getcwd", "getdents64", "mkdir", "mkdirat", "rmdir", "rename", "renameat", "renameat2", "unlink", "unlinkat",
    "fsync", "fdatasync", "ftruncate", "flock", "statfs", "fstatfs", "statx", "access", "faccessat", "faccessat2",
    "stat", "lstat", "readlinkat", "sendfile", "copy_file_range",
  ]

  // linux/sched.h, which Swift cannot import: flags of clone.
  private static let thread: UInt64 = 0x0001_0000
  private static let sharedMemoryAndHandlers: UInt64 = 0x0000_0900
  /// NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET.
  private static let namespaces: UInt64 = 0x7E02_0000
  /// __O_TMPFILE; O_TMPFILE has O_DIRECTORY's bit as well.
  private static let temporaryFile: UInt64 = 0o20_000_000

  // MARK: libseccomp

  private static func errno(_ number: Int32) -> UInt32 { 0x0005_0000 | UInt32(number) }

  private init(defaultAction: UInt32) throws(SkillError) {
    guard let context = unsafe seccomp_init(defaultAction) else {
      throw SkillError(.sandboxUnavailable, "libseccomp cannot make a filter here")
    }
    unsafe self.context = unsafe context
    let attributes: [(scmp_filter_attr, UInt32)] = [
      // The kernel refuses both together; the process has one thread when it asks.
      (SCMP_FLTATR_CTL_TSYNC, defaultAction == askHost ? 0 : 1), (SCMP_FLTATR_ACT_BADARCH, killProcess),
      (SCMP_FLTATR_CTL_OPTIMIZE, 2),
      // Given up before, and prctl is not there for the second filter.
      (SCMP_FLTATR_CTL_NNP, 0),
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
private let askHost: UInt32 = 0x7FC0_0000

extension scmp_arg_cmp {
  static func equal(_ argument: UInt32, _ value: UInt64) -> scmp_arg_cmp {
    scmp_arg_cmp(arg: argument, op: SCMP_CMP_EQ, datum_a: value, datum_b: 0)
  }

  /// `argument & mask == value`.
  static func masked(_ argument: UInt32, _ mask: UInt64, _ value: UInt64) -> scmp_arg_cmp {
    scmp_arg_cmp(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
  }
}
