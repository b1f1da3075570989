import SkillJSON
import Testing

struct JSONCodingTests {
  struct Everything: Codable, Equatable {
    enum Level: String, Codable { case low, high }
    struct Inner: Codable, Equatable {
      var list: [Int?]
      var table: [String: Double]
    }

    var text: String
    var flag: Bool
    var small: Int8
    var large: UInt64
    var huge: UInt128
    var float: Float
    var level: Level
    var optional: Int?
    var missing: String?
    var inner: Inner
    var verbatim: JSON
  }

  static let text =
    #"{"text":"天气","flag":true,"small":-128,"large":18446744073709551615,"#
    + #""huge":340282366920938463463374607431768211455,"float":0.1,"level":"high","optional":null,"#
    + #""inner":{"list":[1,null,3.0],"table":{"a":1.5}},"verbatim":{"n":1.00,"k":[]}}"#

  @Test func decodes() throws {
    let value = try JSON(parsing: Self.text).decode(Everything.self)
    #expect(value.text == "天气")
    #expect(value.small == -128)
    #expect(value.large == UInt64.max)
    #expect(value.huge == UInt128.max)
    #expect(value.float == 0.1)
    #expect(value.level == .high)
    #expect(value.optional == nil)
    #expect(value.missing == nil)
    #expect(value.inner == Everything.Inner(list: [1, nil, 3], table: ["a": 1.5]))
    #expect(value.verbatim.text == #"{"n":1.00,"k":[]}"#)
  }

  @Test func encodesWhatItDecoded() throws {
    let value = try JSON(parsing: Self.text).decode(Everything.self)
    let encoded = try JSON.encode(value)
    #expect(encoded.text == Self.text.replacing(#""optional":null,"#, with: "").replacing("3.0", with: "3"))
    #expect(try encoded.decode(Everything.self) == value)
  }

  @Test func scalarsAtTheTop() throws {
    #expect(try JSON.encode("a").text == #""a""#)
    #expect(try JSON.encode(1.0).text == "1")
    #expect(try JSON.encode(Double.nan).text == "null")
    #expect(try JSON.encode(Int?.none).text == "null")
    #expect(try JSON.encode([Int]()).text == "[]")
    struct Nothing: Encodable {}
    #expect(try JSON.encode(Nothing()).text == "{}")
    #expect(try JSON(parsing: "5").decode(Int.self) == 5)
    #expect(try JSON(parsing: "null").decode(Int?.self) == nil)
    #expect(try JSON(parsing: "[[1],[2]]").decode([[Int]].self) == [[1], [2]])
  }

  private func failure<Value: Decodable>(_ text: String, _ type: Value.Type) throws -> String {
    let value = try JSON(parsing: text)
    let error = #expect(throws: DecodingError.self) { try value.decode(type) }
    let context: DecodingError.Context? =
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
        .dataCorrupted(let context):
        context
      default: nil
      }
    let found = try #require(context)
    return (found.codingPath.map(\.stringValue) + [found.debugDescription]).joined(separator: " / ")
  }

  @Test func errorsHaveAPath() throws {
    struct Item: Decodable {
      struct Day: Decodable { var high: Int }
      var days: [Day]
    }
    #expect(
      try failure(#"{"days":[{"high":1},{"high":"2"}]}"#, Item.self)
        == "days / 1 / high / expected an integer, found a string")
    #expect(try failure(#"{"days":[{"high":1.5}]}"#, Item.self) == "days / 0 / high / 1.5 is not an integer")
    #expect(try failure(#"{"days":[{"high":1e400}]}"#, Item.self) == "days / 0 / high / 1e400 does not fit Int")
    #expect(try failure(#"{"days":[{}]}"#, Item.self) == #"days / 0 / "high" is missing"#)
    #expect(try failure(#"{"days":{}}"#, Item.self) == "days / expected an array, found an object")
    #expect(try failure(#"[]"#, Item.self) == "expected an object, found an array")
    #expect(try failure("300", UInt8.self) == "300 does not fit UInt8")
    #expect(try failure("-1", UInt8.self) == "-1 does not fit UInt8")
    #expect(try failure("1e39", Float.self) == "1e39 does not fit Float")
    #expect(try failure("null", Bool.self) == "expected true or false, found null")
  }

  @Test func largeTablesAreRead() throws {
    let value = JSON.build { writer in writer.object { for key in 0..<20_000 { $0.member("\(key)", key) } } }
    let table = try value.decode([String: Int].self)
    #expect(table.count == 20_000)
    #expect(table["19999"] == 19_999)
    #expect(try JSON.encode(table) == value)
  }

  @Test func lastOfDuplicatesWins() throws {
    #expect(try JSON(parsing: #"{"a":1,"a":2}"#).decode([String: Int].self) == ["a": 2])
  }

  @Test func depthIsLimited() throws {
    indirect enum Deep: Decodable {
      case leaf
      case list([Deep])
      init(from decoder: any Decoder) throws {
        self = .list(try [Deep](from: decoder))
      }
    }
    let text = String(repeating: "[", count: 20_000) + String(repeating: "]", count: 20_000)
    let value = try JSON(parsing: text, limits: JSONLimits(maxDepth: 20_000))
    let error = #expect(throws: DecodingError.self) { try value.decode(Deep.self) }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("the wrong error: \(String(describing: error))")
      return
    }
    #expect(context.debugDescription == "containers are nested more than 512 deep")
  }

  /// Containers that are filled in turns, and inheritance.
  @Test func containersMayInterleave() throws {
    class Base: Codable {
      var a = 1
    }
    final class Derived: Base {
      enum Keys: String, CodingKey { case list, nested, x, y }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        var nested = container.nestedContainer(keyedBy: Keys.self, forKey: .nested)
        try list.encode(1)
        try nested.encode("x", forKey: .x)
        try list.encode(2)
        try nested.encode("z", forKey: .x)
        var again = container.nestedContainer(keyedBy: Keys.self, forKey: .nested)
        try again.encode("y", forKey: .y)
        var inner = list.nestedContainer(keyedBy: Keys.self)
        try inner.encodeNil(forKey: .x)
        try super.encode(to: container.superEncoder())
      }
    }
    let encoded = try JSON.encode(Derived())
    #expect(encoded.text == #"{"list":[1,2,{"x":null}],"nested":{"x":"z","y":"y"},"super":{"a":1}}"#)
  }
}
