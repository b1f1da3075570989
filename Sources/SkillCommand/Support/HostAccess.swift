import SkillBundle
import SkillStore
package import SkillSystem

/// The parts of a host that a command needs, made only when it asks for them: a command that reads a manifest opens no
/// database, and `list` starts no runner.
package struct HostAccess: Sendable {
  package let home: Home
  package let installation: Installation

  /// - Throws: `home_unknown`.
  package init(_ context: CommandContext) throws(SkillError) {
    home = try Home(environment: context.environment)
    installation = Installation(environment: context.environment)
  }

  /// The store, created where there is none.
  func openStore() throws(SkillError) -> Store {
    try home.prepare()
    return try Store(path: home.database)
  }

  var trust: TrustStore { TrustStore(folder: home.trust) }
}
