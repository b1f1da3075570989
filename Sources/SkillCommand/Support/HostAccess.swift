import SkillBroker
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
  func searchFolders(_ configuration: HomeConfiguration) -> [String] {
    let folders = Discovery.folders(of: home, environment: environment)
    return folders + configuration.searchPath.filter { !folders.contains($0) }
  }

  /// The home's `config.json`. Errors: `config_invalid`.
  func configuration() throws(SkillError) -> HomeConfiguration { try HomeConfiguration(reading: home.configFile) }

  /// The store, created where there is none.
  func openStore() throws(SkillError) -> Store {
    try home.prepare()
    return try Store(path: home.database)
  }

  /// Runs `body` with the registry and the store.
  func withRegistry<Result: Sendable>(
    _ body: (SkillRegistry, Store) async throws(SkillError) -> Result
  ) async throws(SkillError) -> Result {
    let store = try openStore()
    let reactor = try Reactor()
    try reactor.start()
    defer { reactor.stop() }
    let configuration = try configuration()
    let discovery = discovery(store, configuration)
    let registry = SkillRegistry(reactor: reactor, home: home, store: store, configuration: configuration) {
      discovery.scan()
    }
    return try await body(registry, store)
  }

  /// Runs `body` with a whole host, and ends its runners afterwards.
  ///
  /// - Parameter bestEffort: see ``SkillHost/Settings/bestEffortSandbox``.
  func withHost<Result: Sendable>(
    bestEffort: Bool = false, _ body: (SkillHost) async throws(SkillError) -> Result
  ) async throws(SkillError) -> Result {
    var settings = SkillHost.Settings(runner: RunnerSettings(executable: try installation.runner()))
    settings.configuration = try configuration()
    settings.bestEffortSandbox = bestEffort
    let store = try openStore()
    let reactor = try Reactor()
    // A thread of its own: commands wait for terminals and pipes, and the reactor must not.
    try reactor.start()
    defer { reactor.stop() }
    let discovery = discovery(store, settings.configuration)
    let broker = HTTPBroker()
    defer { broker.close() }
    let host = SkillHost(
      reactor: reactor, home: home, settings: settings, store: store,
      services: HostServices(http: broker, storage: store)
    ) { discovery.scan() }
    do throws(SkillError) {
      let result = try await body(host)
      await host.shutdown()
      return result
    } catch {
      await host.shutdown()
      throw error
    }
  }

  private func discovery(_ store: Store, _ configuration: HomeConfiguration) -> Discovery {
    Discovery(folders: searchFolders(configuration), trust: trust, digests: store.libraryDigests)
  }
}
