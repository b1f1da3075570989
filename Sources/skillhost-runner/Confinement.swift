import CLinux
import CRunner
import Glibc
import SkillLoader
import SkillSystem

/// What the process gives up, in the order that matters. Every step takes hold or ends the process, unless the operator
/// asked for best effort by name; what could not be done then is said in the report.
///
/// The order was found by experiment. Before any byte of the library is looked at: dependencies that would be opened late
/// are loaded, stand-ins for two files of the runtime are opened, capabilities go (setting ids would clear the
/// parent-death signal, so that comes after), then limits, then Landlock, then the first system-call filter, and then the
/// lock is tried: a forbidden file and a forbidden socket must fail. `dlopen` and `create` run under it. After them the
/// second filter, on all threads, takes away what only loading needs (``SystemCallFilter``).
struct Confinement {
  private let rules: ConfinementRules
  private var report: [(String, String)] = [("process", "separate")]
  private var secondFilter: SystemCallFilter?
  /// In the report, for what could not be enforced. Only under best effort.
  private static let missing = "not enforced"

  init(_ rules: ConfinementRules) {
    self.rules = rules
  }

  /// What is in force, as a JSON object. Keys and values are words of this file, so nothing needs escaping.
  var enforcement: String {
    "{" + report.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}"
  }

  /// Dies with the host; the first thing of all.
  static func bindToParent(_ parent: Int32) throws(SkillError) {
    guard crunner_dead_with_parent() == 0 else { throw .systemCall("ask for death with the host") }
    // The host may have ended before the call above; then nobody would ever send the signal.
    guard getppid() == parent else { Runner.end(.hostGone) }
  }

  /// - Parameter listen: given the descriptor at which refused calls wait, where the rules ask for that.
  mutating func beforeLoading(_ listen: (Int32) -> Void) throws(SkillError) {
    for library in rules.preload { try Self.preload(library) }
    guard crunner_prepare_open() == 0 else { throw .systemCall("open /dev/urandom") }
    // The filters are built while memory and files are still free.
    let hasFolders = !rules.folders.isEmpty
    let asksHost = rules.observation.contains(.refusals)
    let filter = try attempt("systemCalls") { () throws(SkillError) in
      try SystemCallFilter.whileLoading(folders: hasFolders, asking: asksHost)
    }
    secondFilter = try attempt("systemCalls") { () throws(SkillError) in
      try asksHost ? SystemCallFilter.afterAsking() : SystemCallFilter.whileServing(folders: hasFolders)
    }
    try attempt("privileges", "no new privileges, no capabilities") { () throws(SkillError) in
      guard crunner_drop_capabilities() == 0, crunner_has_capabilities() == 0 else {
        throw .systemCall("give up capabilities")
      }
      guard clinux_no_new_privs() == 0 else { throw .systemCall("give up new privileges") }
    }
    try limitResources()
    // Not there before Linux 6.3; the second filter refuses executable mappings as well.
    if crunner_deny_write_execute() == 0 { report.append(("code", "no writable memory becomes executable")) }
    try lockFiles()
    if let filter {
      try attempt("systemCalls", "seccomp, an allow-list") { () throws(SkillError) in
        try filter.load()
        if asksHost { try filter.handOver(listen) }
      }
    }
    let filtered = report.contains { $0.0 == "systemCalls" && $0.1 != Self.missing }
    report.append(("network", filtered ? "no sockets" : Self.missing))
    try attempt("selfTest", "passed") { () throws(SkillError) in try Self.tryTheLock() }
  }

  mutating func afterCreating() throws(SkillError) {
    let filter = secondFilter
    try attempt("systemCalls") { () throws(SkillError) in try filter?.load() }
  }

  // MARK: Steps

  /// Runs a step that must succeed. Under best effort a failure is reported instead.
  @discardableResult
  private mutating func attempt<Result>(
    _ name: String, _ success: String? = nil, _ step: () throws(SkillError) -> Result
  ) throws(SkillError) -> Result? {
    do throws(SkillError) {
      let result = try step()
      if let success { report.append((name, success)) }
      return result
    } catch {
      guard rules.bestEffort else {
        throw SkillError(
          .sandboxUnavailable, "the sandbox cannot be set up here (\(name)): \(error.message)",
          hint: "run `skillhost doctor`; --sandbox best-effort runs the skill without what is missing")
      }
      report.removeAll { $0.0 == name }
      report.append((name, Self.missing))
      return nil
    }
  }

  private static func preload(_ library: String) throws(SkillError) {
    // The names come from a list in the host; the runtime's own search path finds them.
    guard unsafe dlopen(library, RTLD_NOW | RTLD_GLOBAL) != nil else {
      throw SkillError(.dependencyMissing, "the library \(library), which the skill needs, is not installed here")
    }
  }

  private mutating func limitResources() throws(SkillError) {
    let megabytes = rules.memoryMegabytes
    let memory = UInt64(megabytes) << 20
    try attempt("memory", "address space of \(megabytes) MB") { () throws(SkillError) in
      try Self.limit(RLIMIT_AS, memory)
      try Self.limit(RLIMIT_CORE, 0)
      try Self.limit(RLIMIT_NOFILE, 256)
    }
    crunner_report_refused_memory(Runner.socketNumber, FrameKind.memoryRefused.rawValue)
  }

  /// Never above what the host itself is held to: that could not be raised.
  private static func limit(_ resource: __rlimit_resource, _ value: UInt64) throws(SkillError) {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else {
      throw .systemCall("limit resources")
    }
    limit.rlim_max = min(limit.rlim_max, rlim_t(value))
    limit.rlim_cur = limit.rlim_max
    guard unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else {
      throw .systemCall("limit resources")
    }
  }

  private mutating func lockFiles() throws(SkillError) {
    let folders = rules.folders
    var version: Int32 = 0
    try attempt("files") { () throws(SkillError) in
      let ruleset = unsafe crunner_landlock_create(&version)
      guard ruleset >= 0 else { throw .systemCall("use Landlock") }
      let owner = Descriptor(owning: ruleset)
      for folder in folders {
        guard unsafe crunner_landlock_allow(owner.number, version, folder.path, folder.writable ? 1 : 0) == 0 else {
          throw .systemCall("grant", folder.path)
        }
      }
      // Time zones hold no secret; without them dates come out wrong or crash.
      for path in ["/usr/share/zoneinfo", "/etc/localtime"] {
        guard unsafe crunner_landlock_allow(owner.number, version, path, 0) == 0 || errno == ENOENT else {
          throw .systemCall("grant", path)
        }
      }
      guard crunner_landlock_restrict(owner.number) == 0 else { throw .systemCall("lock files") }
    }
    if version > 0, !report.contains(where: { $0.0 == "files" }) { report.append(("files", "landlock \(version)")) }
  }

  /// A lock that does not hold is worse than none, because it is believed in.
  private static func tryTheLock() throws(SkillError) {
    let file = unsafe open("/etc/passwd", O_RDONLY | O_CLOEXEC)
    if file >= 0 {
      close(file)
      throw SkillError(.sandboxUnavailable, "a file that was not granted could be opened")
    }
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if socket >= 0 {
      close(socket)
      throw SkillError(.sandboxUnavailable, "a socket could be made")
    }
  }
}

extension SkillError.Code {
  static let sandboxUnavailable = Self("sandbox_unavailable", .refused)
  static let dependencyMissing = Self("library_dependency_missing", .refused)
}
