package import SkillJSON

/// Why a schema cannot be used.
package struct SchemaError: Error, Hashable, Sendable {
  /// Where in the schema, as a JSON pointer.
  package var pointer: String
  package var message: String
  /// Where in the text of the schema.
  package var position: JSONPosition?

  package init(pointer: String, message: String, position: JSONPosition? = nil) {
    self.pointer = pointer
    self.message = message
    self.position = position
  }
}

extension SchemaError: CustomStringConvertible {
  /// `schema at /properties/days/type (line 3, column 7): "int" is not a type`
  package var description: String {
    let place = pointer.isEmpty ? "schema" : "schema at \(pointer)"
    return position.map { "\(place) (\($0)): \(message)" } ?? "\(place): \(message)"
  }
}
