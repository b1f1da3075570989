internal import Dispatch
internal import SkillSystem
internal import Synchronization

/// One look at one search folder.
struct FolderScan {
  struct Result: Sendable {
    let candidate: Candidate
    /// Set when the candidate was verified and its files are settled, so that it may be remembered.
    let reading: BundleReader.Reading?
  }

  let reader: BundleReader
  let known: [String: BundleReader.Reading]

  private enum Item: Sendable {
    /// A folder in the search folder, or a link to one, which is refused by name.
    case bundle(String)
    /// A manifest that lies in the search folder itself.
    case manifest(String)
  }

  /// Errors: `system` when the folder cannot be read. One that is not there is empty.
  func scan(_ path: String) throws(SkillError) -> [Result] {
    guard let root = try BundleFolder(searching: path) else { return [] }
    let items = try items(in: root)
    // Checking a signature costs more than all the reading, and the items share nothing: all processors take part.
    let found = Lock([[Result]](repeating: [], count: items.count))
    let step = 16
    DispatchQueue.concurrentPerform(iterations: (items.count + step - 1) / step) { part in
      for index in part * step..<min(items.count, (part + 1) * step) {
        let results = results(of: items[index], in: root)
        found.withLock { $0[index] = results }
      }
    }
    return found.withLock { $0.flatMap { $0 } }
  }

  private func items(in root: borrowing BundleFolder) throws(SkillError) -> [Item] {
    var items: [Item] = []
    for (name, kind) in try FolderListing.entries(in: root.descriptor, path: root.path) where !name.hasPrefix(".") {
      switch kind {
      case _ where name.hasSuffix(".json"): items.append(.manifest(name))
      case .folder: items.append(.bundle(name))
      case .link where root.leadsToFolder(name): items.append(.bundle(name))
      case .file, .link, .other: break
      }
    }
    return items
  }

  private func results(of item: Item, in root: borrowing BundleFolder) -> [Result] {
    switch item {
    case .manifest(let name): return result(of: name, in: root, changes: []).map { [$0] } ?? []
    case .bundle(let name):
      do throws(SkillError) {
        let bundle = try BundleFolder(name, in: root)
        let entries = try FolderListing.entries(in: bundle.descriptor, path: bundle.path)
          .filter { !$0.name.hasPrefix(".") }
        let changes = [try bundle.identity()]
        let manifests = entries.map(\.name).filter { $0.hasSuffix(".json") }
        if manifests.isEmpty, let library = entries.first(where: { $0.name.hasSuffix(".so") }) {
          let error = SkillError(
            .manifestMissing, "\(Quoted.inner(library.name)) has no manifest beside it",
            hint: "copy the skill's .json and .json.minisig there as well; the skill's author makes them with "
              + "skillhost sign")
          return [refused(name, at: bundle.path, error, changes)]
        }
        return manifests.compactMap { result(of: $0, in: bundle, changes: changes) }
      } catch {
        return [refused(name, at: "\(root.path)/\(name)", error, [])]
      }
    }
  }

  /// What became of one manifest; nil when it is gone.
  ///
  /// - Parameter changes: what else says that the bundle is still being written.
  private func result(of name: String, in folder: borrowing BundleFolder, changes: [FileIdentity]) -> Result? {
    let path = "\(folder.path)/\(name)"
    if let reading = known[path], reading.identities == identities(of: name, reading.skill.build.file, in: folder) {
      return Result(candidate: verified(reading.skill, at: path), reading: reading)
    }
    do throws(SkillError) {
      guard let reading = try reader.read(name, in: folder) else { return nil }
      let isSettled = reading.identities.allSatisfy { $0.isSettled(at: reader.now) }
      return Result(candidate: verified(reading.skill, at: path), reading: isSettled ? reading : nil)
    } catch {
      let library = reader.libraryName(of: name, in: folder)
      let files = identities(of: name, library, in: folder).compactMap { $0 }
      return refused(String(name.dropLast(".json".count)), at: path, error, changes + files)
    }
  }

  private func identities(
    of name: String, _ library: String?, in folder: borrowing BundleFolder
  ) -> [FileIdentity?] {
    [
      folder.identity(of: name), folder.identity(of: BundleReader.signatureName(name)),
      library.flatMap { folder.identity(of: $0) },
    ]
  }

  private func verified(_ skill: VerifiedSkill, at path: String) -> Candidate {
    Candidate(name: skill.identifier.text, path: path, outcome: .verified(skill))
  }

  /// A refusal; or a bundle that is not complete yet, when time can still mend it.
  private func refused(_ name: String, at path: String, _ error: SkillError, _ changes: [FileIdentity]) -> Result {
    let until = changes.filter { !$0.isSettled(at: reader.now) }.map(\.settles).max()
    let outcome: Candidate.Outcome
    if let until, Self.passing.contains(error.code) {
      outcome = .incomplete(error, until: until)
    } else {
      outcome = .rejected(error)
    }
    return Result(candidate: Candidate(name: Quoted.inner(name), path: path, outcome: outcome), reading: nil)
  }

  /// The refusals that a bundle goes through while it is copied in, or while a newer one is written over it.
  private static let passing: Set<SkillError.Code> = [
    .manifestMissing, .manifestEmpty, .manifestMalformed, .manifestEncoding, .signatureMissing, .signatureMalformed,
    .signatureInvalid, .signatureCommentInvalid, .libraryMissing, .librarySizeMismatch, .libraryHashMismatch,
  ]
}
