import CSkillABI
package import SkillBundle
import SkillJSON
import SkillLoader
import SkillRuntime
package import SkillSystem

/// The examination of one skill: its library is loaded as in use, in a sandboxed runner, and called in every way that its
/// manifest allows and in many that it does not. docs/validating.md says what is looked for and why.
///
/// Network and storage are not offered, and each folder that the skill may use is a throw-away one, so that nothing that
/// it does lasts.
package struct Trial: Sendable {
  package struct Settings: Sendable {
    /// The `skillhost-runner` program.
    package var runner: String
    /// For the variables that the manifest asks for.
    package var environment: [String: String] = [:]
    /// By slot, a folder whose files are copied into the throw-away one.
    package var samples: [String: String] = [:]
    package var seed: UInt64 = 1
    /// Generated inputs at most.
    package var inputs = 120
    /// For all generated inputs, and again for all damaged ones.
    package var callTime: Duration = .seconds(60)
    /// Equal calls when leaks are looked for; at least 50.
    package var repetitions = 500

    package init(runner: String) { self.runner = runner }
  }

  let manifest: Manifest
  let library: LibraryFile
  let settings: Settings

  package init(_ manifest: Manifest, _ library: LibraryFile, _ settings: Settings) {
    self.manifest = manifest
    self.library = library
    self.settings = settings
  }

  /// - Throws: what keeps the examination from taking place: `system`, `sandbox_unavailable`, `runner_unavailable`.
  package func run() async throws(SkillError) -> TrialReport {
    var report = TrialReport(manifest.identifier)
    guard library.build.platform == .current else {
      report.findings.append(
        TrialFinding(
          .fail, "load", "the library is built for \(library.build.platform); this is \(Platform.current)",
          advice: "examine it on the system that it is for"))
      return report
    }
    // Not every kernel lets refused calls be watched; then the rest is still worth it.
    for observation in [[.state, .refusals], [.state]] as [RunnerObservation] {
      let runner = try TrialRunner(
        manifest, library, settings, observation: observation)
      let (session, first) = await withTaskExecutorPreference(runner.reactor) {
        var session = TrialSession(self, runner)
        let first = await session.checkLoading()
        if case .success = first { await session.checkAll() }
        return (session, first)
      }
      await runner.end()
      if case .failure(let error) = first, error.code == .init("sandbox_unavailable", .refused), observation != [.state]
      {
        continue
      }
      report.findings = session.findings
      return report
    }
    throw SkillError(
      .runnerUnavailable, "the sandbox cannot be set up here", hint: "`skillhost doctor` says what is missing")
  }
}

/// What is known while one skill is examined.
struct TrialSession: Sendable {
  let manifest: Manifest
  let runner: TrialRunner
  let settings: Trial.Settings
  var findings: [TrialFinding] = []
  /// How each generated input was answered.
  var served: [ServedInput] = []
  /// Arguments that `match` took out of the manifest's examples: the likeliest to be served.
  var matched: [JSON] = []

  init(_ trial: Trial, _ runner: TrialRunner) {
    manifest = trial.manifest
    self.runner = runner
    settings = trial.settings
  }

  struct ServedInput: Sendable {
    var input: JSON
    var outcome: CallOutcome?
    var duration: Duration
    var isDone: Bool { outcome?.status == SKILL_DONE }
  }

  mutating func add(_ level: TrialFinding.Level, _ check: String, _ message: String, advice: String? = nil) {
    findings.append(TrialFinding(level, check, message, advice: advice))
  }

  mutating func checkAll() async {
    let before = runner.folders.contents()
    checkDescriptor()
    await checkMatching()
    await checkCalls()
    checkReadOnly(before)
    await checkRepeating()
    await checkCancelling()
    await checkLeaks()
    await checkDamagedInputs()
    await checkProcess()
    checkPrints()
    checkRefusals()
  }
}

/// A text as it can be shown in one line.
func shown(_ bytes: [UInt8], _ length: Int = 160) -> String {
  let text = unsafe bytes.prefix(length).withUnsafeBytes { unsafe SkillLog.escaped($0) }
  return bytes.count > length ? "\(text)… (\(bytes.count) bytes)" : text
}

/// `3.2 ms`.
func text(_ duration: Duration) -> String {
  let microseconds = duration.wholeMicroseconds
  if microseconds < 1_000 { return "\(microseconds) µs" }
  if microseconds < 10_000 { return "\(microseconds / 1_000).\(microseconds / 100 % 10) ms" }
  return microseconds < 10_000_000 ? "\(microseconds / 1_000) ms" : "\(microseconds / 1_000_000) s"
}
