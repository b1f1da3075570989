extension JSON {
  /// Makes a Swift value of this one, without Foundation.
  ///
  /// Numbers must fit exactly (`1.0` is an integer, `1.5` is not); ``JSON`` itself may be a property and then holds its
  /// part of the document verbatim; at most ``JSONDecoding/maxDepth`` containers may be inside each other.
  /// - Throws: `DecodingError`, with the path to what does not fit.
  package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try JSONDecoding(value: self, path: .root).decode(type)
  }

  /// Makes JSON of a Swift value, without Foundation. Numbers that are not finite become null.
  package static func encode(_ value: some Encodable) throws -> JSON {
    let encoder = JSONEncoding(path: .root)
    try encoder.encode(value)
    var writer = JSONWriter()
    encoder.content.write(to: &writer)
    return JSON(writer)
  }
}

extension JSON: Codable {
  /// The value itself, when the decoder is the one behind ``decode(_:)``.
  package init(from decoder: any Decoder) throws {
    guard let decoding = decoder as? JSONDecoding else {
      throw DecodingError.typeMismatch(
        JSON.self,
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "JSON is read by JSON.decode only"))
    }
    self = decoding.value
  }

  /// The value itself, when the encoder is the one behind ``encode(_:)``.
  package func encode(to encoder: any Encoder) throws {
    guard let encoding = encoder as? JSONEncoding else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "JSON is written by JSON.encode only"))
    }
    encoding.content = .json(self)
  }
}

/// The way from the root to a value, kept backwards so that going down allocates one node and no array.
indirect enum JSONCodingPath {
  case root
  case key(any CodingKey, after: JSONCodingPath)

  var keys: [any CodingKey] {
    var keys: [any CodingKey] = []
    var path = self
    while case .key(let key, let before) = path {
      keys.append(key)
      path = before
    }
    return keys.reversed()
  }

  func appending(_ key: any CodingKey) -> Self { .key(key, after: self) }
  func appending(_ index: Int) -> Self { .key(JSONCodingKey(intValue: index), after: self) }
}

struct JSONCodingKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }

  static let `super` = JSONCodingKey(stringValue: "super")
}

/// A string that hashes and compares by its Unicode scalars, as keys in JSON do; `String` itself takes two spellings
/// of é as one.
struct JSONScalarString: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
