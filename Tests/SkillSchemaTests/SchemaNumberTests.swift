import SkillJSON
import SkillSchema
import Testing

/// Numbers are compared by their digits: no rounding, no overflow.
struct SchemaNumberTests {
  @Test(arguments: [
    (#"{"type":"integer"}"#, "1.0", true), (#"{"type":"integer"}"#, "1e2", true),
    (#"{"type":"integer"}"#, "1.5", false),
    (#"{"type":"integer"}"#, "1e400", true), (#"{"type":"integer"}"#, "1e-400", false),
    (#"{"type":"integer"}"#, "12345678901234567890123", true), (#"{"type":"integer"}"#, "1e999999999", true),
    (#"{"maximum":9007199254740992}"#, "9007199254740993", false),
    (#"{"maximum":9007199254740993}"#, "9007199254740993.0", true),
    (#"{"maximum":18446744073709551616}"#, "18446744073709551616", true),
    (#"{"maximum":18446744073709551616}"#, "18446744073709551617", false),
    (#"{"minimum":0.1}"#, "0.09999999999999999999999", false), (#"{"minimum":0.1}"#, "0.10000000000000000000001", true),
    (#"{"exclusiveMaximum":1e400}"#, "1e400", false), (#"{"exclusiveMaximum":1e400}"#, "9.99e399", true),
    (#"{"exclusiveMinimum":-1e999999999}"#, "-1e999999998", true), (#"{"const":1e400}"#, "10e399", true),
    (#"{"const":1}"#, "1.000", true), (#"{"const":1}"#, "true", false), (#"{"const":0}"#, "-0.0", true),
    (#"{"enum":[9007199254740993]}"#, "9007199254740992", false), (#"{"enum":[100]}"#, "1e2", true),
    (#"{"multipleOf":0.01}"#, "19.99", true), (#"{"multipleOf":0.01}"#, "19.999", false),
    (#"{"multipleOf":0.0001}"#, "0.0075", true), (#"{"multipleOf":0.123456789}"#, "1e308", false),
    (#"{"multipleOf":1e-8}"#, "12391239123", true), (#"{"multipleOf":3}"#, "1e999999999", false),
    (#"{"multipleOf":2}"#, "1e999999999", true), (#"{"multipleOf":1e999999999}"#, "5", false),
    (#"{"multipleOf":1e999999999}"#, "0", true), (#"{"multipleOf":7}"#, "-49", true),
    (#"{"multipleOf":3}"#, "111111111111111111111111111111", true),
    (#"{"multipleOf":9}"#, "111111111111111111111", false),
    (#"{"multipleOf":1234567890123456789012345678901234567}"#, "2469135780246913578024691357802469134", true),
    (#"{"multipleOf":1234567890123456789012345678901234567}"#, "2469135780246913578024691357802469135", false),
    (#"{"multipleOf":1234567890123456789012345678901234567}"#, "1234567890123456789012345678901234567e40", true),
    (#"{"multipleOf":5}"#, "-9223372036854775808", false), (#"{"minLength":1e30}"#, #""a""#, false),
    (#"{"maxLength":1e30}"#, #""a""#, true), (#"{"maxLength":2.0}"#, #""abc""#, false),
    (#"{"maxLength":1}"#, #""😀""#, true), (#"{"maxLength":1}"#, #""\ud83d\ude00""#, true),
    (#"{"minLength":2}"#, #""e\u0301""#, true), (#"{"uniqueItems":true}"#, "[1, 1.0]", false),
    (#"{"uniqueItems":true}"#, "[1, true, \"1\", [1], {\"a\":1}]", true),
    (#"{"uniqueItems":true}"#, "[{\"a\":1,\"b\":2},{\"b\":2,\"a\":1}]", false),
  ])
  func exact(schema: String, instance: String, isValid: Bool) throws {
    let schema = try Schema(compiling: JSON(parsing: schema))
    #expect(try schema.accepts(JSON(parsing: instance)) == isValid)
    #expect(try schema.violations(of: JSON(parsing: instance)).isEmpty == isValid)
  }
}
