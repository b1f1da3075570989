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

/// Makes valid JSON of every shape.
struct RandomText {
  var random: SeededGenerator

  mutating func value(depth: Int) -> String {
    let space = ["", "", " ", "\n  ", "\t", "\r\n"]
    let body: String
    switch Int.random(in: 0..<(depth < 5 ? 9 : 6), using: &random) {
    case 0: body = ["null", "true", "false"].randomElement(using: &random) ?? "null"
    case 1, 2: body = number()
    case 3, 4, 5: body = string()
    case 6:
      body =
        "[" + (0..<Int.random(in: 0..<6, using: &random)).map { _ in value(depth: depth + 1) }.joined(separator: ",")
        + "]"
    default:
      let members = (0..<Int.random(in: 0..<6, using: &random)).map { _ in string() + ":" + value(depth: depth + 1) }
      body = "{" + members.joined(separator: ",") + "}"
    }
    return (space.randomElement(using: &random) ?? "") + body + (space.randomElement(using: &random) ?? "")
  }

  private mutating func number() -> String {
    let forms = ["0", "-0", "1e400", "-1.5E-3", "0.1", "123456789012345678901234567890", "1E+2", "9007199254740993"]
    if Bool.random(using: &random) { return forms.randomElement(using: &random) ?? "0" }
    return String(Int.random(in: Int.min...Int.max, using: &random))
  }

  private mutating func string() -> String {
    let pieces = [
      "a", "key", "\\n", "\\\"", "\\\\", "\\u0041", "\\ud83d\\ude00", "\\u0000", "é", "天气", "😀", " ",
      "longer than eight",
      "\\/", "e\u{301}", "\u{7F}", "\\u00e9", "\u{FFFF}",
    ]
    return "\""
      + (0..<Int.random(in: 0..<5, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      + "\""
  }
}

/// RFC 8259 by recursive descent, as plain as can be.
struct PlainParser {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func accepts() -> Bool {
    guard String(validating: bytes, as: UTF8.self) != nil else { return false }
    space()
    guard value() else { return false }
    space()
    return position == bytes.count
  }

  private var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func take(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  private mutating func space() {
    while position < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[position]) { position += 1 }
  }

  private mutating func value() -> Bool {
    switch next {
    case UInt8(ascii: "{"): return list("}") { $0.member() }
    case UInt8(ascii: "["): return list("]") { $0.value() }
    case UInt8(ascii: "\""): return string()
    default: return take("true") || take("false") || take("null") || number()
    }
  }

  private mutating func list(_ end: String, _ item: (inout Self) -> Bool) -> Bool {
    position += 1
    space()
    if take(end) { return true }
    repeat {
      space()
      guard item(&self) else { return false }
      space()
    } while take(",")
    return take(end)
  }

  private mutating func member() -> Bool {
    guard next == UInt8(ascii: "\""), string() else { return false }
    space()
    guard take(":") else { return false }
    space()
    return value()
  }

  private mutating func string() -> Bool {
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") { return true }
      if byte < 0x20 { return false }
      guard byte == UInt8(ascii: "\\") else { continue }
      let letter = next
      position += 1
      if letter == UInt8(ascii: "u") {
        guard let unit = unit() else { return false }
        if (0xDC00...0xDFFF).contains(unit) { return false }
        if (0xD800...0xDBFF).contains(unit) {
          guard take("\\u"), let low = self.unit(), (0xDC00...0xDFFF).contains(low) else { return false }
        }
      } else if !"\"\\/bfnrt".utf8.contains(letter) {
        return false
      }
    }
    return false
  }

  private mutating func unit() -> Int? {
    guard position + 4 <= bytes.count else { return nil }
    let digits = bytes[position..<position + 4]
    position += 4
    guard digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private mutating func number() -> Bool {
    _ = take("-")
    if !take("0") { guard (0x31...0x39).contains(next), digits() else { return false } }
    if take(".") { guard digits() else { return false } }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      guard digits() else { return false }
    }
    return true
  }

  private mutating func digits() -> Bool {
    let start = position
    while (0x30...0x39).contains(next) { position += 1 }
    return position > start
  }
}
