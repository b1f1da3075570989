import SkillBundle
import SkillRuntime
import SkillStore
package import SkillSystem

/// The parts of a host that a command needs, made only when it asks for them: a command that reads a manifest opens no
/// database, and `list` starts no runner.
package struct HostAccess: Sendable {
  package let home: Home
  package let installation: Installation
  private let environment: [String: String]

  /// - Throws: `home_unknown`.
  package init(_ context: CommandContext) throws(SkillError) {
    environment = context.environment
    home = try Home(environment: environment)
    installation = Installation(environment: environment)
  }

  var trust: TrustStore { TrustStore(folder: home.trust) }

  /// The folders in which bundles are looked for.
  var searchFolders: [String] { Discovery.folders(of: home, environment: environment) }

  /// The store, created where there is none.
  func openStore() throws(SkillError) -> Store {
    try home.prepare()
    return try Store(path: home.database)
  }
}
