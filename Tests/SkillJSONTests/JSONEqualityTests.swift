import SkillJSON
import Testing

struct JSONEqualityTests {
  @Test(arguments: [
    ("1", "1.0"), ("1", "10e-1"), ("-0", "0.00"), ("1e400", "10e399"), ("12.50", "1.25e1"), ("1E5", "100000"),
    ("123456789012345678901234567890", "1.2345678901234567890123456789e29"),
    (#""a\u0062""#, #""ab""#), (#""\ud83d\ude00""#, #""😀""#), ("[1,2]", "[ 1.0 , 2 ]"),
    (#"{"a":1,"b":[2]}"#, #"{"b":[2],"a":1}"#), (#"{"a":1,"a":2}"#, #"{"a":2}"#),
    (#"[{"a":1,"b":2}]"#, #"[{"b":2,"a":1}]"#),
    (#"{"a":{"x":1,"y":2},"b":0}"#, #"{"b":0,"a":{"y":2,"x":1}}"#),
  ])
  func equal(left: String, right: String) throws {
    #expect(try JSON(parsing: left) == JSON(parsing: right))
    #expect(try JSON(parsing: right) == JSON(parsing: left))
  }

  @Test(arguments: [
    ("1", "2"), ("1", "-1"), ("1", "\"1\""), ("1e400", "1e401"), ("1e400", "1.00000000000000000000001e400"),
    ("9007199254740993", "9007199254740992"), ("0.1", "0.10000000000000001"), ("0", "1e-999999999"), ("0", "false"),
    ("[]", "{}"), ("null", "false"), ("true", "false"), ("[1,2]", "[2,1]"), ("[1]", "[1,1]"), ("[[]]", "[]"),
    ("\"a\"", "\"b\""), ("\"caf\u{E9}\"", "\"cafe\u{301}\""), (#"{"a":1}"#, #"{"a":2}"#), (#"{"a":1}"#, #"{"b":1}"#),
    (#"{"a":1,"b":1}"#, #"{"a":1,"c":1}"#), (#"{"a":1,"a":2}"#, #"{"a":1}"#), (#"{"a":1,"b":2,"a":3}"#, #"{"a":3}"#),
  ])
  func different(left: String, right: String) throws {
    #expect(try JSON(parsing: left) != JSON(parsing: right))
    #expect(try JSON(parsing: right) != JSON(parsing: left))
  }

  @Test func largeObjectsInAnotherOrder() throws {
    let forward = JSON.build { writer in writer.object { for key in 0..<20_000 { $0.member("\(key)", key) } } }
    let backward = JSON.build { writer in
      writer.object { for key in (0..<20_000).reversed() { $0.member("\(key)", key) } }
    }
    #expect(forward == backward)
  }

  @Test(arguments: [
    ("1", "2"), ("-2", "-1"), ("-1", "0"), ("0", "1e-400"), ("9007199254740992", "9007199254740993"),
    ("1e399", "1e400"),
    ("-1e400", "-1e399"), ("1.5", "1.51"), ("-1.51", "-1.5"), ("99", "1e2"), ("0.09", "0.1"), ("-5", "5"),
    ("1e-99999999999999999", "1e99999999999999999"),
  ])
  func order(smaller: String, larger: String) throws {
    let smaller = try #require(try JSON(parsing: smaller).decimal)
    let larger = try #require(try JSON(parsing: larger).decimal)
    #expect(smaller < larger)
    #expect(!(larger < smaller))
    #expect(smaller != larger)
  }
}
