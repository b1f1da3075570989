/// The decoder of one value.
struct JSONDecoding: Decoder {
  let value: JSON
  let path: JSONCodingPath
  private let depth: Int

  /// Recursive types cost stack for each level, so there is a limit, whatever the parser was told.
  static let maxDepth = 512

  init(value: JSON, path: JSONCodingPath, depth: Int = 0) {
    self.value = value
    self.path = path
    self.depth = depth
  }

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard value.kind == .object else { throw mismatch([String: Any].self, "an object") }
    return KeyedDecodingContainer(JSONKeyedDecoding(self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard value.kind == .array else { throw mismatch([Any].self, "an array") }
    return JSONUnkeyedDecoding(self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  /// The decoder of a value inside this one.
  func nested(_ value: JSON, _ key: any CodingKey) -> Self {
    Self(value: value, path: path.appending(key), depth: depth + 1)
  }

  func nested(_ value: JSON, _ index: Int) -> Self {
    Self(value: value, path: path.appending(index), depth: depth + 1)
  }

  // MARK: Errors

  func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: "expected \(expected), found \(value.kindPhrase)")
    return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  func corrupted(_ message: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: message))
  }
}

extension JSONDecoding: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value.isNull }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard let bool = value.bool else { throw mismatch(type, "true or false") }
    return bool
  }

  func decode(_ type: String.Type) throws -> String {
    guard let string = value.string else { throw mismatch(type, "a string") }
    return string
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard let text = value.numberText else { throw mismatch(type, "a number") }
    guard let double = value.double else { throw corrupted("\(text) does not fit \(type)") }
    return double
  }

  func decode(_ type: Float.Type) throws -> Float {
    guard let text = value.numberText else { throw mismatch(type, "a number") }
    guard let float = Float(text), float.isFinite else { throw corrupted("\(text) does not fit \(type)") }
    return float
  }

  func decode(_ type: Int.Type) throws -> Int {
    if let int = value.int { return int }
    return try integer(type)
  }

  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

  private func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
    guard let decimal = value.decimal else { throw mismatch(type, "an integer") }
    if let integer = decimal.integer(type) { return integer }
    throw corrupted(decimal.isInteger ? "\(value.text) does not fit \(type)" : "\(value.text) is not an integer")
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // Straight to the usual types: the way through a container costs a box each.
    if type == String.self { return try decode(String.self) as! Value }  // the same type
    if type == JSON.self { return value as! Value }  // the same type
    guard depth <= Self.maxDepth else { throw corrupted("containers are nested more than \(Self.maxDepth) deep") }
    return try Value(from: self)
  }
}

extension JSON {
  /// The kind in a sentence: "a string".
  package var kindPhrase: String {
    switch kind {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
