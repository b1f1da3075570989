import Glibc
package import SkillSystem

/// Where the other files of this installation are. Programs stand side by side; what belongs to no program is found
/// from where the program is, so that an installation can be moved as a whole.
package struct Installation: Sendable {
  /// The folder of the running executable.
  package let folder: String
  private let environment: [String: String]

  package init(folder: String, environment: [String: String]) {
    self.folder = folder
    self.environment = environment
  }

  /// The installation that this process runs from.
  package init(environment: [String: String]) {
    self.init(folder: Path.parent(of: Self.executable() ?? "./skillhost"), environment: environment)
  }

  /// Where `skillhost-runner` may be, the first choice first.
  package var runnerCandidates: [String] {
    let named = environment["SKILLHOST_RUNNER"].flatMap { $0.isEmpty ? nil : $0 }
    return (named.map { [Path.absolute($0)] } ?? []) + [
      "\(folder)/skillhost-runner", "\(Path.parent(of: folder))/libexec/skillhost/skillhost-runner",
    ]
  }

  /// The runner program.
  ///
  /// - Throws: `runner_missing`.
  package func runner() throws(SkillError) -> String {
    for candidate in runnerCandidates where unsafe access(candidate, X_OK) == 0 { return candidate }
    throw SkillError(
      .runnerMissing, "the program skillhost-runner is missing; it was looked for at \(list(runnerCandidates))",
      hint: "install it beside skillhost, or export SKILLHOST_RUNNER=/path/to/skillhost-runner")
  }

  /// What skill authors build against: the header and the sources of the Swift kit.
  package struct Kit: Hashable, Sendable {
    /// Where `Plugins/exports.map` is.
    package let root: String
    /// Where `CSkillABI`, `SkillJSON` and `SkillPluginKit` are.
    package let sources: String

    package var header: String { "\(sources)/CSkillABI/include/skill.h" }
  }

  /// - Throws: `kit_missing`.
  package func kit() throws(SkillError) -> Kit {
    let above = Path.parent(of: folder)
    var roots = ["\(above)/share/skillhost/kit"]
    if let named = environment["SKILLHOST_KIT"], !named.isEmpty { roots.insert(Path.absolute(named), at: 0) }
    // SwiftPM builds into <checkout>/.build/<triple>/<configuration>/, with a link that leaves the triple out.
    roots += [Path.parent(of: above), Path.parent(of: Path.parent(of: above))]
    for root in roots {
      // Installed without, in a checkout with the folder in between.
      for kit in [Kit(root: root, sources: root), Kit(root: root, sources: "\(root)/Sources")]
      where unsafe access(kit.header, R_OK) == 0 { return kit }
    }
    throw SkillError(
      .kitMissing, "the skill kit is missing; it was looked for at \(list(roots))",
      hint: "export SKILLHOST_KIT=/path/to/the/skillhost/checkout")
  }

  private func list(_ paths: [String]) -> String { paths.joined(separator: ", ") }

  private static func executable() -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_097) { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let count = unsafe readlink("/proc/self/exe", base, 4_096)
      guard count > 0, count < 4_096 else { return nil }
      unsafe base[count] = 0
      return unsafe String(cString: base)
    }
  }
}

extension SkillError.Code {
  /// The runner program of this installation is not where it could be.
  package static let runnerMissing = Self("runner_missing", .unavailable)
  /// The sources that skills are built against are not where they could be.
  package static let kitMissing = Self("kit_missing", .unavailable)
}
