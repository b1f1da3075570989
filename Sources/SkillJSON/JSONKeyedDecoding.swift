/// An object as `Decodable` sees it.
struct JSONKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoding: JSONDecoding
  /// Members by key, when there are so many that a walk for each key would cost more.
  private let table: [JSONScalarString: JSON]?

  init(_ decoding: JSONDecoding) {
    self.decoding = decoding
    guard decoding.value.count > 16 else {
      table = nil
      return
    }
    var table: [JSONScalarString: JSON] = [:]
    table.reserveCapacity(decoding.value.count)
    for (key, value) in decoding.value.members { table[JSONScalarString(key)] = value }
    self.table = table
  }

  var codingPath: [any CodingKey] { decoding.codingPath }

  /// Each key once, in the order of the members that count.
  var allKeys: [Key] {
    decoding.value.members.compactMap { key, value in
      find(key)?.index == value.index ? Key(stringValue: key) : nil
    }
  }

  func contains(_ key: Key) -> Bool { find(key.stringValue) != nil }

  private func find(_ key: String) -> JSON? {
    if let table { table[JSONScalarString(key)] } else { decoding.value[key] }
  }

  private func nested(_ key: Key) throws -> JSONDecoding {
    guard let value = find(key.stringValue) else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(codingPath: codingPath, debugDescription: "\"\(key.stringValue)\" is missing"))
    }
    return decoding.nested(value, key)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try nested(key).decodeNil() }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try nested(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try nested(key).decode(type) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try nested(key).decode(type) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try nested(key).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try nested(key).decode(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try nested(key).decode(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try nested(key).decode(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try nested(key).decode(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try nested(key).decode(type) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try nested(key).decode(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try nested(key).decode(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try nested(key).decode(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try nested(key).decode(type) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try nested(key).decode(type) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try nested(key).decode(type) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try nested(key).decode(type) }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try nested(key).decode(type) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nested(key).unkeyedContainer()
  }

  /// Null when there is no member `super`.
  func superDecoder() throws -> any Decoder {
    decoding.nested(find(JSONCodingKey.super.stringValue) ?? .null, JSONCodingKey.super)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    decoding.nested(find(key.stringValue) ?? .null, key)
  }
}
