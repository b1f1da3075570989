import SkillJSON
import Testing

struct JSONLinesReaderTests {
  static let stream = "{\"a\": \"天😀\"}\n\n  \r\n[1,\t2]\r\n\"last\""

  /// The texts of all values when the stream comes in pieces of a given size.
  private func read(_ text: String, pieces size: Int) throws -> [String] {
    var reader = JSONLinesReader()
    var found: [String] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      reader.append(bytes[start..<min(start + size, bytes.count)])
      while let value = try reader.next() { found.append(value.text) }
    }
    if let value = try reader.finish() { found.append(value.text) }
    return found
  }

  @Test(arguments: 1...40)
  func anyCut(size: Int) throws {
    #expect(try read(Self.stream, pieces: size) == ["{\"a\": \"天😀\"}", "[1,\t2]", "\"last\""])
  }

  @Test func badLinesAreLeftBehind() throws {
    var reader = JSONLinesReader()
    reader.append("1\n{\"a\" 2}\n3\n".utf8)
    #expect(try reader.next()?.int == 1)
    let error = #expect(throws: JSONError.self) { try reader.next() }
    #expect(error?.description == "line 2, column 6: expected ':' after a key, found '2'")
    #expect(try reader.next()?.int == 3)
    #expect(try reader.next() == nil)
    #expect(try reader.finish() == nil)
  }

  @Test func longLinesAreLeftBehind() throws {
    var reader = JSONLinesReader(limits: JSONLimits(maxBytes: 10))
    for _ in 0..<100 {
      reader.append("\"12345".utf8)
      #expect(try reader.next() == nil)
    }
    reader.append("\"\n[1]\n".utf8)
    let error = #expect(throws: JSONError.self) { try reader.next() }
    #expect(error?.description == "line 1, column 1: the line has more than 10 bytes")
    #expect(try reader.next()?.text == "[1]")
    reader.append("12345678901".utf8)
    #expect(throws: JSONError.self) { try reader.finish() }
  }

  @Test(.timeLimit(.minutes(1)))
  func aLongLineInSmallPiecesIsLinear() throws {
    var reader = JSONLinesReader()
    reader.append("\"".utf8)
    for _ in 0..<300_000 {
      reader.append("12345".utf8)
      #expect(try reader.next() == nil)
    }
    reader.append("\"\n".utf8)
    #expect(try reader.next()?.string?.utf8.count == 1_500_000)
  }

  @Test(.timeLimit(.minutes(1)))
  func manyLinesInOnePieceAreLinear() throws {
    var reader = JSONLinesReader()
    reader.append([UInt8](repeating: 0x31, count: 600_000).enumerated().map { $0.offset % 2 == 0 ? $0.element : 0x0A })
    var count = 0
    while try reader.next() != nil { count += 1 }
    #expect(count == 300_000)
  }
}
