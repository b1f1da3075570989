import SkillJSON
import SkillSchema
import Testing

/// The JSON-Schema-Test-Suite: required, optional and format files, no test left out.
@Suite(.enabled(if: Conformance.folder != nil, "the public test data is absent"))
struct SchemaSuiteTests {
  static let path = "json-schema/tests/draft2020-12"

  @Test(arguments: Conformance.files(in: "json-schema/tests/draft2020-12"))
  func required(file: String) throws {
    try SuiteFile("\(Self.path)/\(file)").run(formats: .annotated)
  }

  @Test(arguments: Conformance.files(in: "json-schema/tests/draft2020-12/optional"))
  func optional(file: String) throws {
    try SuiteFile("\(Self.path)/optional/\(file)").run(formats: .annotated)
  }

  @Test(arguments: Conformance.files(in: "json-schema/tests/draft2020-12/optional/format"))
  func formats(file: String) throws {
    try SuiteFile("\(Self.path)/optional/format/\(file)").run(
      formats: .asserted)
  }
}
