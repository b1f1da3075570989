import CSkillABI
import Glibc
import SkillBroker
import SkillBundle
import SkillLoader
import SkillRuntime
import SkillSystem
import Synchronization
import TestSupport
import Testing

/// The broker against a server that misbehaves.
@Suite struct BrokerTests {
  private let server: TestServer
  private let broker: HTTPBroker

  init() throws {
    server = try TestServer()
    var settings = BrokerSettings()
    // Far beyond what a loaded machine takes: only tests of slowness itself have short ones.
    settings.connectTimeout = .seconds(30)
    settings.lowSpeedTime = .seconds(30)
    broker = HTTPBroker(settings: settings)
  }

  /// A broker that loses patience soon.
  private var impatient: HTTPBroker {
    var settings = BrokerSettings()
    settings.lowSpeedTime = .seconds(1)
    return HTTPBroker(settings: settings)
  }

  /// Fetches and takes everything at once.
  private func fetch(
    _ path: String, host: String = "127.0.0.1", method: String = "", fields: [HTTPField] = [], body: String = "",
    max: UInt64 = 0, timeout: Duration = .seconds(900), allow: [String] = [],
    others: Int = 0, with other: HTTPBroker? = nil
  ) async -> Answer {
    let broker = other ?? broker
    let url = path.hasPrefix("http") ? path : "http://\(host):\(server.port)\(path)"
    let permissions = (["\(host):\(server.port)"] + allow).compactMap { NetworkPermission($0) }
    let request = HTTPServiceRequest(
      method: method, url: url, fields: fields, body: Array(body.utf8), maxBodySize: max)
    let (stream, continuation) = AsyncStream.makeStream(of: HTTPServicePart.self)
    let transfer = broker.fetch(request, allowed: permissions, deadline: MonotonicTime.now.advanced(by: timeout)) {
      continuation.yield($0)
    }
    var answer = Answer()
    for await part in stream {
      switch part {
      case .head(let head):
        answer.head = head
        transfer.taken(head.encode().count)
      case .body(let bytes):
        #expect(answer.head != nil, "a body before its head")
        #expect(bytes.count <= ServiceLimits.part)
        answer.body += bytes
        transfer.taken(bytes.count)
      case .end(let end):
        answer.end = end
        continuation.finish()
      }
    }
    #expect(broker.transfers == others)
    return answer
  }

  private struct Answer {
    var head: HTTPServiceHead?
    var body: [UInt8] = []
    var end = ServiceEnd(-1)
    var status: Int? { head?.status }
    var text: String { String(decoding: body, as: UTF8.self) }
  }

  private var origin: String { "127.0.0.1:\(server.port)" }

  @Test func aResponseArrivesWithItsHeaders() async {
    let answer = await fetch("/hello")
    #expect(answer.end == .done)
    #expect(answer.text == "hello")
    #expect(answer.head?.fields.contains(HTTPField("x-test", "a b")) == true)
    #expect(await fetch("/interim").text == "late")
    let missing = await fetch("/status/404")
    #expect(missing.end == .done && missing.status == 404 && missing.text == "status")
  }

  @Test func whatIsSentIsWhatTheSkillSaidAndNoMore() async {
    let answer = await fetch(
      "/echo?to=x", method: "POST", fields: [HTTPField("X-Key", "1"), HTTPField("X-Empty", "")], body: "payload")
    #expect(
      answer.text.split(separator: "\r\n").sorted()
        == [
          "Accept: */*", "Content-Length: 7", "Host: \(origin)", "POST /echo?to=x HTTP/1.1", "User-Agent: skillhost",
          "X-Empty:", "X-Key: 1", "payload",
        ])
    #expect(await fetch("/hello", method: "HEAD").text == "")
    #expect(await fetch("/hello", method: "DELETE").text == "hello")
    #expect(server.log.suffix(2) == ["request HEAD /hello", "request DELETE /hello"])
  }

  @Test func nothingOfTheEnvironmentIsUsed() async {
    setenv("http_proxy", "http://127.0.0.1:1", 1)
    setenv("ALL_PROXY", "http://127.0.0.1:1", 1)
    defer {
      unsetenv("http_proxy")
      unsetenv("ALL_PROXY")
    }
    #expect(await fetch("/hello").text == "hello")
  }

  @Test func nothingIsUnpacked() async {
    let answer = await fetch("/gzip", fields: [HTTPField("Accept-Encoding", "gzip")])
    #expect(answer.end == .done && answer.body == [0x1F, 0x8B, 0x08, 0])
  }

  // MARK: Sizes

  @Test func largeBodiesArriveWholeAndTooLargeOnesNotAtAll() async {
    #expect(await fetch("/big/3000000").body.count == 3_000_000)
    #expect(await fetch("/unknown/3000000").body.count == 3_000_000)
    let stated = await fetch("/big/3000000", max: 2_999_999)
    #expect(
      stated.end == ServiceEnd(SKILL_FAILED, "the answer of \(origin) is larger than 2999999 bytes")
        && stated.body == [])
    let unstated = await fetch("/unknown/3000000", max: 1_000_000)
    #expect(unstated.end == ServiceEnd(SKILL_FAILED, "the answer of \(origin) is larger than 1000000 bytes"))
    #expect(unstated.body.count <= 1_000_000)
    #expect(await fetch("/big/\(33 << 20)").end.status == SKILL_FAILED)
  }

  @Test func whoTakesNothingGetsTheWindowAndNoMore() async {
    let received = Mutex(0)
    let broker = impatient
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let transfer = broker.fetch(
      HTTPServiceRequest(url: server.url("/big/20000000")), allowed: [NetworkPermission(origin)].compactMap { $0 },
      deadline: MonotonicTime.now.advanced(by: .seconds(900))
    ) { part in
      let size =
        switch part {
        case .head(let head): head.encode().count
        case .body(let bytes): bytes.count
        case .end: 0
        }
      continuation.yield(
        received.withLock {
          $0 += size
          return $0
        })
    }
    for await total in stream where total > ServiceLimits.window - 32 * 1024 { break }
    // Takes longer than the low-speed time: a pause is the taker's doing and ends nothing.
    _ = await fetch("/drip", timeout: .seconds(60), others: 1, with: broker)
    #expect(received.withLock { $0 } <= ServiceLimits.window)
    #expect(broker.transfers == 1)
    transfer.cancel()
    server.await("closed /big/20000000")
  }

  @Test func headersHaveLimits() async {
    #expect(await fetch("/headers/120").status == 200)
    let many = await fetch("/headers/200")
    #expect(
      many.end
        == ServiceEnd(SKILL_FAILED, "\(origin) answered with more than 128 headers or 24576 bytes of them"))
    #expect(await fetch("/bigheader").end.status == SKILL_FAILED)
    #expect(await fetch("/continue").end.status == SKILL_FAILED)
    server.await("closed /continue")
  }

  // MARK: Servers that lie

  @Test(arguments: [
    ("/short", SKILL_FAILED), ("/negative", SKILL_FAILED), ("/garbage", SKILL_FAILED), ("/badheader", SKILL_FAILED),
    ("/nothing", SKILL_UNAVAILABLE),
  ])
  func malformedAnswers(path: String, status: skill_status) async {
    let answer = await fetch(path)
    #expect(answer.end.status == status, "\(answer.end)")
    #expect(answer.end.message.contains(origin))
  }

  @Test func slowServersRunIntoTheirLimits() async {
    let drip = await fetch("/drip", timeout: .seconds(60), with: impatient)
    #expect(drip.end == ServiceEnd(SKILL_UNAVAILABLE, "\(origin) did not connect in time, or sent too slowly"))
    server.await("closed /drip")
    let silent = await fetch("/silent", timeout: .milliseconds(300))
    #expect(silent.end == ServiceEnd(SKILL_UNAVAILABLE, "time ran out"))
    server.await("closed /silent")
    #expect(await fetch("/hello", timeout: .zero).end == ServiceEnd(SKILL_UNAVAILABLE, "time ran out"))
  }

  @Test func nobodyListens() async throws {
    let closed = try #require(NetworkPermission("127.0.0.1:1"))
    let answer = await fetch("http://127.0.0.1:1/", allow: [closed.text])
    #expect(answer.end == ServiceEnd(SKILL_UNAVAILABLE, "no connection to 127.0.0.1:1"))
    let unknown = await fetch("http://no-such-name.invalid/", allow: ["no-such-name.invalid:80"])
    #expect(unknown.end == ServiceEnd(SKILL_UNAVAILABLE, "the name no-such-name.invalid was not found"))
  }

  // MARK: Where it may go

  @Test func whatTheManifestDoesNotNameIsNotConnectedTo() async {
    #expect(await fetch("http://127.0.0.1:1/").end.status == SKILL_NEEDS_PERMISSION)
    #expect(await fetch("http://localhost:\(server.port)/hello").end.status == SKILL_NEEDS_PERMISSION)
    #expect(await fetch("http://x@127.0.0.1:\(server.port)/hello").end.status == SKILL_BAD_INPUT)
    #expect(server.log == [])
    #expect(await fetch("/hello", host: "localhost").text == "hello")
  }

  /// Names of this machine that a hosts file gives it, but `localhost`.
  static let ownNames = ["ip6-localhost", "ip6-loopback", hostName()].filter { name in
    NetworkPermission("\(name):80") != nil && resolves(name)
  }

  @Test("a name that leads to a private address is refused", arguments: ownNames)
  func names(name: String) async {
    let answer = await fetch("/hello", host: name)
    #expect(answer.end.status == SKILL_NEEDS_PERMISSION, "\(answer.end)")
    #expect(answer.end.message.hasPrefix("\(name) is "))
    #expect(
      answer.end.message.hasSuffix(", which is no public address; a manifest must name such an address itself"))
    #expect(server.log == [])
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func redirectsAreFollowedInsideTheList(status: Int) async {
    let answer = await fetch(
      "/redirect/\(status)?to=/echo", method: "POST", fields: [HTTPField("X-Key", "1")], body: "b")
    let keeps = status >= 307
    #expect(answer.end == .done)
    #expect(answer.text.hasPrefix(keeps ? "POST /echo " : "GET /echo "), "\(answer.text)")
    #expect(answer.text.hasSuffix(keeps ? "\r\n\r\nb" : "\r\n\r\n"))
    #expect(answer.text.contains("X-Key: 1"))
  }

  @Test func aKeyDoesNotFollowToAnotherOrigin() async {
    let other = "localhost:\(server.port)"
    let answer = await fetch(
      "/redirect/302?to=http://\(other)/echo",
      fields: [HTTPField("Authorization", "secret"), HTTPField("Accept", "a/b")],
      allow: [other])
    #expect(answer.text.contains("Accept: a/b"))
    #expect(!answer.text.contains("secret"))
  }

  @Test func redirectsThatAreRefused() async {
    let evil = await fetch("/redirect/302?to=http://evil.example/")
    #expect(
      evil.end
        == ServiceEnd(
          SKILL_NEEDS_PERMISSION,
          "\(origin) redirects: evil.example:80 is not in the manifest's permissions.network"))
    #expect(await fetch("/redirect/302?to=file:///etc/passwd").end.status == SKILL_FAILED)
    #expect(await fetch("/redirect/302?to=http://u@\(origin)/hello").end.status == SKILL_FAILED)
    #expect(await fetch("/chain/5").text == "end")
    #expect(await fetch("/chain/6").end == ServiceEnd(SKILL_FAILED, "more than 5 redirects"))
  }

  // MARK: Many, and the end

  @Test func cancellingClosesTheConnection() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let transfer = broker.fetch(
      HTTPServiceRequest(url: server.url("/stream")), allowed: [NetworkPermission(origin)].compactMap { $0 },
      deadline: MonotonicTime.now.advanced(by: .seconds(900))
    ) { _ in continuation.yield() }
    for await _ in stream { break }
    #expect(broker.transfers == 1)
    transfer.cancel()
    server.await("closed /stream")
    await awaitNoTransfers()
  }

  @Test func closingTheBrokerEndsEverything() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    _ = broker.fetch(
      HTTPServiceRequest(url: server.url("/stream")), allowed: [NetworkPermission(origin)].compactMap { $0 },
      deadline: MonotonicTime.now.advanced(by: .seconds(900))
    ) { _ in continuation.yield() }
    for await _ in stream { break }
    broker.close()
    server.await("closed /stream")
    #expect(await fetch("/hello").end == ServiceEnd(SKILL_UNAVAILABLE, "the host is ending"))
  }

  @Test func sixtyFourAtOnceAndNotOneMore() async {
    let transfers = (0..<64).map { _ in
      broker.fetch(
        HTTPServiceRequest(url: server.url("/silent")), allowed: [NetworkPermission(origin)].compactMap { $0 },
        deadline: MonotonicTime.now.advanced(by: .seconds(900))
      ) { _ in }
    }
    let end = Mutex<ServiceEnd?>(nil)
    _ = broker.fetch(
      HTTPServiceRequest(url: server.url("/hello")), allowed: [NetworkPermission(origin)].compactMap { $0 },
      deadline: MonotonicTime.now.advanced(by: .seconds(900))
    ) { part in
      if case .end(let problem) = part { end.withLock { $0 = problem } }
    }
    #expect(
      end.withLock { $0 }
        == ServiceEnd(SKILL_UNAVAILABLE, "the host has 64 requests under way, which is all it allows"))
    for transfer in transfers { transfer.cancel() }
    // Commands are carried out in order, so this one comes after all cancellations.
    await awaitNoTransfers()
    #expect(await fetch("/hello").text == "hello")
  }

  private func awaitNoTransfers() async {
    let giveUp = MonotonicTime.now.advanced(by: .seconds(10))
    while broker.transfers > 0, MonotonicTime.now < giveUp { await Task.yield() }
    #expect(broker.transfers == 0)
  }

  @Test func manyAtOnceAllArrive() async {
    let (broker, origin) = (broker, origin)
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<40 { group.addTask { await Self.fetchMuch(broker, origin) } }
      for await size in group { #expect(size == 100_000) }
    }
  }

  private static func fetchMuch(_ broker: HTTPBroker, _ origin: String) async -> Int {
    let (stream, continuation) = AsyncStream.makeStream(of: HTTPServicePart.self)
    let transfer = broker.fetch(
      HTTPServiceRequest(url: "http://\(origin)/big/100000"), allowed: [NetworkPermission(origin)].compactMap { $0 },
      deadline: MonotonicTime.now.advanced(by: .seconds(900))
    ) { continuation.yield($0) }
    var size = 0
    for await part in stream {
      switch part {
      case .head(let head): transfer.taken(head.encode().count)
      case .body(let bytes):
        size += bytes.count
        transfer.taken(bytes.count)
      case .end(let end):
        #expect(end == .done)
        continuation.finish()
      }
    }
    return size
  }
}
