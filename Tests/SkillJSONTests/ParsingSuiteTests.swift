import SkillJSON
import Testing

/// nst/JSONTestSuite: texts that must be accepted, must be refused, and those where RFC 8259 leaves a choice.
@Suite(.enabled(if: Conformance.folder != nil, "the public test data is absent"))
struct ParsingSuiteTests {
  static let path = "json-parsing/test_parsing"

  @Test func everyFileIsThere() {
    #expect(Conformance.files(in: Self.path, prefix: "y_").count == 95)
    #expect(Conformance.files(in: Self.path, prefix: "n_").count == 188)
    #expect(Conformance.files(in: Self.path, prefix: "i_").count == 35)
  }

  @Test(arguments: Conformance.files(in: "json-parsing/test_parsing", prefix: "y_"))
  func isAccepted(file: String) throws {
    let bytes = try Conformance.bytes("\(Self.path)/\(file)")
    let value = try JSON(parsing: bytes)
    #expect(try JSON(parsing: value.bytes) == value)
  }

  @Test(arguments: Conformance.files(in: "json-parsing/test_parsing", prefix: "n_"))
  func isRefused(file: String) throws {
    let bytes = try Conformance.bytes("\(Self.path)/\(file)")
    #expect(throws: JSONError.self) { try JSON(parsing: bytes) }
  }

  @Test(arguments: Conformance.files(in: "json-parsing/test_parsing", prefix: "i_"))
  func isDecided(file: String) throws {
    let decision = try #require(Self.decisions[file])
    let bytes = try Conformance.bytes("\(Self.path)/\(file)")
    let message: String
    do throws(JSONError) {
      _ = try JSON(parsing: bytes)
      message = Self.accepted
    } catch {
      message = error.message
    }
    #expect(message == decision)
  }

  private static let accepted = "accepted"
  private static let surrogate = "a \\u escape is half of a surrogate pair and the other half is missing"
  private static let utf8 = "the bytes are not valid UTF-8"

  /// What is done where the suite leaves it open, as docs/json.md says.
  static let decisions = [
    "i_number_double_huge_neg_exp.json": accepted,
    "i_number_huge_exp.json": accepted,
    "i_number_neg_int_huge_exp.json": accepted,
    "i_number_pos_double_huge_exp.json": accepted,
    "i_number_real_neg_overflow.json": accepted,
    "i_number_real_pos_overflow.json": accepted,
    "i_number_real_underflow.json": accepted,
    "i_number_too_big_neg_int.json": accepted,
    "i_number_too_big_pos_int.json": accepted,
    "i_number_very_big_negative_int.json": accepted,
    "i_object_key_lone_2nd_surrogate.json": surrogate,
    "i_string_1st_surrogate_but_2nd_missing.json": surrogate,
    "i_string_1st_valid_surrogate_2nd_invalid.json": surrogate,
    "i_string_UTF-16LE_with_BOM.json": "expected a value, found a character that is not ASCII",
    "i_string_UTF-8_invalid_sequence.json": utf8,
    "i_string_UTF8_surrogate_U+D800.json": utf8,
    "i_string_incomplete_surrogate_and_escape_valid.json": surrogate,
    "i_string_incomplete_surrogate_pair.json": surrogate,
    "i_string_incomplete_surrogates_escape_valid.json": surrogate,
    "i_string_invalid_lonely_surrogate.json": surrogate,
    "i_string_invalid_surrogate.json": surrogate,
    "i_string_invalid_utf-8.json": utf8,
    "i_string_inverted_surrogates_U+1D11E.json": surrogate,
    "i_string_iso_latin_1.json": utf8,
    "i_string_lone_second_surrogate.json": surrogate,
    "i_string_lone_utf8_continuation_byte.json": utf8,
    "i_string_not_in_unicode_range.json": utf8,
    "i_string_overlong_sequence_2_bytes.json": utf8,
    "i_string_overlong_sequence_6_bytes.json": utf8,
    "i_string_overlong_sequence_6_bytes_null.json": utf8,
    "i_string_truncated-utf-8.json": utf8,
    "i_string_utf16BE_no_BOM.json": "expected a value, found the control character 0x00",
    "i_string_utf16LE_no_BOM.json": "expected a value or ']', found the control character 0x00",
    "i_structure_500_nested_arrays.json": accepted,
    "i_structure_UTF-8_BOM_empty_object.json": "expected a value, found a byte order mark",
  ]
}
