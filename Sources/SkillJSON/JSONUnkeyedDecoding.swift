/// An array as `Decodable` sees it.
struct JSONUnkeyedDecoding: UnkeyedDecodingContainer {
  private let decoding: JSONDecoding
  private var elements: JSON.Elements
  private var current: JSON?
  private(set) var currentIndex = 0

  init(_ decoding: JSONDecoding) {
    self.decoding = decoding
    elements = decoding.value.elements
    current = elements.next()
  }

  var codingPath: [any CodingKey] { decoding.codingPath }
  var count: Int? { decoding.value.count }
  var isAtEnd: Bool { current == nil }

  /// Calls `body` for the current element and goes on when it did not throw.
  private mutating func advance<Value>(_ type: Value.Type, _ body: (JSONDecoding) throws -> Value) throws -> Value {
    guard let current else {
      throw DecodingError.valueNotFound(
        type,
        DecodingError.Context(
          codingPath: decoding.path.appending(currentIndex).keys,
          debugDescription: "the array has only \(currentIndex) elements"))
    }
    let value = try body(decoding.nested(current, currentIndex))
    self.current = elements.next()
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard let current, current.isNull else { return false }
    return try advance(Bool.self) { _ in true }
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try advance(type) { try $0.decode(type) } }
  mutating func decode(_ type: String.Type) throws -> String { try advance(type) { try $0.decode(type) } }
  mutating func decode(_ type: Double.Type) throws -> Double { try advance(type) { try $0.decode(type) } }
  mutating func decode(_ type: Float.Type) throws -> Float { try advance(type) { try $0.decode(type) } }
  mutating func decode(_ type: Int.Type) throws -> Int { try advance(type) { try $0.decode(type) } }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try advance(type) { try $0.decode(type) } }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try advance(type) { try $0.decode(type) } }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try advance(type) { try $0.decode(type) } }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try advance(type) { try $0.decode(type) } }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try advance(type) { try $0.decode(type) } }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try advance(type) { try $0.decode(type) } }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try advance(type) { try $0.decode(type) } }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try advance(type) { try $0.decode(type) } }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try advance(type) { try $0.decode(type) } }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try advance(type) { try $0.decode(type) } }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try advance(type) { try $0.decode(type) } }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try advance(type) { try $0.decode(type) }
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try advance(KeyedDecodingContainer<Key>.self) { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try advance((any UnkeyedDecodingContainer).self) { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try advance((any Decoder).self) { $0 } }
}
