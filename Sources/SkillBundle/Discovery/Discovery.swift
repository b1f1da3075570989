package import SkillSystem
import Synchronization

/// Finds and verifies the skills in the search folders, by reading alone: no code of a skill runs here.
///
/// A bundle is a folder directly inside a search folder; manifests that lie in the search folder itself count as well.
/// Names that begin with a dot are left alone (installers put unfinished bundles there).
///
/// What was verified is remembered by the identities of its files, so that looking again, which happens at every change
/// of a folder, costs three `stat` a skill instead of two signature checks. Nothing is remembered about what was
/// refused.
package final class Discovery: Sendable {
  package let folders: [String]
  package let trust: TrustStore
  private let digests: any DigestCache
  private let platform: Platform
  private let inspections = InspectionCache()
  private let memory = Lock(Memory())

  /// What the last scans verified, by path, under one state of the trust store.
  private struct Memory {
    var trust: Result<TrustSnapshot, SkillError>?
    var readings: [String: BundleReader.Reading] = [:]
  }

  /// - Parameters:
  ///   - folders: in the order of precedence; `Home.skills` first. Those that do not exist are passed over.
  ///   - platform: which builds are wanted.
  package init(
    folders: [String], trust: TrustStore, digests: any DigestCache = MemoryDigestCache(),
    platform: Platform = .current
  ) {
    self.folders = folders
    self.trust = trust
    self.digests = digests
    self.platform = platform
  }

  /// The folders of a home: its own, then those of `SKILLHOST_PATH` (separated by colons; relative ones are passed
  /// over, for they would depend on where the program was started).
  package static func folders(of home: Home, environment: [String: String]) -> [String] {
    let more = (environment["SKILLHOST_PATH"] ?? "").split(separator: ":").map(String.init)
    var folders = [home.skills]
    for folder in more where folder.hasPrefix("/") && !folders.contains(folder) { folders.append(folder) }
    return folders
  }

  /// Looks at everything once.
  ///
  /// - Parameter now: milliseconds since 1970; decides what counts as still being written.
  package func scan(now: Int64 = WallClock.milliseconds) -> Scan {
    var problems: [SkillError] = []
    let trust = readTrust()
    switch trust {
    case .success(let snapshot): problems += snapshot.problems
    case .failure(let error): problems.append(error)
    }
    let known = memory.withLock { memory in
      if memory.trust != trust { memory = Memory(trust: trust) }
      return memory.readings
    }
    let reader = BundleReader(trust: trust, digests: digests, inspections: inspections, platform: platform, now: now)
    var results: [FolderScan.Result] = []
    for folder in folders {
      do throws(SkillError) {
        results += try FolderScan(reader: reader, known: known).scan(folder)
      } catch {
        problems.append(error)
      }
    }
    let readings = Dictionary(
      results.compactMap { result in result.reading.map { (result.candidate.path, $0) } }
    ) { first, _ in first }
    memory.withLock { memory in
      if memory.trust == trust { memory.readings = readings }
    }
    return Scan(candidates: results.map(\.candidate), problems: problems)
  }

  /// Verifies one manifest in a folder, whatever the folder: what `skillhost verify` and installers need.
  ///
  /// Nothing is taken from memory but digests. Errors: every refusal of a bundle; `manifest_missing`.
  package func verify(folder path: String, manifest name: String, now: Int64 = WallClock.milliseconds)
    throws(SkillError) -> VerifiedSkill
  {
    let trust = readTrust()
    let reader = BundleReader(trust: trust, digests: digests, inspections: inspections, platform: platform, now: now)
    guard let folder = try BundleFolder(searching: path), let reading = try reader.read(name, in: folder) else {
      throw SkillError(
        .manifestMissing, "there is no manifest \(Quoted.inner(name)) in \(Quoted.inner(path))",
        hint: "name the folder that holds the manifest and the library")
    }
    return reading.skill
  }
}

extension Discovery {
  /// A trust store that cannot be read refuses every skill with its own error instead of calling their keys unknown.
  private func readTrust() -> Result<TrustSnapshot, SkillError> {
    do throws(SkillError) {
      return .success(try trust.snapshot())
    } catch {
      return .failure(error)
    }
  }
}

extension SkillError.Code {
  /// A bundle without a manifest, or a manifest that is not where it should be.
  package static let manifestMissing = Self("manifest_missing", .notFound)
}
