import CSkillABI
import FakeSkillHost
import SkillPluginKit
import Testing

@Suite struct HTTPTests {
  static let url = "https://example.org/a?b=c"

  @Test func aWholeResponse() throws {
    let host = FakeHost {
      $0.pages = [Self.url: .init(status: 404, headers: [("content-type", "text/plain")], body: Array("不在".utf8))]
    }
    let outcome = try Scripted.run(host: host) { _, context in
      let response = try context.http.fetch(
        HTTPRequest(
          method: "POST", url: Self.url, headers: [("Accept", "*/*"), ("X-Empty", "")], body: Array("body".utf8)))
      return [
        .integer(response.status), .bool(response.isSuccess), .string(String(decoding: response.body, as: UTF8.self)),
        .string(response.headers.map { "\($0.name)=\($0.value)" }.joined()),
      ]
    }
    #expect(outcome.result == #"[404,false,"不在","content-type=text/plain"]"#)
    #expect(
      outcome.sent.requests == [
        .init(method: "POST", url: Self.url, headers: ["Accept: */*", "X-Empty: "], body: Array("body".utf8))
      ])
  }

  @Test func noService() throws {
    let outcome = try Scripted.run { _, context in
      try context.http.get(Self.url)
      return nil
    }
    #expect(outcome.status == SKILL_UNSUPPORTED)
    #expect(
      outcome.failure
        == FakeHost.Failure(code: "http_unsupported", message: "this host offers no HTTP to this skill"))
  }

  @Test(arguments: [
    (SKILL_NEEDS_PERMISSION, "http_refused", "the manifest's permissions do not list this address"),
    (SKILL_UNAVAILABLE, "http_unavailable", "no answer"),
    (SKILL_BAD_INPUT, "http_bad_request", "the request is malformed"),
    (SKILL_FAILED, "http_failed", "the response is malformed or too large"),
  ])
  func refusals(status: skill_status, code: String, what: String) throws {
    for (given, message) in [(nil, what), ("the host's own words", "the host's own words")] {
      let host = FakeHost { $0.pages = [Self.url: .init(outcome: status, errorMessage: given)] }
      let outcome = try Scripted.run(host: host) { _, context in
        try context.http.get(Self.url)
        return nil
      }
      #expect(outcome.status == status)
      #expect(outcome.failure == FakeHost.Failure(code: code, message: "\(Self.url): \(message)"))
    }
  }

  @Test func aCancelledTransferCancelsTheCall() throws {
    let host = FakeHost { $0.pages = [Self.url: .init(outcome: SKILL_CANCELLED)] }
    let outcome = try Scripted.run(host: host) { _, context in
      try context.http.get(Self.url)
      return nil
    }
    #expect(outcome.status == SKILL_CANCELLED)
  }

  @Test func aBodyLargerThanAskedFor() throws {
    let host = FakeHost { $0.pages = [Self.url: .init(body: Array(repeating: 65, count: 11))] }
    for limit in [0, 1, 10, 11] {
      let outcome = try Scripted.run(host: host) { _, context in
        .integer(try context.http.fetch(HTTPRequest(url: Self.url, maxBodySize: limit)).body.count)
      }
      #expect(outcome.result == (limit == 11 ? "11" : nil))
      #expect(
        limit == 11
          || outcome.failure
            == FakeHost.Failure(
              code: "http_failed", message: "\(Self.url): the response is larger than \(limit) bytes")
      )
    }
  }

  @Test func escaping() {
    #expect(HTTPRequest.escape("São Paulo/北京&a=b~") == "S%C3%A3o%20Paulo%2F%E5%8C%97%E4%BA%AC%26a%3Db~")
  }
}

@Suite struct StorageTests {
  @Test func valuesOfTheSkill() throws {
    let host = FakeHost { $0.storage = ["b/1": [1], "a": [0, 255]] }
    let outcome = try Scripted.run(host: host) { _, context in
      let storage = context.storage
      try storage.set("b/2", Array("zwei".utf8))
      try storage.remove("b/1")
      try storage.remove("none")
      return [
        .bool(try storage.value("a") == [0, 255]), .bool(try storage.value("none") == nil),
        .array(try storage.keys().map { .string($0) }), .array(try storage.keys(prefix: "b/").map { .string($0) }),
      ]
    }
    #expect(outcome.result == #"[true,true,["a","b/2"],["b/2"]]"#)
    #expect(host.stored == ["a": [0, 255], "b/2": Array("zwei".utf8)])
  }

  @Test func anEmptyValueIsAValue() throws {
    let host = FakeHost { $0.storage = ["a": []] }
    #expect(try Scripted.run(host: host) { _, context in .bool(try context.storage.value("a") == []) }.result == "true")
  }

  @Test func refusalsNameTheKey() throws {
    let host = FakeHost { $0.storage = [:] }
    let outcome = try Scripted.run(host: host) { _, context in
      try context.storage.set("", [])
      return nil
    }
    #expect(outcome.status == SKILL_BAD_INPUT)
    #expect(outcome.failure == FakeHost.Failure(code: "storage_failed", message: "storage: cannot write ''"))
  }

  @Test func noService() throws {
    let outcome = try Scripted.run { _, context in
      try context.storage.set("a", [])
      return nil
    }
    #expect(outcome.status == SKILL_UNSUPPORTED)
    #expect(
      outcome.failure
        == FakeHost.Failure(code: "storage_unsupported", message: "this host offers no storage to this skill"))
  }
}
