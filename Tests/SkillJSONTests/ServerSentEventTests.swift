import SkillJSON
import Testing

struct ServerSentEventTests {
  private func read(_ text: String, pieces size: Int = 1000) throws -> [ServerSentEvent] {
    var reader = ServerSentEventReader()
    var found: [ServerSentEvent] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      reader.append(bytes[start..<min(start + size, bytes.count)])
      while let event = try reader.next() { found.append(event) }
    }
    return found
  }

  /// The examples of the standard.
  @Test func standard() throws {
    #expect(
      try read("data: YHOO\ndata: +2\ndata: 10\n\n") == [ServerSentEvent(data: "YHOO\n+2\n10")])
    #expect(
      try read(": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n") == [
        ServerSentEvent(data: "first event", id: "1"), ServerSentEvent(data: "second event"),
        ServerSentEvent(data: " third event"),
      ])
    #expect(try read("data\n\ndata\ndata\n\ndata:") == [ServerSentEvent(data: ""), ServerSentEvent(data: "\n")])
    #expect(try read("data:test\n\ndata: test\n\n").map(\.data) == ["test", "test"])
    #expect(
      try read("event: add\ndata: 1\n\nevent: x\n\ndata: 2\n\n") == [
        ServerSentEvent(event: "add", data: "1"), ServerSentEvent(data: "2"),
      ])
  }

  @Test(arguments: 1...30)
  func anyCut(size: Int) throws {
    let text = "\u{FEFF}id: 7\r\ndata: 天\r\ndata: 😀\r\n\r\nevent: e\rdata: {\"a\":1}\r\r:c\n\ndata: [DONE]\n\n"
    #expect(
      try read(text, pieces: size) == [
        ServerSentEvent(data: "天\n😀", id: "7"), ServerSentEvent(event: "e", data: "{\"a\":1}", id: "7"),
        ServerSentEvent(data: "[DONE]", id: "7"),
      ])
  }

  @Test func theLastEmptyLineMayBeMissing() throws {
    var reader = ServerSentEventReader()
    reader.append("data: a\n\ndata: b".utf8)
    #expect(try reader.next()?.data == "a")
    #expect(try reader.next() == nil)
    #expect(try reader.finish()?.data == "b")
    #expect(try reader.finish() == nil)
  }

  @Test func fieldsThatAreNotTaken() throws {
    var reader = ServerSentEventReader()
    reader.append("retry: 12\nretry: x\nretry: 99999999999999999999\nid: a\0b\nother: 1\ndata: d\n\n".utf8)
    #expect(try reader.next() == ServerSentEvent(data: "d"))
    #expect(reader.retry == 12)
  }

  @Test func brokenCharactersAreReplaced() throws {
    var reader = ServerSentEventReader()
    reader.append(Array("data: a".utf8) + [0xE5, 0xA4] + Array("b\n\n".utf8))
    #expect(try reader.next()?.data == "a\u{FFFD}b")
  }

  @Test func largeEventsAreLeftBehind() throws {
    var reader = ServerSentEventReader(maxBytes: 20)
    for _ in 0..<10 { reader.append("data: 0123456789\n".utf8) }
    reader.append("\ndata: x\n\n".utf8)
    let error = #expect(throws: ServerSentEventReader.TooLarge.self) { try reader.next() }
    #expect(error?.description == "an event of the stream has more than 20 bytes")
    #expect(try reader.next()?.data == "x")
    reader.append("data: \(String(repeating: "1", count: 30))\ndata: y\n\ndata: z\n\n".utf8)
    #expect(throws: ServerSentEventReader.TooLarge.self) { try reader.next() }
    #expect(try reader.next()?.data == "z")
  }
}
