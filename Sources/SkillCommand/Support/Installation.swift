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

  /// What skill authors build against: a folder with `Sources/…` as in the project's own checkout.
  package struct Kit: Hashable, Sendable {
    package let root: String
    /// Whether it is the checkout that this executable was built in.
    package let isCheckout: Bool

    package var header: String { "\(root)/Sources/CSkillABI/include/skill.h" }
  }

  /// - Throws: `kit_missing`.
  package func kit() throws(SkillError) -> Kit {
    var candidates: [Kit] = []
    if let named = environment["SKILLHOST_KIT"], !named.isEmpty {
      candidates.append(Kit(root: Path.absolute(named), isCheckout: false))
    }
    let above = Path.parent(of: folder)
    candidates.append(Kit(root: "\(above)/share/skillhost/kit", isCheckout: false))
    // SwiftPM builds into <checkout>/.build/<triple>/<configuration>/, with a link that leaves the triple out.
    candidates.append(Kit(root: Path.parent(of: above), isCheckout: true))
    candidates.append(Kit(root: Path.parent(of: Path.parent(of: above)), isCheckout: true))
    for candidate in candidates where unsafe access(candidate.header, R_OK) == 0 { return candidate }
    throw SkillError(
      .kitMissing, "the skill kit is missing; it was looked for at \(list(candidates.map(\.root)))",
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
