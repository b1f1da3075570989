import SkillJSON
import Testing

/// Texts that are made to be slow. Each is over at once or fails by its time limit.
@Suite(.timeLimit(.minutes(1)))
struct JSONHostileTests {
  private func refuses(_ bytes: [UInt8], maxDepth: Int = .max) -> String? {
    do throws(JSONError) {
      _ = try JSON(parsing: bytes, limits: JSONLimits(maxDepth: maxDepth))
      return nil
    } catch {
      return error.description
    }
  }

  @Test func openBracketsWithoutEnd() {
    let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 2_000_000)
    #expect(refuses(bytes) == "line 1, column 2000001: expected a value or ']', found the end of the text")
    #expect(refuses(bytes, maxDepth: 512) == "line 1, column 513: containers are nested more than 512 deep")
  }

  /// Every text of up to five of these characters: right verdict, and never more values than there is room for.
  @Test(arguments: Array("[]{},:\"1".utf8))
  func allShortTexts(first: UInt8) {
    let letters = Array("[]{},:\"1".utf8)
    for length in 0..<5 {
      var digits = [Int](repeating: 0, count: length)
      repeat {
        let bytes = [first] + digits.map { letters[$0] }
        var plain = PlainParser(bytes)
        #expect((refuses(bytes) == nil) == plain.accepts(), "\(String(decoding: bytes, as: UTF8.self))")
        _ = refuses(bytes, maxDepth: 1)
      } while Self.increment(&digits, base: letters.count)
    }
  }

  /// False when it begins anew.
  private static func increment(_ digits: inout [Int], base: Int) -> Bool {
    for index in digits.indices {
      digits[index] += 1
      if digits[index] < base { return true }
      digits[index] = 0
    }
    return false
  }

  @Test func strayBytesAfterMuchSpace() {
    let bytes = [UInt8](repeating: 0x20, count: 2_000_000) + [0x78]
    #expect(refuses(bytes) == "line 1, column 2000001: expected a value, found 'x'")
  }

  @Test func longStringWithoutEnd() {
    #expect(
      refuses([0x22] + [UInt8](repeating: 0x5C, count: 2_000_000))
        == "line 1, column 1: the string has no closing quote")
  }

  @Test func numbersOfManyDigits() throws {
    let digits = String(repeating: "9", count: 500_000)
    let value = try JSON(parsing: "[\(digits), 0.\(digits), 1e\(digits), -\(digits).\(digits)e-\(digits)]")
    #expect(value.elements.map(\.int) == [nil, nil, nil, nil])
    #expect(value[0]?.double == nil)
    #expect(value[1]?.double == 1)
    #expect(value[2]?.double == nil)
    let first = try #require(value[0]?.decimal)
    let second = try #require(value[1]?.decimal)
    #expect(second < first)
    #expect(first == first)
  }

  @Test func manyKeys() throws {
    let value = JSON.build { writer in writer.object { for key in 0..<20_000 { $0.member("k\(key % 19_999)", key) } } }
    #expect(value.firstDuplicateKey()?.key == "k0")
    #expect(value == value.decoded)
    #expect(try value.decode([String: Int].self).count == 19_999)
  }

  @Test func escapesOnly() throws {
    let text = "\"" + String(repeating: "\\ud83d\\ude00", count: 100_000) + "\""
    let value = try JSON(parsing: text)
    #expect(value.string?.unicodeScalars.count == 100_000)
    #expect(value == JSON(String(repeating: "😀", count: 100_000)))
  }
}

extension JSON {
  /// The same value in another document.
  fileprivate var decoded: JSON {
    JSON.build { writer in
      writer.object { writer in for (key, value) in members { writer.member(key, value) } }
    }
  }
}
