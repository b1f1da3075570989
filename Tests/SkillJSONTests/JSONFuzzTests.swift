import Foundation
import SkillJSON
import Testing

/// Random texts: valid ones survive a round trip, damaged ones never trap, and every verdict is that of a second parser
/// that is written in the plainest way.
struct JSONFuzzTests {
  @Test(arguments: 0..<8 as Range<UInt64>)
  func validTextsSurvive(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      var maker = RandomText(random: random)
      let text = maker.value(depth: 0)
      random = maker.random
      let value = try JSON(parsing: text)
      #expect(value.text == text.trimmingCharacters(in: CharacterSet(charactersIn: " \n\r\t")))
      for pretty in [true, false] {
        var writer = JSONWriter(pretty: pretty)
        writer.value(value)
        let again = try JSON(parsing: writer.bytes)
        #expect(again == value)
        #expect(again.hashValue == value.hashValue)
        var rebuilt = JSONWriter(pretty: pretty)
        rebuild(value, &rebuilt)
        #expect(try JSON(parsing: rebuilt.bytes) == value)
      }
    }
  }

  /// Writes a value from its decoded parts.
  private func rebuild(_ value: JSON, _ writer: inout JSONWriter) {
    switch value.kind {
    case .null: writer.null()
    case .bool: writer.value(value.bool ?? false)
    case .number: writer.raw((value.numberText ?? "").utf8)
    case .string: writer.value(value.string ?? "")
    case .array: writer.array { writer in for element in value.elements { rebuild(element, &writer) } }
    case .object:
      writer.object { writer in
        for (key, member) in value.members { writer.member(key) { rebuild(member, &$0) } }
      }
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func damagedTextsGetTheRightVerdict(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &+ 1000)
    for _ in 0..<400 {
      var maker = RandomText(random: random)
      var bytes = Array(maker.value(depth: 0).utf8)
      random = maker.random
      for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 3: bytes.removeSubrange(place...)
        default: bytes[place] = Array(#"{}[],:"\0123456789.eE+-truefalsn "#.utf8).randomElement(using: &random) ?? 0
        }
      }
      let verdict: Bool
      do throws(JSONError) {
        _ = try JSON(parsing: bytes)
        verdict = true
      } catch {
        #expect((0...bytes.count).contains(error.position.offset))
        verdict = false
      }
      var plain = PlainParser(bytes)
      #expect(verdict == plain.accepts(), "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test func numbersAreReadAsTheStandardLibraryReadsThem() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<3_000 {
      var text = Bool.random(using: &random) ? "-" : ""
      text += String(UInt64.random(in: 0...UInt64.max, using: &random) >> UInt64.random(in: 0..<64, using: &random))
      if Bool.random(using: &random) { text += ".\(UInt64.random(in: 0...UInt64.max, using: &random))" }
      if Bool.random(using: &random) { text += "e\(Int.random(in: -330...330, using: &random))" }
      let value = try JSON(parsing: text)
      let double = try #require(Double(text))
      #expect(value.double == (double.isFinite ? double : nil), "\(text)")
      if value.numberText?.contains(where: { ".e".contains($0) }) == false { #expect(value.int == Int(text)) }
    }
  }
}
