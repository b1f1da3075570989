import SkillJSON
import Testing

struct JSONWriterTests {
  private func write(into writer: inout JSONWriter) throws {
    let list = try JSON(parsing: "[1.0,\n {\"k\" :\t\"\\u0041\"}, [ ]]")
    writer.object { writer in
      writer.member("text", "a\"b\\c\n\u{1}天")
      writer.member("integer", Int.min)
      writer.member("unsigned", UInt64.max)
      writer.member("double", 0.1)
      writer.member("integral", 5.0)
      writer.member("infinite", Double.infinity)
      writer.member("bool", true)
      writer.member("missing", String?.none)
      writer.member("present", Int?.some(3))
      writer.member("list", list)
      writer.member("nested") { writer in
        writer.array { writer in
          writer.null()
          writer.object { _ in }
          writer.array { _ in }
          writer.raw("{\"x\":1}".utf8)
        }
      }
      writer.member("nothing") { _ in }
    }
  }

  @Test func compact() throws {
    var writer = JSONWriter()
    try write(into: &writer)
    #expect(
      writer.text
        == #"{"text":"a\"b\\c\n\u0001天","integer":-9223372036854775808,"unsigned":18446744073709551615,"double":0.1,"#
        + #""integral":5,"infinite":null,"bool":true,"missing":null,"present":3,"list":[1.0,{"k":"\u0041"},[]],"#
        + #""nested":[null,{},[],{"x":1}],"nothing":null}"#)
    #expect(try JSON(parsing: writer.bytes).text == writer.text)
  }

  @Test func pretty() throws {
    var writer = JSONWriter(pretty: true)
    try write(into: &writer)
    #expect(
      writer.text == #"""
        {
          "text": "a\"b\\c\n\u0001天",
          "integer": -9223372036854775808,
          "unsigned": 18446744073709551615,
          "double": 0.1,
          "integral": 5,
          "infinite": null,
          "bool": true,
          "missing": null,
          "present": 3,
          "list": [
            1.0,
            {
              "k": "\u0041"
            },
            []
          ],
          "nested": [
            null,
            {},
            [],
            {"x":1}
          ],
          "nothing": null
        }
        """#)
  }

  @Test func valuesWithoutLineBreaksAreVerbatim() throws {
    let value = try JSON(parsing: #"{ "a" : [ 1E+2 ,  "\u0041" ] }"#)
    #expect(JSON.build { $0.array { $0.value(value) } }.text == #"[{ "a" : [ 1E+2 ,  "\u0041" ] }]"#)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "-0"), (1e16, "1e+16"), (123456789.0, "123456789"), (Double.leastNonzeroMagnitude, "5e-324"),
    (.nan, "null"),
    (Double.greatestFiniteMagnitude, "1.7976931348623157e+308"), (0.1 + 0.2, "0.30000000000000004"),
  ])
  func doubles(value: Double, text: String) throws {
    var writer = JSONWriter()
    writer.value(value)
    #expect(writer.text == text)
    if value.isFinite { #expect(try JSON(parsing: text).double == value) }
  }

  @Test func everyScalarSurvives() throws {
    var text = ""
    for value in (0..<0x3000).map({ UInt32($0) }) + [0xFFFD, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF] {
      if let scalar = UnicodeScalar(value) { text.unicodeScalars.append(scalar) }
    }
    let read = try #require(JSON(text).string)
    #expect(Array(read.utf8) == Array(text.utf8))
  }

  @Test func errorsPassThrough() {
    struct Stop: Error {}
    var writer = JSONWriter()
    #expect(throws: Stop.self) {
      try writer.object { writer in try writer.member("a") { _ in throw Stop() } }
    }
  }
}
