import SkillJSON
import SkillSchema
import Testing

/// One file of the suite.
struct SuiteFile {
  let groups: JSON

  init(_ path: String) throws { groups = try JSON(parsing: Conformance.bytes(path)) }

  /// What the suite serves at http://localhost:1234/.
  @Sendable static func remote(_ uri: String) -> JSON? {
    let server = "http://localhost:1234/"
    guard uri.hasPrefix(server),
      let bytes = try? Conformance.bytes("json-schema/remotes/\(uri.dropFirst(server.count))")
    else { return nil }
    return try? JSON(parsing: bytes)
  }

  func run(formats: SchemaOptions.Formats) throws {
    for group in groups.elements {
      let name = group["description"]?.string ?? ""
      let options = SchemaOptions(formats: formats, resolver: Self.remote)
      let source = try #require(group["schema"])
      let schema: Schema
      do throws(SchemaError) {
        schema = try Schema(compiling: source, options: options)
      } catch {
        Issue.record("\(name): \(error)")
        continue
      }
      for test in try #require(group["tests"]).elements {
        let data = try #require(test["data"])
        let isValid = try #require(test["valid"]) == JSON(true)
        let description = "\(name): \(test["description"]?.string ?? "")"
        let violations = schema.violations(of: data)
        let isRight = schema.accepts(data) == isValid && violations.isEmpty == isValid
        #expect(isRight, "\(description): \(violations.map(\.message))")
      }
    }
  }
}
