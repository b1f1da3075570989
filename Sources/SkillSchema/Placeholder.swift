package import SkillJSON

package struct Schema: Sendable {
  package init(compiling: JSON) throws(SchemaError) {}
  package func violations(of: JSON) -> [Violation] { [] }
  package func accepts(_: JSON) -> Bool { true }
}
package struct Violation: Sendable {
  package let instancePointer: String
  package let keyword: String
  package let schemaPointer: String
  package let message: String
}
package struct SchemaError: Error {
  package let pointer: String
  package let message: String
}
