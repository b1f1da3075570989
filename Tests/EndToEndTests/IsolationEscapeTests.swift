import Glibc
import SkillJSON
import SkillSystem
import TestSupport
import Testing

/// Every way out that we know, tried by a real skill through the built program: from its constructor, where only the
/// first lock holds, and from a call. What an attempt came to is compared as a whole table, so that an attempt that is
/// suddenly possible, or newly refused, is seen.
@Suite struct IsolationEscapeTests {
  /// As what the host runs. The tests run as root in CI; the advice is an ordinary user, so both are tried.
  enum Identity: String, CaseIterable, CustomTestStringConvertible {
    case whoeverRunsTheTests, nobody
    var testDescription: String { rawValue }

    /// Another user can be taken on by root only.
    static let isRoot = geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0
  }

  /// What is refused, and by which error, in a skill that was granted nothing. `ok` is what is possible, and
  /// docs/security.md says so.
  static let refused: [String: [String]] = [
    // Landlock.
    "EACCES": [
      "read /etc/passwd", "read /etc/hostname", "read /proc/self/root/etc/passwd", "read /proc/self/mem",
      "read /proc/self/maps", "read the host's environ", "read the host's cmdline", "read the host's memory",
      "read the host's root", "read the host's descriptors", "readlink the host's exe", "list /", "list /proc",
      "write /tmp", "O_TMPFILE", "write /dev/shm", "read through O_PATH", "reopen O_PATH",
    ],
    // The system-call filter.
    "EPERM": [
      "fchdir", "chdir", "chroot", "truncate", "symlink", "link", "mknod", "chmod", "fchmodat", "chown", "utimensat",
      "setxattr", "getxattr", "inotify", "fanotify", "name_to_handle_at", "umask", "fchown", "fsetxattr",
      "socket tcp", "socket tcp6", "socket udp", "socket udp6", "socket raw", "socket unix", "socket unix dgram",
      "socket netlink", "socket packet", "socket vsock", "socket alg", "socket can", "socket bluetooth", "socketpair",
      "connect", "bind", "listen", "accept", "sendto", "sendmmsg", "setsockopt", "io_uring",
      "fork", "vfork", "clone", "clone with memory", "clone of libc", "posix_spawn", "execve", "execveat",
      "memfd_create", "execveat of a memfd", "unshare user", "unshare mount", "setns", "clone thread with a namespace",
      "ptrace the host", "ptrace traceme", "read the host's memory directly", "write the host's memory directly",
      "kill the host", "kill everything", "kill the own group", "tgkill the host", "tkill the host",
      "queue a signal to the host", "queue a signal to a thread of the host", "pidfd_open the host",
      "pidfd_send_signal", "pidfd_getfd", "prlimit of the host", "setrlimit", "setpriority of the host",
      "sched_setaffinity of the host", "sched_setscheduler", "ioprio_set", "setpgid", "setsid",
      "mount", "umount", "open_tree", "fsopen", "pivot_root", "bpf", "perf", "userfaultfd", "keyctl", "add_key",
      "request_key", "shmget", "msgget", "semget", "mq_open", "personality", "syslog", "reboot", "settimeofday",
      "sethostname", "init_module", "kexec_load", "iopl", "modify_ldt", "quotactl", "setuid", "setgroups", "capset",
      "PR_SET_PDEATHSIG", "PR_SET_DUMPABLE", "PR_SET_PTRACER", "PR_SET_MM", "PR_SET_CHILD_SUBREAPER",
      "PR_SET_SECCOMP", "ioctl TIOCSTI", "ioctl FIONREAD", "F_SETOWN", "F_SETPIPE_SZ", "vmsplice", "timer_create",
      "pkey_mprotect to executable", "remap_file_pages",
    ],
    "ENOSYS": ["clone3"],
    "EBADF": ["write to descriptor 0"],
    "without effect": ["fchmod of a time zone"],
    "ok": ["stat /etc/passwd", "readlink /proc/self/exe", "O_PATH /etc", "PR_SET_NAME", "sysinfo", "uname"],
  ]

  /// What the first lock leaves to the loader and the second takes away: MDWE (EACCES) and the filter (EPERM).
  static let executableMemory = ["mprotect to executable", "mprotect to everything", "map writable and executable"]

  /// With the arguments that only a call can have.
  static let duringACall: [String: [String]] = [
    "EACCES": [
      "read ~/.ssh/id", "list ~/.ssh", "list the trusted keys", "read the state", "write the state",
      "write into trust", "open another runner's memory", "open another runner's socket",
    ],
    "EPERM": ["kill another runner", "tgkill another runner", "pidfd_open another runner"],
    "ok": ["stat ~/.ssh/id"],
  ]

  static let granted: [String: [String]] = [
    "ok": [
      "notes: read", "notes: list", "notes: read a hard link made before", "drafts: create", "drafts: rename inside",
      "drafts: lock",
      // Answered, not done.
      "notes: fchmod",
    ],
    "no": ["notes: fchmod took effect", "drafts: fchmod took effect"],
    "EACCES": [
      "notes: read ../secrets", "notes: read a symlink out", "notes: read a symlinked folder out", "notes: write",
      "notes: append", "notes: truncate on open", "notes: create", "notes: remove", "notes: make a folder",
      "notes: rename inside", "notes: rename into drafts", "drafts: move a secret in", "drafts: move out",
      "drafts: exchange",
    ],
    "EINVAL": ["notes: ftruncate"],
    "EPERM": [
      "drafts: create set-user-id", "drafts: open set-user-id", "drafts: creat set-user-id",
      "drafts: executable mapping", "drafts: link a secret", "drafts: linkat a secret", "drafts: symlink",
      "drafts: fifo", "drafts: device", "drafts: chmod", "drafts: execute",
    ],
  ]

  @Test(arguments: Identity.isRoot ? Identity.allCases : [.whoeverRunsTheTests])
  func nothingGetsOutOfASkillThatWasGrantedNothing(identity: Identity) throws {
    let world = try EscapeWorld(identity, folders: false)
    let loading = try world.attempts("constructor")
    var expected = Self.table([Self.refused])
    expected["openat2"] = "EPERM"
    for attempt in Self.executableMemory { expected[attempt] = "EACCES" }
    expected["descriptors"] =
      "0 /dev/null, 1 pipe, 2 pipe, 3 socket, 4 /memfd, 5 /dev/null, 6 /dev/urandom, 7 /memfd"
    Self.compare(loading, expected)

    // Another runner, of another host: its process id is what a skill would have to guess.
    let waiting = try world.start("wait")
    waiting.awaitOutput("waiting")
    let other = try #require(PrivateHome.runners(of: waiting.pid).first)
    let calling = try world.attempts("now", other: other)
    expected.merge(Self.table([Self.duringACall])) { $1 }
    for attempt in Self.executableMemory { expected[attempt] = "EPERM" }
    expected["descriptors"] = "0 /dev/null, 1 pipe, 2 pipe, 3 socket, 5 /dev/null, 6 /dev/urandom, 7 /memfd"
    Self.compare(calling, expected)
    waiting.interrupt()
    #expect(waiting.wait().status == 5)
  }

  @Test(arguments: Identity.isRoot ? Identity.allCases : [.whoeverRunsTheTests])
  func grantedFoldersOpenNothingElse(identity: Identity) throws {
    let world = try EscapeWorld(identity, folders: true)
    let attempts = try world.attempts("now")
    var expected = Self.table([Self.refused, Self.duringACall, Self.granted])
    for name in Self.duringACall.values.joined() where name.contains("another runner") { expected[name] = nil }
    for attempt in Self.executableMemory { expected[attempt] = "EPERM" }
    expected["openat2"] = "ENOSYS"
    expected["descriptors"] = "0 /dev/null, 1 pipe, 2 pipe, 3 socket, 5 /dev/null, 6 /dev/urandom, 7 /memfd"
    var without = attempts
    // The host's umask decides the rest of the mode.
    let mode = without.removeValue(forKey: "drafts: mode of a new file") ?? ""
    #expect(["600", "640", "644", "660", "664", "666"].contains(mode), "\(mode)")
    Self.compare(without, expected)
    #expect(try AtomicFile.read("\(world.home.root)/granted/notes/note", limit: 100) == Array("a note\n".utf8))
    #expect(try AtomicFile.read("\(world.home.root)/granted/secrets/secret", limit: 100) == Array("a secret\n".utf8))
    #expect(access("/tmp/escaped", F_OK) != 0)
  }

  /// Numbers of another architecture would get around a filter that compares numbers.
  @Test(arguments: ["int80", "x32"])
  func callsOfAnotherArchitectureEndTheProcess(word: String) throws {
    #if arch(x86_64)
      let world = try EscapeWorld(.whoeverRunsTheTests, folders: false)
      let result = try world.call(word)
      let message = try result.json().at(["error", "message"])?.string ?? ""
      #expect(message.hasPrefix("test.escapes 1.0.0 ended its process with SIGSYS during call "), "\(message)")
      #expect(try world.attempts("now").isEmpty == false)
    #endif
  }

  // MARK: Tables

  static func table(_ groups: [[String: [String]]]) -> [String: String] {
    var table: [String: String] = [:]
    for group in groups { for (outcome, names) in group { for name in names { table[name] = outcome } } }
    return table
  }

  static func compare(
    _ found: [String: String], _ expected: [String: String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let names = Set(found.keys).union(expected.keys)
    let different = names.sorted().filter { found[$0] != expected[$0] }
      .map { "\($0): expected \(expected[$0] ?? "nothing"), found \(found[$0] ?? "nothing")" }
    #expect(different == [], sourceLocation: sourceLocation)
  }
}

/// A home with the skill that tries to get out, and things around that it must not get at.
final class EscapeWorld {
  let home: PrivateHome
  private let prefix: [String]
  private let program: String

  init(_ identity: IsolationEscapeTests.Identity, folders: Bool) throws {
    home = try PrivateHome()
    try home.makeKey()
    let permissions = """
      "permissions": {"directories": [
        {"name": "notes", "access": "read", "purpose": "Reading notes"},
        {"name": "drafts", "access": "write", "purpose": "Writing drafts"}]},
      """
    let library = "\(home.root)/escapes.so"
    try AtomicFile.write(try Compiler.faulty("Escapes"), to: library)
    let manifest = PrivateHome.manifest("test.escapes", folders ? permissions : "").replacing(
      #""outputSchema": {"type": "object", "properties": {"ok": {"type": "boolean"}}},"#, with: "")
    try home.install(library, manifest: manifest, name: "escapes")
    try home.succeed("enable", "test.escapes", "--yes")
    for folder in [".ssh", "granted", "granted/notes", "granted/drafts", "granted/secrets"] {
      try makeFolder("\(home.root)/\(folder)")
    }
    try AtomicFile.write(Array("a key\n".utf8), to: "\(home.root)/.ssh/id")
    try AtomicFile.write(Array("a note\n".utf8), to: "\(home.root)/granted/notes/note")
    try AtomicFile.write(Array("a secret\n".utf8), to: "\(home.root)/granted/secrets/secret")
    symlink("../secrets/secret", "\(home.root)/granted/notes/symlink")
    symlink("../secrets", "\(home.root)/granted/notes/folderlink")
    link("\(home.root)/granted/secrets/secret", "\(home.root)/granted/notes/hardlink")
    if folders {
      try home.succeed("grant", "test.escapes", "notes=\(home.root)/granted/notes")
      try home.succeed("grant", "test.escapes", "drafts=\(home.root)/granted/drafts")
    }
    guard identity == .nobody else {
      prefix = []
      program = Products.skillhost
      return
    }
    // Where the build is, another user may not be able to look.
    program = "\(home.root)/bin/skillhost"
    try makeFolder("\(home.root)/bin")
    for name in ["skillhost", "skillhost-runner"] {
      let copied = try run("/bin/cp", ["\(Products.folder)/\(name)", "\(home.root)/bin/\(name)"])
      #expect(copied.status == 0, "\(copied.stderr)")
    }
    let owned = try run("/bin/chown", ["-R", "65534:65534", home.root])
    #expect(owned.status == 0, "\(owned.stderr)")
    prefix = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
  }

  private func arguments(_ word: String, other: Int32, _ more: [String]) -> [String] {
    let input = #"{"do":"\#(word)","home":"\#(home.root)","other":\#(other)}"#
    return prefix + [program, "call", "test.escapes", input] + more
  }

  func call(_ word: String, other: Int32 = 0) throws -> ToolResult {
    let command = arguments(word, other: other, ["--json"])
    return try run(command[0], Array(command.dropFirst()), environment: home.environment)
  }

  func start(_ word: String) throws -> WaitingCall {
    let command = arguments(word, other: 0, ["--events"])
    return WaitingCall(
      try RunningTool.start(command[0], Array(command.dropFirst()), environment: home.environment))
  }

  /// What each attempt came to.
  func attempts(_ word: String, other: Int32 = 0) throws -> [String: String] {
    let result = try call(word, other: other)
    #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
    let json = try result.json()
    #expect(json.at(["metrics", "enforcement", "selfTest"])?.string == "passed")
    var table: [String: String] = [:]
    for (name, outcome) in json["output"]?.members ?? JSON.emptyObject.members { table[name] = outcome.string ?? "?" }
    return table
  }
}

/// A command that runs until it is interrupted.
final class WaitingCall {
  private var tool: RunningTool?
  let pid: Int32

  init(_ tool: consuming RunningTool) {
    pid = tool.process.pid
    self.tool = consume tool
  }

  func awaitOutput(_ text: String) { tool?.awaitOutput(text) }
  func interrupt() { tool?.signal(SIGINT) }
  func wait() -> ToolResult {
    guard let tool = tool.take() else { preconditionFailure("waited twice") }
    return tool.wait()
  }
}
