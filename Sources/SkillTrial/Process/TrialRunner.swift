import CLinux
import CSkillABI
import Glibc
import SkillBundle
import SkillJSON
import SkillLoader
import SkillRuntime
import SkillSystem

/// One sandboxed runner with the skill that is examined, as in use but for what it tells in addition.
final class TrialRunner: Sendable {
  let manifest: Manifest
  let folders: ThrowAwayFolders
  let observer: TrialObserver
  private let supervisor: RunnerSupervisor
  private let target: RunnerTarget
  /// Where everything runs, so that what is measured does not depend on other threads.
  let reactor: Reactor
  private let logPath: String
  /// Longer than in use, to tell a late answer from none.
  static let grace: Duration = .seconds(1)
  /// A call is not waited for longer, whatever the manifest allows.
  static let patience: Duration = .seconds(5)

  let timeout: Duration
  /// Whether the manifest allows more than ``timeout``.
  var timeoutIsShortened: Bool { timeout < .milliseconds(manifest.limits.timeoutMilliseconds) }

  init(
    _ manifest: Manifest, _ library: LibraryFile, _ trial: Trial.Settings, observation: RunnerObservation
  ) throws(SkillError) {
    self.manifest = manifest
    folders = try ThrowAwayFolders(manifest.permissions.directories, samples: trial.samples)
    timeout = min(.milliseconds(manifest.limits.timeoutMilliseconds), Self.patience)
    var rules = ConfinementRules()
    rules.folders = folders.slots.map { .init(path: $0.path, writable: $0.slot.access == .write) }
    rules.memoryMegabytes = manifest.limits.memoryMegabytes
    rules.preload = library.inspection.needed
    rules.observation = observation
    reactor = try Reactor()
    observer = TrialObserver(reactor, rules)
    let number = unsafe clinux_memfd_sealable(library.name)
    guard number >= 0 else { throw .systemCall("make memory for", library.name) }
    let memory = Descriptor(owning: number)
    try memory.write(library.bytes)
    guard clinux_seal(memory.number) == 0 else { throw .systemCall("seal the memory of", library.name) }
    target = RunnerTarget(
      key: RunnerTarget.Key(
        identifier: manifest.identifier.text, manifestDigest: manifest.digest.bytes,
        configuration: Self.configuration(folders)),
      label: manifest.label, libraryDigest: library.build.sha256, library: SealedLibrary(memory),
      environment: manifest.permissions.environment.compactMap { name in trial.environment[name].map { "\(name)=\($0)" }
      },
      rules: rules)
    var settings = RunnerSettings(executable: trial.runner)
    settings.maxRunners = 1
    settings.idleTimeout = .seconds(3600)
    settings.grace = Self.grace
    settings.observer = observer
    logPath = "\(folders.root)/skills.log"
    supervisor = RunnerSupervisor(reactor: reactor, settings: settings, log: SkillLog(path: logPath))
    // Last: from here on somebody must end it.
    try reactor.start()
  }

  private static func configuration(_ folders: ThrowAwayFolders) -> [UInt8] {
    JSON.build { writer in
      writer.object { writer in
        writer.member("directories") { writer in
          writer.object { writer in for (slot, path) in folders.slots { writer.member(slot.name, path) } }
        }
        writer.member("settings", JSON.emptyObject)
      }
    }.bytes
  }

  /// The moment that every call takes for now, so that calls can be compared.
  static let now = "2026-03-02T09:00:00+08:00"

  func call(_ kind: RunnerRequest.Kind, _ input: [UInt8], key: String? = nil) async -> RunnerAnswer {
    var facts = [("call_id", "validate"), ("locale", "en-US"), ("timezone", "Asia/Shanghai"), ("now", Self.now)]
    if let key { facts.append(("idempotency_key", key)) }
    return await supervisor.call(
      target,
      RunnerRequest(
        kind, facts: facts, input: input, deadline: MonotonicTime.now.advanced(by: timeout),
        outputLimit: manifest.limits.outputBytes)
    ) { _ in }
  }

  /// Makes a call and cancels it when it has run for `duration`.
  ///
  /// - Returns: the answer, and the time from the cancellation to it.
  func call(_ input: [UInt8], cancelledAfter duration: Duration) async -> (answer: RunnerAnswer, latency: Duration) {
    let task = Task(executorPreference: reactor) { [self] in
      let answer = await call(.invoke, input, key: "cancelled")
      return (answer, MonotonicTime.now)
    }
    let moment = MonotonicTime.now.advanced(by: duration)
    let timer = reactor.schedule(at: moment) { task.cancel() }
    let (answer, end) = await task.value
    reactor.cancel(timer)
    return (answer, end > moment ? end.since(moment) : .zero)
  }

  /// The process that serves now.
  func process() async -> Int32? { await supervisor.processes.first }

  /// The last lines that the skill wrote to the log, or printed.
  func lastLogLines(_ count: Int) -> [String] {
    let bytes = (try? AtomicFile.read(logPath, limit: 1 << 24)).flatMap(\.self) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").suffix(count).map(String.init)
  }

  func end() async {
    await supervisor.shutdown()
    reactor.stop()
  }
}
