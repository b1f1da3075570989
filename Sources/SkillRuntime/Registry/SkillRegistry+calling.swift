import Glibc
import SkillBundle
import SkillJSON
import SkillLoader
import SkillSystem

// From a verified and enabled skill to what a runner needs.
extension SkillRegistry {
  /// A skill that may be called now. Errors: `not_found`, `not_enabled`, `consent_required`, `quarantined`, or why it
  /// was rejected.
  func callable(_ identifier: SkillIdentifier) async throws(SkillError) -> CallableSkill {
    if let known = ready[identifier] ?? retained[identifier] { return known }
    let skill = try await prepare(identifier)
    // The registry may have changed while the library was read.
    guard byIdentifier[identifier]?.skill?.manifest.digest == skill.manifest.digest else {
      return try await callable(identifier)
    }
    ready[identifier] = skill
    return skill
  }

  private func prepare(_ identifier: SkillIdentifier) async throws(SkillError) -> CallableSkill {
    let entry = try await entry(identifier)
    let skill = try usable(entry)
    switch entry.availability {
    case .enabled: break
    case .needsConsent(let sentences):
      throw SkillError(
        .consentRequired, "\(identifier) now asks for: \(sentences.joined(separator: "; "))",
        hint: "agree with `skillhost enable \(identifier)`")
    default:
      throw SkillError(.notEnabled, "\(identifier) is not enabled", hint: "skillhost enable \(identifier)")
    }
    let sealed = try await sealedLibrary(skill)
    let folders = try folders(skill.manifest, entry.record)
    var rules = ConfinementRules()
    rules.folders = folders.map { .init(path: $0.path, writable: $0.slot.access == .write) }
    rules.memoryMegabytes = skill.manifest.limits.memoryMegabytes
    rules.preload = sealed.preload
    rules.bestEffort = bestEffort
    let settings = configuration.settings[identifier.text] ?? .emptyObject
    var target = RunnerTarget(
      key: RunnerTarget.Key(
        identifier: identifier.text, manifestDigest: skill.manifest.digest.bytes,
        configuration: Self.createArgument(folders, settings)),
      label: skill.manifest.label, libraryDigest: skill.build.sha256, library: sealed.library,
      environment: skill.manifest.permissions.environment.compactMap { name in
        environmentValue(name).map { "\(name)=\($0)" }
      }, rules: rules, network: skill.manifest.permissions.network)
    target.runsInProcess = runsInProcess(skill)
    return CallableSkill(manifest: skill.manifest, target: target)
  }

  private func sealedLibrary(_ skill: VerifiedSkill) async throws(SkillError) -> ReadyLibrary {
    if let known = libraries[skill.build.sha256] { return known }
    let sealed = try await Self.seal(skill)
    // Somebody else may have sealed the same library meanwhile; one copy is enough.
    if let known = libraries[skill.build.sha256] { return known }
    libraries[skill.build.sha256] = sealed
    return sealed
  }

  /// What was checked is what will run: the sealed bytes are inspected, not the file.
  @concurrent private static func seal(_ skill: VerifiedSkill) async throws(SkillError) -> ReadyLibrary {
    let memory = try skill.openSealedLibrary()
    let inspection = try ELFInspection(memory, size: skill.build.size)
    try inspection.requireLoadable()
    return ReadyLibrary(library: SealedLibrary(memory), preload: inspection.needed)
  }

  /// Where the slots of a skill lead. A folder that the manifest puts inside the home is made.
  private func folders(
    _ manifest: Manifest, _ record: SkillRecord
  ) throws(SkillError) -> [(slot: DirectoryPermission, path: String)] {
    var folders: [(slot: DirectoryPermission, path: String)] = []
    for slot in manifest.permissions.directories {
      if let bound = record.directories[slot.name] {
        folders.append((slot, bound))
      } else if let folder = slot.defaultFolder(home: home.root, user: environmentValue("HOME")) {
        if folder.utf8.starts(with: "\(home.root)/".utf8) { try makeFolder(folder) }
        folders.append((slot, folder))
      }
    }
    // Also for the folders that a manifest proposes, and again for those that were bound: links may lead elsewhere now.
    let policy = FolderPolicy(home: home, user: environmentValue("HOME"))
    for index in folders.indices {
      do throws(SkillError) {
        folders[index].path = try policy.check(folders[index].path)
      } catch {
        let slot = folders[index].slot.name
        throw SkillError(
          error.code, "the folder \(slot) of \(manifest.identifier): \(error.message)",
          hint: "choose another: skillhost grant \(manifest.identifier) \(slot)=FOLDER")
      }
    }
    return folders
  }

  /// Whether the operator put a skill, by its name or its library's, inside the host.
  func runsInProcess(_ skill: VerifiedSkill) -> Bool {
    !configuration.inProcess.isDisjoint(with: [skill.build.file, skill.identifier.text])
  }

  /// The JSON for `create`: where the granted folders are, and what `config.json` sets for the skill.
  private static func createArgument(
    _ folders: [(slot: DirectoryPermission, path: String)], _ settings: JSON
  ) -> [UInt8] {
    JSON.build { writer in
      writer.object { writer in
        writer.member("directories") { writer in
          writer.object { writer in
            for (slot, path) in folders { writer.member(slot.name, path) }
          }
        }
        writer.member("settings", settings)
      }
    }.bytes
  }
}

/// A library's sealed bytes, and what must be loaded before the sandbox closes.
struct ReadyLibrary: Sendable {
  let library: SealedLibrary
  let preload: [String]
}

func environmentValue(_ name: String) -> String? {
  unsafe getenv(name).map { unsafe String(cString: $0) }
}
