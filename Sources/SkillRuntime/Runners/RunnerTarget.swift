package import SkillBundle
package import SkillLoader
package import SkillSystem

/// A library's verified bytes in sealed memory, shared by all runners that load it.
package final class SealedLibrary: Sendable {
  package let memory: Descriptor

  package init(_ memory: consuming Descriptor) {
    self.memory = memory
  }
}

/// Everything that decides what a runner is: two calls may share a runner only when all of this is the same.
package struct RunnerTarget: Sendable {
  /// What tells runners apart. The library's digest is part of the manifest that `manifestDigest` names.
  package struct Key: Hashable, Sendable {
    package let identifier: String
    package let manifestDigest: [UInt8]
    package let configuration: [UInt8]

    package init(identifier: String, manifestDigest: [UInt8], configuration: [UInt8]) {
      self.identifier = identifier
      self.manifestDigest = manifestDigest
      self.configuration = configuration
    }
  }

  package let key: Key
  package let libraryDigest: SHA256Digest
  /// For messages: `weather.daily_forecast 1.0.0`.
  package let label: String
  package let library: SealedLibrary
  /// Environment of the process, `NAME=value`; nothing else gets in.
  package let environment: [String]
  /// What the process is held to.
  package let rules: ConfinementRules
  /// Where the host may connect for it.
  package let network: [NetworkPermission]
  /// Run inside the host, because the operator said so by name.
  package var runsInProcess = false

  package init(
    key: Key, label: String, libraryDigest: SHA256Digest, library: SealedLibrary,
    environment: [String] = [], rules: ConfinementRules = ConfinementRules(), network: [NetworkPermission] = []
  ) {
    self.libraryDigest = libraryDigest
    self.key = key
    self.label = label
    self.library = library
    self.environment = environment
    self.rules = rules
    self.network = network
  }
}

/// How runners are run.
package struct RunnerSettings: Sendable {
  /// The `skillhost-runner` program.
  package var executable: String
  /// Processes a skill at most.
  package var maxRunners = 4
  /// Processes of all skills at most; an idle one of another skill makes room.
  package var maxRunnersInAll = 64
  /// A process without calls for so long is ended.
  package var idleTimeout: Duration = .seconds(60)
  /// Calls waiting for a skill at most; beyond it they are refused as `busy`.
  package var maxWaiting = 1024
  /// From telling a skill to stop to killing it.
  package var grace: Duration = .milliseconds(100)
  /// For loading and creating.
  package var loadTimeout: Duration = .seconds(10)
  /// For `quiesce` at the end of a runner that asks for it.
  package var quiesceTimeout: Duration = .milliseconds(500)
  /// Events a call at most; a skill that sends more is stopped.
  package var maxEvents = 100_000
  /// Nil in use.
  package var observer: (any RunnerObserver)?

  package init(executable: String) {
    self.executable = executable
  }
}
