import Glibc
import SkillBundle
import SkillJSON
import SkillRuntime
import SkillSystem

/// Calls through the whole pipeline: `SkillHost.run` to its last event, with bundles that were signed on the spot,
/// verified and enabled. Only the store is a double.
final class HostCalls {
  private let reactor: Reactor
  private let home: Home
  private let runner: String
  private let discovery: Discovery
  private let store = MemoryStore()

  /// - Parameters:
  ///   - folder: a folder for the home.
  ///   - echo: the echo library's file.
  ///   - swift: a Swift skill's library and authored manifest; nil when it was not built.
  init(
    reactor: Reactor, folder: String, echo: String, swift: (library: String, manifest: String)?, runner: String
  ) throws {
    self.reactor = reactor
    self.runner = runner
    home = Home(root: "\(folder)/home")
    try home.prepare()
    let trust = TrustStore(folder: home.trust)
    let key = MinisignSecretKey.generate()
    try trust.add(key.publicKey, for: [IdentifierPattern("*")], origin: .pinned)
    try Signer.writeBundle(
      manifests: ["bench.inside", "bench.isolated"].map(Self.manifest), libraries: [LibraryFile(path: echo)], key: key,
      into: "\(home.skills)/echo")
    if let swift {
      try Signer.writeBundle(
        manifests: [Signer.readManifest(swift.manifest)], libraries: [LibraryFile(path: swift.library)], key: key,
        into: "\(home.skills)/swift")
    }
    discovery = Discovery(folders: [home.skills], trust: trust)
  }

  private static func manifest(_ identifier: String) -> [UInt8] {
    Array(
      """
      {
        "manifestVersion": 1,
        "identifier": "\(identifier)",
        "displayName": "Echo",
        "version": "1.0.0",
        "publisher": "benchmarks",
        "description": "Says what it is told. Not for people.",
        "inputSchema": {
          "type": "object",
          "properties": {"text": {"type": "string", "maxLength": 1000, "description": "What to say."}},
          "required": ["text"],
          "additionalProperties": false
        },
        "outputSchema": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
        "annotations": {"readOnly": true}
      }
      """.utf8)
  }

  private func makeHost() -> SkillHost {
    var settings = SkillHost.Settings(runner: RunnerSettings(executable: runner))
    settings.configuration.inProcess = ["bench.inside"]
    return SkillHost(reactor: reactor, home: home, settings: settings, store: store) { [discovery] in discovery.scan() }
  }

  private static func call(_ host: SkillHost, _ skill: SkillIdentifier, _ arguments: JSON) async -> SkillResult {
    switch await host.run(.skill(skill, arguments: arguments)).result() {
    case .success(let result): return result
    case .failure(let failure): fail("\(skill): \(failure.error)")
    }
  }

  // MARK: Warm

  func run(_ report: inout Report) async throws {
    let host = makeHost()
    let inside = try SkillIdentifier("bench.inside")
    let isolated = try SkillIdentifier("bench.isolated")
    for skill in [inside, isolated] { try await host.registry.enable(skill, consent: true) }
    let arguments = try JSON(parsing: EchoLibrary.input)
    for _ in 0..<100 {
      for skill in [inside, isolated] { _ = await Self.call(host, skill, arguments) }
    }

    report.section("A call through the whole pipeline (resolve, check, run, check, record), 200 bytes in and out")
    try await report.measure(
      Benchmark(
        name: "inside the host (C, `SKILL_FLAG_NEVER_BLOCKS`)",
        ours: .init(waiting: "") { _ = await Self.call(host, inside, arguments) },
        peer: .init(waiting: "a bare `Task` that sends as many events") { [reactor] in await Self.bareTask(reactor) },
        effort: .exactly(samples: 1_000)
      ))
    try await report.measure(
      Benchmark(
        name: "in a runner",
        ours: .init(waiting: "") { _ = await Self.call(host, isolated, arguments) },
        peer: .init(waiting: "inside the host") { _ = await Self.call(host, inside, arguments) },
        effort: .exactly(samples: 1_000)
      ))
    guard report.isWhole else { return await host.shutdown() }
    report.note("Memory over 10,000 calls, one after another, in a runner that was warm before (VmRSS):")
    report.note("")
    await memory(&report, host, isolated, arguments)
    await host.shutdown()
  }

  /// What Swift's own part of a call costs: a task on the same executor, whose five events are read by its caller.
  private static func bareTask(_ reactor: Reactor) async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    Task(executorPreference: reactor) {
      for number in 0..<5 { continuation.yield(number) }
      continuation.finish()
    }
    for await number in stream { keep(number) }
  }

  private func memory(_ report: inout Report, _ host: SkillHost, _ skill: SkillIdentifier, _ arguments: JSON) async {
    // All that grows to its working size has grown: pools, tables, the allocator's arenas.
    for _ in 0..<2_000 { _ = await Self.call(host, skill, arguments) }
    let runners = Machine.runners
    guard runners.count == 1 else { fail("\(runners.count) runners instead of one") }
    func measure() -> [Int] { ([getpid()] + runners).map(Machine.residentMemory) }
    let before = measure()
    for _ in 0..<10_000 { _ = await Self.call(host, skill, arguments) }
    let after = measure()
    for (index, name) in ["host (this benchmark)", "runner"].enumerated() {
      report.fact(name, "\(before[index]) KiB before, \(after[index]) KiB after")
    }
  }

  // MARK: Cold

  /// The first call in a new host: the library is copied into sealed memory and inspected, a runner is started, the
  /// sandbox closes, the library is loaded and the skill created.
  func cold(_ report: inout Report, swift: Bool) async throws {
    report.section("The first call in a new host (bundles found and verified before; files in the page cache)")
    let echo = try SkillIdentifier("bench.isolated")
    try await report.measure(
      Benchmark(
        name: "echo in C", ours: side(echo, try JSON(parsing: EchoLibrary.input)), effort: .exactly(samples: 2)
      ))
    if swift {
      try await report.measure(
        Benchmark(
          name: "`reminder.list` in Swift", ours: side(try SkillIdentifier("reminder.list"), .emptyObject),
          effort: .exactly(samples: 2)
        ))
    } else {
      report.note("The Swift skills were not built.")
    }
  }

  private func side(_ skill: SkillIdentifier, _ arguments: JSON) -> Benchmark.Side {
    Benchmark.Side(name: "") { [self] samples, _ in
      var times: [Double] = []
      for _ in 0..<samples {
        let host = makeHost()
        try await host.registry.scan()
        try await host.registry.enable(skill, consent: true)
        let start = MonotonicTime.now.nanoseconds
        let result = await Self.call(host, skill, arguments)
        times.append(Double(MonotonicTime.now.nanoseconds - start))
        guard result.metrics.startedRunner else { fail("the first call of \(skill) was not the first") }
        await host.shutdown()
      }
      return times
    }
  }
}
