import CLinux
import Glibc
import SkillLoader
import SkillSystem

/// What a skill tried and was not let do, counted.
package struct RefusedCalls: Sendable, Equatable {
  /// In the order of the first attempt.
  package private(set) var attempts: [(what: String, count: Int)] = []

  package static func == (a: RefusedCalls, b: RefusedCalls) -> Bool {
    a.attempts.elementsEqual(b.attempts) { $0.what == $1.what && $0.count == $1.count }
  }

  package init() {}

  mutating func add(_ what: String) {
    if let index = attempts.firstIndex(where: { $0.what == what }) {
      attempts[index].count += 1
    } else if attempts.count < 200 {
      attempts.append((what, 1))
    }
  }

  /// `socket (3 times)`, `open /etc/passwd`.
  package var texts: [String] {
    attempts.map { $0.count == 1 ? $0.what : "\($0.what) (\($0.count) times)" }
  }
}

/// Answers the system calls of one runner that wait for the host: those that its filter does not allow get the error that
/// they get in use, those that open a file are let through to Landlock.
///
/// That an open was refused cannot be seen, so one counts as refused when its path is outside of what the runner was
/// granted. The path is read from the skill's memory; it is for the report only and decides nothing.
struct CallAnswers: ~Copyable, Sendable {
  private let listener: Descriptor
  private let names: [String]
  private let rules: ConfinementRules
  /// The runner tries its own lock with one file and one socket before it loads the library.
  private var selfTest: Set = ["openat", "socket"]

  init(_ listener: consuming Descriptor, names: [String], rules: ConfinementRules) {
    self.listener = listener
    self.names = names
    self.rules = rules
  }

  /// Answers one call that waits.
  ///
  /// - Returns: what was tried in vain; nil when nothing was, or nothing waits.
  mutating func answerNext() -> String? {
    var call = clinux_notification()
    guard unsafe clinux_notify_receive(listener.number, &call) == 0 else { return nil }
    let name = call.number >= 0 && Int(call.number) < names.count ? names[Int(call.number)] : ""
    var path: String?
    if let argument = Self.pathArgument[name] {
      path = Self.path(of: call, argument: argument, isRelative: name.hasSuffix("at"))
    }
    let isWaiting = clinux_notify_is_waiting(listener.number, call.id) == 1
    let isAllowed = isOpening(name, call)
    _ = clinux_notify_answer(listener.number, call.id, isAllowed ? 0 : EPERM)
    if selfTest.remove(name) != nil { return nil }
    guard isWaiting else { return nil }
    if isAllowed {
      guard let path, !isGranted(path), !Self.isRuntime(path) else { return nil }
      return "open \(path)"
    }
    return [name.isEmpty ? "system call \(call.number)" : name, path].compactMap(\.self).joined(separator: " ")
  }

  /// As the filter judges in use (SystemCallFilter): files may be opened and made, but not set-user-id.
  private func isOpening(_ name: String, _ call: clinux_notification) -> Bool {
    let (flags, mode): (UInt64, UInt64)
    switch name {
    case "openat": (flags, mode) = (call.arguments.2, call.arguments.3)
    case "open" where !rules.folders.isEmpty: (flags, mode) = (call.arguments.1, call.arguments.2)
    default: return false
    }
    let makesFile = flags & (UInt64(O_CREAT) | 0o20_000_000) != 0
    return !makesFile || mode & 0o7000 == 0
  }

  private func isGranted(_ path: String) -> Bool {
    if path == "/etc/localtime" { return true }
    return (rules.folders.map(\.path) + ["/usr/share/zoneinfo"]).contains { path == $0 || path.hasPrefix("\($0)/") }
  }

  /// What the C library and Swift's run time look for by themselves.
  private static func isRuntime(_ path: String) -> Bool {
    // Other locales are files there, and changing the locale is the library's doing.
    if path.hasPrefix("/usr/lib/locale/") { return false }
    return ["/proc/", "/sys/", "/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", "/usr/share/locale/", "/dev/"]
      .contains { path.hasPrefix($0) } || ["/etc/ld.so.cache", "/etc/ld.so.preload"].contains(path)
  }

  /// Which argument of a call is a path.
  private static let pathArgument: [String: Int] = [
    "open": 0, "openat": 1, "openat2": 1, "creat": 0, "access": 0, "faccessat": 1, "faccessat2": 1, "stat": 0,
    "lstat": 0,
    "statx": 1, "statfs": 0, "mkdir": 0, "mkdirat": 1, "rmdir": 0, "unlink": 0, "unlinkat": 1, "rename": 0,
    "renameat": 1,
    "renameat2": 1, "readlinkat": 1, "chdir": 0, "chmod": 0, "fchmodat": 1, "chown": 0, "lchown": 0, "fchownat": 1,
    "execve": 0, "execveat": 1, "link": 0, "symlink": 0, "truncate": 0, "mknod": 0, "chroot": 0, "utimensat": 1,
  ]

  private static func path(of call: clinux_notification, argument: Int, isRelative: Bool) -> String? {
    let address = argument == 0 ? call.arguments.0 : call.arguments.1
    guard address != 0, address <= UInt64(Int64.max),
      let memory = try? Descriptor.open("/proc/\(call.thread)/mem", O_RDONLY)
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let number = memory.number
    let got = unsafe pread(number, &bytes, bytes.count, off_t(address))
    guard got > 0 else { return nil }
    let text = String(decoding: bytes.prefix(got).prefix { $0 != 0 }, as: UTF8.self)
    guard !text.hasPrefix("/"), isRelative else { return text }
    let folder = Int32(truncatingIfNeeded: call.arguments.0)
    let link = folder == AT_FDCWD ? "/proc/\(call.thread)/cwd" : "/proc/\(call.thread)/fd/\(folder)"
    return "\(ProcessFigures.link(link) ?? "?")/\(text)"
  }
}
