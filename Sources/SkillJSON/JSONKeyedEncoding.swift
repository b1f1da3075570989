/// An object as `Encodable` fills it.
struct JSONKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let object: JSONObjectContent
  private let path: JSONCodingPath

  init(_ object: JSONObjectContent, _ path: JSONCodingPath) {
    self.object = object
    self.path = path
  }

  var codingPath: [any CodingKey] { path.keys }

  func encodeNil(forKey key: Key) { object[key.stringValue] = .null }
  func encode(_ value: Bool, forKey key: Key) { object[key.stringValue] = .bool(value) }
  func encode(_ value: String, forKey key: Key) { object[key.stringValue] = .string(value) }
  func encode(_ value: Double, forKey key: Key) { object[key.stringValue] = .number(value) }
  func encode(_ value: Float, forKey key: Key) { object[key.stringValue] = .number(value) }
  func encode(_ value: Int, forKey key: Key) { object[key.stringValue] = .number(value) }
  func encode(_ value: Int8, forKey key: Key) { object[key.stringValue] = .number(value) }
  func encode(_ value: Int16, forKey key: Key) { object[key.stringValue] = .number(value) }
  func encode(_ value: Int32, forKey key: Key) { object[key.stringValue] = .number(value) }
  func encode(_ value: Int64, forKey key: Key) { object[key.stringValue] = .number(value) }
  func encode(_ value: Int128, forKey key: Key) { object[key.stringValue] = .number(value) }
  func encode(_ value: UInt, forKey key: Key) { object[key.stringValue] = .number(value) }
  func encode(_ value: UInt8, forKey key: Key) { object[key.stringValue] = .number(value) }
  func encode(_ value: UInt16, forKey key: Key) { object[key.stringValue] = .number(value) }
  func encode(_ value: UInt32, forKey key: Key) { object[key.stringValue] = .number(value) }
  func encode(_ value: UInt64, forKey key: Key) { object[key.stringValue] = .number(value) }
  func encode(_ value: UInt128, forKey key: Key) { object[key.stringValue] = .number(value) }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    object[key.stringValue] = try JSONEncoding.content(of: value, path.appending(key))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    let nested: JSONObjectContent
    if case .object(let existing) = object[key.stringValue] { nested = existing } else { nested = JSONObjectContent() }
    object[key.stringValue] = .object(nested)
    return KeyedEncodingContainer(JSONKeyedEncoding<Nested>(nested, path.appending(key)))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let nested: JSONArrayContent
    if case .array(let existing) = object[key.stringValue] { nested = existing } else { nested = JSONArrayContent() }
    object[key.stringValue] = .array(nested)
    return JSONUnkeyedEncoding(nested, path.appending(key))
  }

  func superEncoder() -> any Encoder { later(JSONCodingKey.super) }
  func superEncoder(forKey key: Key) -> any Encoder { later(key) }

  private func later(_ key: any CodingKey) -> JSONEncoding {
    let encoder = JSONEncoding(path: path.appending(key))
    object[key.stringValue] = .later(encoder)
    return encoder
  }
}
