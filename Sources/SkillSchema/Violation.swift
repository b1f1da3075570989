/// One thing that is wrong with an instance.
package struct Violation: Hashable, Sendable {
  /// Where in the instance, as a JSON pointer; empty for the whole.
  package var instancePointer: String
  /// The keyword that is not fulfilled; empty when it is the check itself that gave up.
  package var keyword: String
  /// Where the keyword stands, as a JSON pointer into the schema; with the URI before `#` when it is in another document.
  package var schemaPointer: String
  /// A sentence that a model can act on: `/days must be an integer from 1 to 16, got "three"`.
  package var message: String

  package init(instancePointer: String, keyword: String, schemaPointer: String, message: String) {
    self.instancePointer = instancePointer
    self.keyword = keyword
    self.schemaPointer = schemaPointer
    self.message = message
  }
}

extension Violation: CustomStringConvertible {
  package var description: String { message }
}
