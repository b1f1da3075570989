import SkillJSON
import Testing

struct JSONTests {
  @Test func readsEveryKind() throws {
    let value = try JSON(
      parsing: """
        {"null": null, "yes": true, "no": false, "number": -1.50, "string": "天\\u6c14", "array": [1, [2], {}], "object": {"a": []}}
        """)
    #expect(value.kind == .object)
    #expect(value.count == 7)
    #expect(value["null"]?.isNull == true)
    #expect(value["yes"]?.bool == true)
    #expect(value["no"]?.bool == false)
    #expect(value["number"]?.double == -1.5)
    #expect(value["number"]?.numberText == "-1.50")
    #expect(value["number"]?.int == nil)
    #expect(value["string"]?.string == "天气")
    #expect(value["array"]?.elements.map(\.text) == ["1", "[2]", "{}"])
    #expect(value["array"]?[index: 1]?[index: 0]?.int == 2)
    #expect(value["array"]?[index: 2]?.count == 0)
    #expect(value["array"]?[index: 3] == nil)
    #expect(value["array"]?[index: -1] == nil)
    #expect(value["object"]?["a"]?.kind == .array)
    #expect(value["absent"] == nil)
    #expect(value.members.map(\.key) == ["null", "yes", "no", "number", "string", "array", "object"])
  }

  @Test func readersOfTheWrongKindFindNothing() throws {
    let value = try JSON(parsing: "[\"1\"]")
    #expect(value.string == nil)
    #expect(value.int == nil)
    #expect(value.bool == nil)
    #expect(value["0"] == nil)
    #expect(value.members.map(\.key) == [])
    let string = try #require(value[index: 0])
    #expect(string.int == nil)
    #expect(string.double == nil)
    #expect(string.elements.map(\.text) == [])
    #expect(string.count == 0)
  }

  @Test func textIsVerbatim() throws {
    let value = try JSON(parsing: " { \"a\" : [ 1.0E+2 , \"\\u0041\" ] } ")
    #expect(value.text == "{ \"a\" : [ 1.0E+2 , \"\\u0041\" ] }")
    #expect(value["a"]?.text == "[ 1.0E+2 , \"\\u0041\" ]")
    #expect(value["a"]?.bytes == Array("[ 1.0E+2 , \"\\u0041\" ]".utf8))
    #expect(value["a"]?.withBytes { $0.count } == 21)
  }

  @Test(arguments: [
    ("0", 0), ("-0", 0), ("-0.0e99", 0), ("7", 7), ("-7", -7), ("1.0", 1), ("1e2", 100), ("1.5e1", 15),
    ("1200e-2", 12), ("0.00012e5", 12), ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
    ("-9223372036854775808.000", Int.min), ("9.223372036854775807e18", Int.max), ("0e99999999999999999999", 0),
  ])
  func exactIntegers(text: String, value: Int) throws {
    #expect(try JSON(parsing: text).int == value)
  }

  @Test(arguments: [
    "1.5", "1e-1", "9223372036854775808", "-9223372036854775809", "1e19", "1e400", "1e999999999",
    "1e99999999999999999999999999", "-1e-99999999999999999999999999", "123456789012345678901234567890",
    "9223372036854775807.5", "99999999999999999999e-1",
  ])
  func notIntegers(text: String) throws {
    #expect(try JSON(parsing: text).int == nil)
  }

  @Test(arguments: [
    ("0.1", 0.1), ("1e308", 1e308), ("5e-324", Double.leastNonzeroMagnitude), ("1e-999999999", 0),
    ("123456789012345", 123_456_789_012_345),
    ("9007199254740993", 9_007_199_254_740_992), ("1.7976931348623157e308", Double.greatestFiniteMagnitude),
  ])
  func doubles(text: String, value: Double) throws {
    #expect(try JSON(parsing: text).double == value)
  }

  @Test(arguments: ["1e400", "-1e999999999", "1e99999999999999999999999999"])
  func doublesThatAreNotFinite(text: String) throws {
    #expect(try JSON(parsing: text).double == nil)
  }

  @Test func minusZeroKeepsItsSign() throws {
    #expect(try JSON(parsing: "-0").double?.sign == .minus)
  }

  @Test(arguments: [
    (#""""#, ""), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0000""#, "\0"), (#""\u00e9\u20AC""#, "é€"),
    (#""\ud83d\ude00""#, "😀"), (#""a😀\uD834\uDD1Eb""#, "a😀𝄞b"), (#""\uffff""#, "\u{FFFF}"),
    (#""long enough for words of eight bytes: 天气 \u5929""#, "long enough for words of eight bytes: 天气 天"),
  ])
  func strings(text: String, value: String) throws {
    let string = try #require(try JSON(parsing: text).string)
    #expect(Array(string.unicodeScalars) == Array(value.unicodeScalars))
  }

  @Test func keysAreFoundByScalars() throws {
    let value = try JSON(parsing: #"{"caf\u00e9": 1, "cafe\u0301": 2, "a\u0000b": 3, "\ud83d\ude00": 4, "": 5}"#)
    #expect(value["caf\u{E9}"]?.int == 1)
    #expect(value["cafe\u{301}"]?.int == 2)
    #expect(value["a\0b"]?.int == 3)
    #expect(value["😀"]?.int == 4)
    #expect(value[""]?.int == 5)
    #expect(value["a"] == nil)
  }

  @Test func lastOfDuplicatesWins() throws {
    let value = try JSON(parsing: #"{"a": 1, "b": 2, "\u0061": 3}"#)
    #expect(value["a"]?.int == 3)
    #expect(value.count == 3)
    #expect(value.members.map(\.key) == ["a", "b", "a"])
  }

  @Test func duplicateKeysAreFoundAnywhere() throws {
    let none = try JSON(parsing: #"{"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]}"#)
    #expect(none.firstDuplicateKey() == nil)
    let some = try JSON(parsing: "{\"b\": [{\"x\": 1,\n \"\\u0078\": 2}], \"b\": 1}")
    let duplicate = try #require(some.firstDuplicateKey())
    #expect(duplicate.key == "x")
    #expect(duplicate.position == JSONPosition(line: 2, column: 2, offset: 17))
    let many = JSON.build { writer in
      writer.object { for number in 0..<1000 { $0.member("\(number % 999)", number) } }
    }
    #expect(many.firstDuplicateKey()?.key == "0")
  }

  @Test func positions() throws {
    let value = try JSON(parsing: "{\n  \"a\": [1,\n   true]\n}")
    #expect(value["a"]?[index: 1]?.position == JSONPosition(line: 3, column: 4, offset: 16))
  }

  @Test func constants() {
    #expect(JSON.null.isNull)
    #expect(JSON.emptyObject.text == "{}")
    #expect(JSON.emptyObject.members.map(\.key) == [])
    #expect(JSON("x\"").text == #""x\"""#)
    #expect(JSON(true).bool == true)
    #expect(JSON(-3).int == -3)
    #expect(JSON([JSON(1), .null]).text == "[1,null]")
  }
}
