/// The encoder of one value. Containers are classes because `Encodable` may fill several at the same time, in any order.
final class JSONEncoding: Encoder {
  enum Content {
    case nothing
    case null
    case bool(Bool)
    case string(String)
    /// The spelling of a number.
    case number(String)
    case json(JSON)
    case array(JSONArrayContent)
    case object(JSONObjectContent)
    /// Filled by an encoder that somebody still holds.
    case later(JSONEncoding)
  }

  let path: JSONCodingPath
  var content = Content.nothing

  init(path: JSONCodingPath) { self.path = path }

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .object(let object) = content { return KeyedEncodingContainer(JSONKeyedEncoding(object, path)) }
    let object = JSONObjectContent()
    content = .object(object)
    return KeyedEncodingContainer(JSONKeyedEncoding(object, path))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .array(let array) = content { return JSONUnkeyedEncoding(array, path) }
    let array = JSONArrayContent()
    content = .array(array)
    return JSONUnkeyedEncoding(array, path)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// What a value inside this one becomes.
  static func content(of value: some Encodable, _ path: @autoclosure () -> JSONCodingPath) throws -> Content {
    if let string = value as? String { return .string(string) }
    if let json = value as? JSON { return .json(json) }
    let encoder = JSONEncoding(path: path())
    try value.encode(to: encoder)
    return encoder.content
  }
}

/// Elements in the order they came.
final class JSONArrayContent {
  var elements: [JSONEncoding.Content] = []
}

/// Members in the order their keys first came; a key that comes again replaces the value.
final class JSONObjectContent {
  private(set) var members: [(key: String, value: JSONEncoding.Content)] = []
  private var indices: [JSONScalarString: Int] = [:]

  subscript(key: String) -> JSONEncoding.Content? {
    get { indices[JSONScalarString(key)].map { members[$0].value } }
    set {
      guard let newValue else { return }
      if let index = indices[JSONScalarString(key)] {
        members[index].value = newValue
      } else {
        indices[JSONScalarString(key)] = members.count
        members.append((key, newValue))
      }
    }
  }
}

extension JSONEncoding.Content {
  static func number(_ value: some FixedWidthInteger) -> Self { .number(String(value)) }
  static func number(_ value: Double) -> Self { value.isFinite ? .number(value.description) : .null }
  static func number(_ value: Float) -> Self { value.isFinite ? .number(value.description) : .null }

  /// What encoded nothing is an empty object, as for a type without properties.
  func write(to writer: inout JSONWriter) {
    switch self {
    case .nothing: writer.value(.emptyObject)
    case .null: writer.null()
    case .bool(let bool): writer.value(bool)
    case .string(let string): writer.value(string)
    case .number(let text): writer.raw((text.hasSuffix(".0") ? text.dropLast(2) : text[...]).utf8)
    case .json(let json): writer.value(json)
    case .later(let encoder): encoder.content.write(to: &writer)
    case .array(let array):
      writer.array { for element in array.elements { element.write(to: &$0) } }
    case .object(let object):
      writer.object { writer in
        for (key, value) in object.members {
          writer.key(key)
          value.write(to: &writer)
        }
      }
    }
  }
}

extension JSONEncoding: SingleValueEncodingContainer {
  func encodeNil() { content = .null }
  func encode(_ value: Bool) { content = .bool(value) }
  func encode(_ value: String) { content = .string(value) }
  func encode(_ value: Double) { content = .number(value) }
  func encode(_ value: Float) { content = .number(value) }
  func encode(_ value: Int) { content = .number(value) }
  func encode(_ value: Int8) { content = .number(value) }
  func encode(_ value: Int16) { content = .number(value) }
  func encode(_ value: Int32) { content = .number(value) }
  func encode(_ value: Int64) { content = .number(value) }
  func encode(_ value: Int128) { content = .number(value) }
  func encode(_ value: UInt) { content = .number(value) }
  func encode(_ value: UInt8) { content = .number(value) }
  func encode(_ value: UInt16) { content = .number(value) }
  func encode(_ value: UInt32) { content = .number(value) }
  func encode(_ value: UInt64) { content = .number(value) }
  func encode(_ value: UInt128) { content = .number(value) }
  func encode(_ value: some Encodable) throws { content = try Self.content(of: value, path) }
}
