import CSkillABI
import Glibc
import SkillBroker
import SkillBundle
import SkillJSON
import SkillLoader
import SkillRuntime
import SkillSystem
import TestSupport
import Testing

/// A runner with Tests/FaultyPlugins/HttpClient (or another program in its place), a broker and a server.
final class ServiceHarness: Sendable {
  let reactor: Reactor
  let supervisor: RunnerSupervisor
  let broker = HTTPBroker()
  let target: RunnerTarget
  let origin: String
  private let logPath = Compiler.temporaryPath("log")

  private static let client = Result { try Compiler.faulty("HttpClient") }

  init(
    _ server: TestServer, runner: String = Products.runner, network: [String]? = nil,
    storage: (any StorageService)? = nil, hasBroker: Bool = true
  ) throws {
    reactor = try Reactor()
    origin = "127.0.0.1:\(server.port)"
    let bytes = try Self.client.get()
    target = RunnerTarget(
      key: RunnerTarget.Key(
        identifier: "test.http", manifestDigest: SHA256Digest(of: bytes).bytes, configuration: Array("{}".utf8)),
      label: "test.http 1.0.0", libraryDigest: SHA256Digest(of: bytes),
      library: SealedLibrary(try Compiler.seal(bytes)),
      network: (network ?? [origin]).compactMap { NetworkPermission($0) })
    supervisor = RunnerSupervisor(
      reactor: reactor, settings: RunnerSettings(executable: runner), log: SkillLog(path: logPath),
      services: HostServices(http: hasBroker ? broker : nil, storage: storage))
  }

  deinit {
    broker.close()
    unlink(logPath)
  }

  /// Runs `body` on the reactor, then ends everything and expects that nothing is left.
  func run<Result: Sendable>(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable () async -> Result
  ) -> Result {
    let result = reactor.run { [self] in
      let result = await body()
      await supervisor.shutdown()
      return result
    }
    let giveUp = MonotonicTime.now.advanced(by: .seconds(10))
    while broker.transfers > 0, MonotonicTime.now < giveUp { sched_yield() }
    #expect(broker.transfers == 0, "transfers are left", sourceLocation: sourceLocation)
    let left: [Int32] = reactor.run { [supervisor] in await supervisor.processes }
    #expect(left == [], "runners are left", sourceLocation: sourceLocation)
    return result
  }

  /// Has the skill fetch a path of the server. `more` are further members of its argument.
  func fetch(
    _ path: String, _ more: String = "", timeout: Duration = .seconds(20), kind: RunnerRequest.Kind = .invoke,
    onEvent: @escaping @Sendable (RunnerEvent) -> Void = { _ in }
  ) async -> RunnerAnswer {
    let url = path.hasPrefix("http") ? path : "http://\(origin)\(path)"
    return await supervisor.call(
      target,
      RunnerRequest(
        kind, facts: [("call_id", "test")], input: Array(#"{"url":"\#(url)"\#(more)}"#.utf8),
        deadline: MonotonicTime.now.advanced(by: timeout), outputLimit: 64 * 1024), onEvent: onEvent)
  }
}

extension RunnerAnswer {
  /// The skill's result; null when there is none.
  var json: JSON {
    guard case .success(let outcome) = outcome, let bytes = outcome.result else { return .null }
    return (try? JSON(parsing: bytes)) ?? .null
  }

  var errorCode: String? { if case .failure(let error) = outcome { error.code.name } else { nil } }
}
