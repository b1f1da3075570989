import Glibc
package import SkillBundle
import SkillJSON
import SkillLoader
package import SkillSystem

/// The live set of skills and their state.
///
/// What a skill is follows from three things: its files (through discovery), what the store remembers (enabled, agreed
/// permissions, versions seen, quarantine), and the order in which bundles are found (the first verified bundle with an
/// identifier wins). The registry holds the outcome of the last scan; whoever changes the store through it sees the
/// change at once.
package actor SkillRegistry {
  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe reactor.asUnownedSerialExecutor() }
  private nonisolated let reactor: Reactor
  let home: Home
  private let store: any SkillStateStore
  private let discover: @Sendable () -> Scan

  private var discovered: Scan?
  private var current: [RegistryEntry] = []
  var byIdentifier: [SkillIdentifier: RegistryEntry] = [:]
  /// Sealed copies of libraries by digest, made at the first call.
  var libraries: [SHA256Digest: ReadyLibrary] = [:]
  /// Versions that ran before a change put something unusable in their place: they serve on, from their sealed memory,
  /// until that is usable, the skill is disabled, or its files are gone.
  var retained: [SkillIdentifier: CallableSkill] = [:]
  /// What ``callable(_:)`` found since the last change.
  var ready: [SkillIdentifier: CallableSkill] = [:]
  private var observers: [UInt64: AsyncStream<Void>.Continuation] = [:]
  private var nextObserver: UInt64 = 0

  /// Run skills although a part of the sandbox is missing.
  let bestEffort: Bool
  let configuration: HomeConfiguration

  package init(
    reactor: Reactor, home: Home, store: any SkillStateStore, bestEffort: Bool = false,
    configuration: HomeConfiguration = HomeConfiguration(),
    discover: @escaping @Sendable () -> Scan
  ) {
    self.reactor = reactor
    self.home = home
    self.store = store
    self.bestEffort = bestEffort
    self.configuration = configuration
    self.discover = discover
  }

  // MARK: Looking

  /// Everything that was found, in the order of identifiers; scans first if that never happened.
  package func entries() async throws(SkillError) -> [RegistryEntry] {
    if discovered == nil { try await scan() }
    return current
  }

  /// What is wrong apart from single bundles, as of the last scan: search folders or trust files that cannot be read.
  package var problems: [SkillError] { discovered?.problems ?? [] }

  package func entry(_ identifier: SkillIdentifier) async throws(SkillError) -> RegistryEntry {
    if discovered == nil { try await scan() }
    if byIdentifier[identifier] == nil, isArriving(identifier), let time = discovered?.lookAgain {
      // Two seconds at most: whoever asks for a skill that is being copied in gets it, or learns what is wrong with it.
      await waitUntil(time)
      try await scan()
    }
    guard let entry = byIdentifier[identifier] else { throw unknown(identifier) }
    return entry
  }

  /// A value every time the set or a state changes. Values are merged while nobody reads.
  package func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = nextObserver
    nextObserver += 1
    observers[id] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { await self?.removeObserver(id) }
    }
    return stream
  }

  private func removeObserver(_ id: UInt64) { observers[id] = nil }

  /// Reads the folders again.
  package func scan() async throws(SkillError) {
    discovered = await Self.read(discover)
    try refresh()
  }

  @concurrent private static func read(_ discover: @Sendable () -> Scan) async -> Scan { discover() }

  private func isArriving(_ identifier: SkillIdentifier) -> Bool {
    current.contains { entry in
      if entry.label == identifier.text, case .incomplete = entry.availability { true } else { false }
    }
  }

  private func waitUntil(_ time: Int64) async {
    let wait = Duration.milliseconds(min(max(time - WallClock.milliseconds, 0), 5000) + 1)
    await withCheckedContinuation { continuation in
      _ = reactor.schedule(at: MonotonicTime.now.advanced(by: wait)) { continuation.resume() }
    }
  }

  /// Judges what was discovered by what the store says now.
  private func refresh() throws(SkillError) {
    let before = retained.merging(ready) { $1 }
    ready = [:]
    retained = [:]
    let records = try store.records()
    let quarantine = try store.quarantine()
    var entries: [RegistryEntry] = []
    var found: [SkillIdentifier: RegistryEntry] = [:]
    var newVersions: [SkillIdentifier: RememberedVersion] = [:]
    for item in discovered?.candidates ?? [] {
      switch item.outcome {
      case .rejected(let error): entries.append(makeEntry(item, .rejected(error)))
      case .incomplete(let error, _): entries.append(makeEntry(item, .incomplete(error)))
      case .verified(let skill):
        let identifier = skill.manifest.identifier
        if let winner = found[identifier] {
          let error = SkillError(
            .identifierDuplicate, "\(identifier) is already there, from \(winner.path)",
            hint: "remove one of the two bundles")
          entries.append(makeEntry(item, .rejected(error), skill))
          continue
        }
        let entry = judge(item, skill, records[identifier] ?? SkillRecord(), quarantine, &newVersions)
        entries.append(entry)
        found[identifier] = entry
      }
    }
    if !newVersions.isEmpty {
      // Remembered before anything of them can be called. One transaction: thousands may be new at once.
      try store.update(Array(newVersions.keys)) { identifier, record throws(SkillError) in
        // Another process may have seen a higher one meanwhile.
        guard let new = newVersions[identifier], record.highest.map({ $0.version <= new.version }) ?? true else {
          return
        }
        record.highest = new
      }
    }
    current = entries.sorted { ($0.label, $0.path) < ($1.label, $1.path) }
    byIdentifier = found
    retained = before.filter { identifier, skill in
      records[identifier]?.isEnabled == true && !isQuarantined(skill.target.libraryDigest, quarantine)
        && isReplacedInVain(identifier)
    }
    for observer in observers.values { observer.yield() }
  }

  /// Whether what stands in a skill's place cannot be used: it asks for more, or it is broken or half there.
  private func isReplacedInVain(_ identifier: SkillIdentifier) -> Bool {
    if let entry = byIdentifier[identifier] { return entry.isUnusableReplacement }
    return current.contains { $0.label == identifier.text && $0.isUnusableReplacement }
  }

  private func isQuarantined(_ library: SHA256Digest, _ quarantine: [SHA256Digest: QuarantineRecord]) -> Bool {
    quarantine[library].map { $0.until.map { $0 > WallClock.milliseconds } ?? true } ?? false
  }

  private func judge(
    _ item: Candidate, _ skill: VerifiedSkill, _ record: SkillRecord,
    _ quarantine: [SHA256Digest: QuarantineRecord], _ newVersions: inout [SkillIdentifier: RememberedVersion]
  ) -> RegistryEntry {
    let manifest = skill.manifest
    var record = record
    do throws(SkillError) {
      try record.highest?.check(manifest)
    } catch {
      // What this home's own key signed may be rebuilt under its version: see docs/decisions/0008.
      guard skill.key.origin == .local, error.code == .versionRewritten else {
        return makeEntry(item, .rejected(error), skill, record)
      }
    }
    if record.highest != RememberedVersion(manifest) {
      record.highest = RememberedVersion(manifest)
      newVersions[manifest.identifier] = RememberedVersion(manifest)
    }
    if isQuarantined(skill.build.sha256, quarantine), let entry = quarantine[skill.build.sha256] {
      return makeEntry(item, .quarantined(reason: entry.reason, until: entry.until), skill, record)
    }
    guard record.isEnabled else { return makeEntry(item, .disabled, skill, record) }
    let missing = Self.missingConsent(manifest, record)
    return makeEntry(item, missing.isEmpty ? .enabled : .needsConsent(missing), skill, record)
  }

  private func makeEntry(
    _ item: Candidate, _ availability: SkillAvailability, _ skill: VerifiedSkill? = nil,
    _ record: SkillRecord = SkillRecord()
  ) -> RegistryEntry {
    RegistryEntry(
      label: skill?.manifest.identifier.text ?? item.name, path: item.path, availability: availability, skill: skill,
      record: record, runsInProcess: skill.map(runsInProcess) ?? false)
  }

  /// What the manifest asks for and nobody agreed to, in sentences.
  private static func missingConsent(_ manifest: Manifest, _ record: SkillRecord) -> [String] {
    manifest.permissions.widened(from: record.consented ?? .none)
  }

  // MARK: Changing

  /// Lets a skill be called.
  ///
  /// - Parameter consent: whether somebody agreed to everything the manifest asks for. Errors: `consent_required` with
  ///   what is asked for, the skill's own rejection, `quarantined`, `not_found`.
  package func enable(_ identifier: SkillIdentifier, consent: Bool) async throws(SkillError) {
    let entry = try await entry(identifier)
    let skill = try usable(entry)
    let missing = Self.missingConsent(skill.manifest, entry.record)
    guard missing.isEmpty || consent else {
      throw SkillError(
        .consentRequired, "\(identifier) asks for: \(missing.joined(separator: "; "))",
        hint: "agree with `skillhost enable \(identifier) --yes`")
    }
    try store.update(identifier) { record in
      record.isEnabled = true
      record.consentedManifest = skill.manifest.digest
      record.consented = skill.manifest.permissions
    }
    try refresh()
  }

  /// Stops a skill from being called; what was agreed to is kept.
  package func disable(_ identifier: SkillIdentifier) async throws(SkillError) {
    // Also one whose files are broken or gone: what was enabled can be disabled.
    if try !store.record(of: identifier).isEnabled { _ = try await entry(identifier) }
    try store.update(identifier) { $0.isEnabled = false }
    try refresh()
  }

  /// What enabling this skill would still have to be agreed to.
  package func consentNeeded(_ identifier: SkillIdentifier) async throws(SkillError) -> [String] {
    let entry = try await entry(identifier)
    return Self.missingConsent(try usable(entry).manifest, entry.record)
  }

  package func liftQuarantine(_ identifier: SkillIdentifier) async throws(SkillError) {
    guard let skill = try await entry(identifier).skill else { return }
    try store.setQuarantine(skill.build.sha256, nil)
    try store.forgetCrashes(skill.build.sha256)
    try refresh()
  }

  /// Binds a folder to a directory slot of a skill.
  ///
  /// - Returns: the folder, without links in its path. Errors: `slot_unknown`, `folder_missing`, `folder_protected`.
  package func bind(
    _ identifier: SkillIdentifier, slot: String, to folder: String
  ) async throws(SkillError) -> String {
    let entry = try await entry(identifier)
    guard let skill = entry.skill else { throw unknown(identifier) }
    let slots = skill.manifest.permissions.directories.map(\.name)
    guard slots.contains(slot) else {
      throw SkillError(
        .slotUnknown, "\(identifier) has no folder called \(slot)",
        hint: slots.isEmpty ? "it asks for no folders" : "its folders are: \(slots.joined(separator: ", "))")
    }
    let folder = try FolderPolicy(home: home, user: environmentValue("HOME")).check(folder)
    try store.update(identifier) { $0.directories[slot] = folder }
    try refresh()
    return folder
  }

  /// Notes that a library ended its process, and shuts it away when that happened too often: three times in 60 s, or
  /// twice while it was loaded.
  func noteCrash(_ library: SHA256Digest, label: String, atLoad: Bool) throws(SkillError) {
    let recent = try store.noteCrash(library, at: WallClock.milliseconds, atLoad: atLoad)
    guard recent.total >= 3 || recent.atLoad >= 2 else { return }
    let how = recent.atLoad >= 2 ? "\(recent.atLoad) times while it was loaded" : "\(recent.total) times in a minute"
    try store.setQuarantine(
      library, QuarantineRecord(reason: "\(label) ended its process \(how)", since: WallClock.milliseconds))
    try refresh()
  }

  /// The verified skill of an entry, or why there is none that may be touched.
  func usable(_ entry: RegistryEntry) throws(SkillError) -> VerifiedSkill {
    switch entry.availability {
    case .rejected(let error): throw error
    case .quarantined(let reason, _):
      throw SkillError(
        .quarantined, reason, hint: "`skillhost enable \(entry.label) --clear-quarantine`, or install another version")
    case .incomplete(let error): throw error
    default: break
    }
    guard let skill = entry.skill else { throw .init(.bug, "\(entry.label) has no verified skill") }
    return skill
  }

  private func unknown(_ identifier: SkillIdentifier) -> SkillError {
    // A manifest that was rejected before its identifier could be trusted may still be the one that is meant.
    for entry in current where entry.label == identifier.text {
      switch entry.availability {
      case .rejected(let error), .incomplete(let error): return error
      default: continue
      }
    }
    let near = byIdentifier.keys.map(\.text).min {
      Self.distance($0, identifier.text) < Self.distance($1, identifier.text)
    }
    let hint = near.flatMap { Self.distance($0, identifier.text) <= 3 ? "did you mean \($0)?" : nil }
    return SkillError(
      .skillNotFound, "there is no skill called \(identifier)", hint: hint ?? "`skillhost list` shows all")
  }

  /// How many letters differ (Levenshtein), for short texts.
  static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    var previous = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var row = [i + 1]
      for (j, y) in b.enumerated() { row.append(min(previous[j] + (x == y ? 0 : 1), previous[j + 1] + 1, row[j] + 1)) }
      previous = row
    }
    return previous[b.count]
  }
}

extension SkillError.Code {
  package static let skillNotFound = Self("skill_not_found", .notFound)
  package static let notEnabled = Self("not_enabled", .refused)
  package static let consentRequired = Self("consent_required", .refused)
  package static let quarantined = Self("quarantined", .refused)
  package static let identifierDuplicate = Self("identifier_duplicate", .refused)
  package static let slotUnknown = Self("slot_unknown", .notFound)
  package static let folderMissing = Self("folder_missing", .notFound)
}
