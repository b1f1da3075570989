import SkillJSON

/// What the compiler throws: a place and a message. It becomes a ``SchemaError`` outside.
struct SchemaFailure: Error {
  let value: JSON
  let message: String

  init(_ value: JSON, _ message: String) {
    self.value = value
    self.message = message
  }

  /// - Parameter root: the schema that was compiled; a place inside of it is given relative to it.
  func error(in root: JSON) -> SchemaError {
    guard value.document === root.document else {
      return SchemaError(pointer: value.pointer.text, message: message)
    }
    return SchemaError(pointer: value.pointer(from: root).text, message: message, position: value.position)
  }
}
