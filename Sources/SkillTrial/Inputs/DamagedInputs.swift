package import SkillJSON
package import SkillSchema

/// Input that the host would refuse. A library gets it all the same here: its own reader is what stands behind the host's.
package struct DamagedInput: Sendable {
  /// What is wrong with it, in a few words.
  package let what: String
  package let bytes: [UInt8]

  /// - Parameter good: inputs that fit, to be damaged.
  package static func all(_ good: [JSON], _ schema: Schema) -> [DamagedInput] {
    var found: [DamagedInput] = []
    func add(_ what: String, _ bytes: [UInt8]) { found.append(DamagedInput(what: what, bytes: bytes)) }
    func add(_ what: String, _ text: String) { add(what, Array(text.utf8)) }

    add("nothing", [])
    for text in ["null", "true", "0", "\"text\"", "[]", "[{}]", "{}", " ", "{", "}", "\"", "\\", "nul", "{\"", "{]"] {
      add("instead of an object, \(text)", text)
    }
    add("one NUL byte", [0])
    add("a byte order mark", [0xEF, 0xBB, 0xBF] + Array("{}".utf8))
    add("bytes that are not UTF-8", [0xFF, 0xFE, 0x80, 0xC0, 0xAF])
    add("100,000 arrays inside each other, none closed", String(repeating: "[", count: 100_000))
    add("50,000 objects inside each other", deep(50_000))
    add("a megabyte of spaces", String(repeating: " ", count: 1 << 20))
    add("a name of a megabyte", "{\"\(String(repeating: "k", count: 1 << 20))\": 1}")
    add("an unknown member", "{\"no such member\": 1}")

    guard let base = good.max(by: { $0.count < $1.count }) else { return found }
    let bytes = base.bytes
    for part in [1, 2, 3, 4, 5] where bytes.count > 6 { add("cut off", Array(bytes.prefix(bytes.count * part / 6))) }
    add("cut off before the last bracket", Array(bytes.dropLast()))
    add("followed by garbage", bytes + Array("}garbage".utf8))
    add("followed by NUL bytes", bytes + [0, 0, 0])
    let sample = SampleValue.verbatim(base)
    for (key, value) in sample.members {
      let name = SampleValue.string(key).bytes
      func with(_ value: [UInt8]) -> [UInt8] {
        var all = sample.setting(key, nil).bytes
        all.removeLast()
        if all.count > 1 { all.append(UInt8(ascii: ",")) }
        return all + name + [UInt8(ascii: ":")] + value + [UInt8(ascii: "}")]
      }
      let place = "/\(key.prefix(40))"
      add("without \(place)", sample.setting(key, nil).bytes)
      let wrong: [(String, String)] = [
        ("null", "null"), ("true", "true"), ("a number", "12"), ("a text", "\"12\""), ("an array", "[[], 1]"),
        ("an object", "{\"\": {}}"), ("a huge number", "1e400"), ("a negative huge number", "-1e400"),
        ("a number of 1,000 digits", String(repeating: "9", count: 1_000)),
        ("a lone surrogate", "\"\\ud800\""), ("an escaped NUL", "\"a\\u0000b\""), ("a wrong escape", "\"\\x\""),
      ]
      for (what, text) in wrong { add("\(place) is \(what)", with(Array(text.utf8))) }
      add("\(place) has bytes that are not UTF-8", with([0x22, 0xFF, 0xC3, 0x22]))
      add("\(place) has a NUL byte", with([0x22, 0x61, 0x00, 0x62, 0x22]))
      add("\(place) is a text of a megabyte", with([0x22] + [UInt8](repeating: 0x61, count: 1 << 20) + [0x22]))
      add("\(place) is there twice", with(value.bytes + Array(",".utf8) + name + Array(":null".utf8)))
    }
    return found.filter { input in
      // What would be accepted belongs to the other inputs.
      guard let json = try? JSON(parsing: input.bytes) else { return true }
      return !schema.accepts(json)
    }
  }

  private static func deep(_ depth: Int) -> String {
    String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
  }
}
