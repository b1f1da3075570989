import CSkillABI
import SkillBroker
import SkillLoader
import Testing

/// What a skill may send, and what a server may answer.
@Suite struct MessageTests {
  private func problem(_ request: HTTPServiceRequest) -> ServiceEnd? {
    do throws(FetchProblem) {
      _ = try OutgoingRequest(request)
      return nil
    } catch {
      return error.end
    }
  }

  @Test(arguments: ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "PROPFIND", ""])
  func methods(method: String) { #expect(problem(HTTPServiceRequest(method: method, url: "")) == nil) }

  @Test(arguments: ["get", "CONNECT", "TRACE", "GET /", "GET\r\n", "G\0", "ABCDEFGHIJKLMNOPQ"])
  func otherMethods(method: String) {
    #expect(problem(HTTPServiceRequest(method: method, url: ""))?.status == SKILL_BAD_INPUT)
  }

  @Test(arguments: [
    ("Host", "a"), ("content-length", "1"), ("Transfer-Encoding", "chunked"), ("CONNECTION", "close"), ("Expect", "x"),
    ("Proxy-Authorization", "x"), ("Upgrade", "h2c"), ("", "a"), ("A B", "a"), ("A:", "a"), ("A\r\nB", "a"),
    ("A", "a\r\nHost: b"), ("A", "a\nb"), ("A", "a\0b"), ("A", "\u{7f}"), ("\u{e9}", "a"),
  ])
  func headersThatAreRefused(name: String, value: String) {
    #expect(
      problem(HTTPServiceRequest(url: "", fields: [HTTPField(name, value)]))?.status == SKILL_BAD_INPUT)
  }

  @Test func headersThatAreSent() {
    let fields = [
      HTTPField("Authorization", "Bearer x"), HTTPField("X-Empty", ""), HTTPField("x", "\u{e9}\t1"),
      HTTPField("Cookie", "a=b"),
    ]
    #expect(problem(HTTPServiceRequest(url: "", fields: fields)) == nil)
    let many = (0...64).map { HTTPField("x-\($0)", "") }
    #expect(problem(HTTPServiceRequest(url: "", fields: many))?.status == SKILL_BAD_INPUT)
    let long = [HTTPField("x", String(repeating: "a", count: 32 * 1024))]
    #expect(problem(HTTPServiceRequest(url: "", fields: long))?.status == SKILL_BAD_INPUT)
  }

  private func read(_ lines: String...) -> (events: [ResponseHead.Event], head: HTTPServiceHead) {
    var head = ResponseHead()
    return (lines.map { head.take(Array($0.utf8)) }, head.head)
  }

  @Test func aHeadIsReadLineByLine() {
    let (events, head) = read(
      "HTTP/1.1 100 Continue\r\n", "X: 1\r\n", "\r\n", "HTTP/1.1 200 OK\r\n", "Content-Type:  text/plain \r\n",
      "  ; charset=x\r\n", "Empty:\r\n", "\r\n")
    #expect(events == [.more, .more, .more, .more, .more, .more, .more, .complete])
    #expect(
      head
        == HTTPServiceHead(
          status: 200, fields: [HTTPField("content-type", "text/plain ; charset=x"), HTTPField("empty", "")]))
  }

  @Test func badHeads() {
    #expect(read("HTTP/1.1 2000 OK\r\n").events == [.malformed])
    #expect(read("HTTP/1.1\r\n").events == [.malformed])
    #expect(read("HTTP/1.1 200\r\n", " folded\r\n").events == [.more, .malformed])
    #expect(read("HTTP/1.1 200\r\n", ": x\r\n").events == [.more, .malformed])
    #expect(read("X: \(String(repeating: "a", count: 25_000))\r\n").events == [.tooLarge])
    var head = ResponseHead()
    var events: [ResponseHead.Event] = []
    for index in 0...128 { events.append(head.take(Array("x\(index): 1\r\n".utf8))) }
    #expect(events.last == .tooLarge)
    #expect(events.dropLast().allSatisfy { $0 == .more })
  }

  @Test func whatIsWrittenIsRead() {
    let request = HTTPServiceRequest(
      method: "POST", url: "https://a/", fields: [HTTPField("a", "b")], body: [0, 1, 255], maxBodySize: .max)
    #expect(request.encode().withUnsafeBytes { HTTPServiceRequest($0) } == request)
    let head = HTTPServiceHead(status: 404, fields: [HTTPField("a", ""), HTTPField("b", "\u{e9}")])
    #expect(head.encode().withUnsafeBytes { HTTPServiceHead($0) } == head)
    let end = ServiceEnd(SKILL_UNAVAILABLE, "no")
    #expect(end.encode().withUnsafeBytes { ServiceEnd($0) } == end)
    // Every cut of a message is refused, none traps.
    for bytes in [request.encode(), head.encode(), end.encode()] {
      for count in 0..<bytes.count {
        bytes.prefix(count).withUnsafeBytes { cut in
          #expect(HTTPServiceRequest(cut) == nil)
          #expect(ServiceEnd(cut) == nil)
        }
      }
    }
  }
}
