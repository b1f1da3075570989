import Glibc
import SkillBundle
import SkillJSON
import SkillRuntime
import SkillStore
import SkillSystem
import TestSupport
import Testing

/// A live host while the files under it change.
@Suite struct SkillRegistryTests {
  /// A home with one enabled skill, and a host over it.
  final class World: Sendable {
    let root: String
    let home: Home
    let reactor: Reactor
    let host: SkillHost
    let key = MinisignSecretKey.generate()
    let identifier: SkillIdentifier

    init() throws {
      root = Compiler.temporaryPath("home")
      home = Home(root: root)
      try home.prepare()
      identifier = try SkillIdentifier("test.faulty")
      let trust = TrustStore(folder: home.trust)
      try trust.add(key.publicKey, for: [.everything], origin: .pinned)
      reactor = try Reactor()
      let discovery = Discovery(folders: [home.skills], trust: trust)
      host = SkillHost(
        reactor: reactor, home: home,
        settings: SkillHost.Settings(runner: RunnerSettings(executable: Products.runner)),
        store: try Store(path: home.database)
      ) {
        // A minute later: nothing counts as still arriving.
        discovery.scan(now: WallClock.milliseconds + 60_000)
      }
    }

    deinit { _ = try? TestSupport.run("/bin/rm", ["-rf", root]) }

    func install(_ kind: String, version: String, more: String = "") throws {
      let manifest = PrivateHome.manifest("test.faulty", more).replacing("\"1.0.0\"", with: "\"\(version)\"")
      try Signer.writeBundle(
        manifests: [Array(manifest.utf8)], libraries: [LibraryFile(name: "lib.so", bytes: Compiler.faulty(kind))],
        key: key, into: "\(home.skills)/test")
    }

    func call() async -> String {
      switch await host.run(.skill(identifier, arguments: .emptyObject)).result() {
      case .success(let result): "\(result.version) \(result.output.text.prefix(6))"
      case .failure(let failure): failure.error.code.name
      }
    }

    func state() async throws -> String {
      let entries = try await host.registry.entries()
      return entries.map(\.availability.word).joined(separator: " ")
    }

    /// Runs `body` on the host's reactor and ends all runners.
    func run(_ body: @escaping @Sendable () async throws -> Void) throws {
      try reactor.run { [host] () async -> Result<Void, any Error> in
        let result: Result<Void, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        await host.shutdown()
        return result
      }.get()
    }
  }

  @Test func aNewVersionTakesTheNextCall() throws {
    let world = try World()
    try world.install("Misbehaving", version: "1.0.0")
    try world.run {
      try await world.host.registry.enable(world.identifier, consent: true)
      #expect(await world.call() == "1.0.0 {\"ok\":")
      try world.install("Parallel", version: "1.1.0")
      try await world.host.registry.scan()
      #expect(await world.call() == "1.1.0 {\"most")
    }
  }

  @Test func whileANewVersionAsksForMoreTheOldOneServesOn() throws {
    let world = try World()
    try world.install("Misbehaving", version: "1.0.0")
    try world.run {
      let registry = world.host.registry
      try await registry.enable(world.identifier, consent: true)
      #expect(await world.call() == "1.0.0 {\"ok\":")
      try world.install(
        "Parallel", version: "1.1.0",
        more:
          #""permissions": {"directories": [{"name": "n", "access": "read", "default": "data/n", "purpose": "p"}]},"#)
      try await registry.scan()
      #expect(try await world.state() == "needs_consent")
      #expect(await world.call() == "1.0.0 {\"ok\":")
      try await registry.enable(world.identifier, consent: true)
      #expect(await world.call() == "1.1.0 {\"most")
    }
  }

  @Test func aBrokenReplacementLeavesTheOldOneWorkingAndSaysWhy() throws {
    let world = try World()
    try world.install("Misbehaving", version: "1.0.0")
    try world.run {
      let registry = world.host.registry
      try await registry.enable(world.identifier, consent: true)
      #expect(await world.call() == "1.0.0 {\"ok\":")
      try AtomicFile.write([1, 2, 3], to: "\(world.home.skills)/test/lib.so")
      try await registry.scan()
      #expect(try await world.state() == "rejected")
      #expect(await world.call() == "1.0.0 {\"ok\":")
      // Disabling ends it; so does taking the files away.
      try await registry.disable(world.identifier)
      #expect(await world.call() == "library_size_mismatch")
    }
  }

  @Test func filesThatAreGoneAreGone() throws {
    let world = try World()
    try world.install("Misbehaving", version: "1.0.0")
    try world.run {
      let registry = world.host.registry
      try await registry.enable(world.identifier, consent: true)
      #expect(await world.call() == "1.0.0 {\"ok\":")
      _ = try TestSupport.run("/bin/rm", ["-r", "\(world.home.skills)/test"])
      try await registry.scan()
      #expect(await world.call() == "skill_not_found")
    }
  }

  @Test func whoeverWatchesLearnsOfChanges() throws {
    let world = try World()
    try world.run {
      let changes = await world.host.registry.changes()
      var iterator = changes.makeAsyncIterator()
      try await world.host.registry.scan()
      #expect(await iterator.next() != nil)
      try world.install("Misbehaving", version: "1.0.0")
      try await world.host.registry.scan()
      #expect(await iterator.next() != nil)
      #expect(try await world.state() == "disabled")
    }
  }

  @Test func aSkillThatIsDownIsLeftAloneForAWhile() throws {
    let world = try World()
    try world.install("Misbehaving", version: "1.0.0")
    try world.run {
      try await world.host.registry.enable(world.identifier, consent: true)
      var codes: [String] = []
      for _ in 0..<6 {
        let arguments = try JSON(parsing: #"{"do": "silent_failure"}"#)
        if case .failure(let failure) = await world.host.run(.skill(world.identifier, arguments: arguments)).result() {
          codes.append(failure.error.code.name)
        }
      }
      #expect(codes == Array(repeating: "unavailable", count: 5) + ["circuit_open"])
    }
  }

  @Test func everyCallIsRecordedWithoutItsContents() throws {
    let world = try World()
    try world.install("Misbehaving", version: "1.0.0")
    try world.run {
      try await world.host.registry.enable(world.identifier, consent: true)
      _ = await world.call()
      let arguments = try JSON(parsing: #"{"do": "own_failure"}"#)
      _ = await world.host.run(.skill(world.identifier, arguments: arguments)).result()
      let records = try world.host.executions(of: world.identifier, limit: 10)
      #expect(records.map(\.outcome) == ["city_unknown", "completed"])
      #expect(records[0].argumentDigest == SHA256Digest(of: arguments.bytes))
      let lines = records[1].events.split(separator: "\n")
      #expect(lines.count == 4)
      #expect(!records[0].events.contains("own_failure"))
    }
  }
}
