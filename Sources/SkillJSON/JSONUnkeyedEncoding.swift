/// An array as `Encodable` fills it.
struct JSONUnkeyedEncoding: UnkeyedEncodingContainer {
  private let array: JSONArrayContent
  private let path: JSONCodingPath

  init(_ array: JSONArrayContent, _ path: JSONCodingPath) {
    self.array = array
    self.path = path
  }

  var codingPath: [any CodingKey] { path.keys }
  var count: Int { array.elements.count }

  func encodeNil() { array.elements.append(.null) }
  func encode(_ value: Bool) { array.elements.append(.bool(value)) }
  func encode(_ value: String) { array.elements.append(.string(value)) }
  func encode(_ value: Double) { array.elements.append(.number(value)) }
  func encode(_ value: Float) { array.elements.append(.number(value)) }
  func encode(_ value: Int) { array.elements.append(.number(value)) }
  func encode(_ value: Int8) { array.elements.append(.number(value)) }
  func encode(_ value: Int16) { array.elements.append(.number(value)) }
  func encode(_ value: Int32) { array.elements.append(.number(value)) }
  func encode(_ value: Int64) { array.elements.append(.number(value)) }
  func encode(_ value: Int128) { array.elements.append(.number(value)) }
  func encode(_ value: UInt) { array.elements.append(.number(value)) }
  func encode(_ value: UInt8) { array.elements.append(.number(value)) }
  func encode(_ value: UInt16) { array.elements.append(.number(value)) }
  func encode(_ value: UInt32) { array.elements.append(.number(value)) }
  func encode(_ value: UInt64) { array.elements.append(.number(value)) }
  func encode(_ value: UInt128) { array.elements.append(.number(value)) }
  func encode(_ value: some Encodable) throws {
    array.elements.append(try JSONEncoding.content(of: value, path.appending(count)))
  }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let nested = JSONObjectContent()
    let container = JSONKeyedEncoding<Key>(nested, path.appending(count))
    array.elements.append(.object(nested))
    return KeyedEncodingContainer(container)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let nested = JSONArrayContent()
    let container = JSONUnkeyedEncoding(nested, path.appending(count))
    array.elements.append(.array(nested))
    return container
  }

  func superEncoder() -> any Encoder {
    let encoder = JSONEncoding(path: path.appending(count))
    array.elements.append(.later(encoder))
    return encoder
  }
}
