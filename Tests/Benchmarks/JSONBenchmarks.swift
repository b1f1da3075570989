import Foundation
import SkillJSON

/// Reading and writing, beside Foundation's two ways.
enum JSONBenchmarks {
  static func run(_ report: inout Report) async throws {
    report.section("JSON: from bytes to a value, beside `JSONSerialization`")
    let inputs = [
      ("tools/list of 200 tools", Inputs.toolsList), ("a call", Inputs.call), ("a result", Inputs.result),
      ("500 levels deep", Inputs.nested),
    ]
    for (name, bytes) in inputs {
      let data = Data(bytes)
      try await report.measure(
        Benchmark(
          name: "\(name), \(size(bytes))", ours: .init("") { keep(parse(bytes)) },
          peer: .init("JSONSerialization") { keep(foundation(data)) }, goal: 5
        ))
    }
    try await reading(&report)
    try await structures(&report)
    try await writing(&report)
  }

  private static func reading(_ report: inout Report) async throws {
    let bytes = Inputs.result
    let data = Data(bytes)
    try await report.measure(
      Benchmark(
        name: "a result, \(size(bytes)), and two of its fields",
        ours: .init("") {
          let json = parse(bytes)
          keep(json["total"]?.int)
          keep(json["records"]?[index: 1_000]?["title"]?.string)
        },
        peer: .init("JSONSerialization") {
          let page = foundation(data) as? [String: Any]
          keep(page?["total"] as? Int)
          keep(((page?["records"] as? [Any])?[1_000] as? [String: Any])?["title"] as? String)
        }, goal: 5
      ))
    try await report.measure(
      Benchmark(
        name: "a result, \(size(bytes)), and every string and number of it",
        ours: .init("") { keep(decodeAll(parse(bytes))) },
        peer: .init("JSONSerialization") { keep(foundation(data)) }
      ))
  }

  private static func structures(_ report: inout Report) async throws {
    report.section("JSON: from bytes to `Codable` structures, beside `JSONDecoder`")
    let bytes = Inputs.result
    let data = Data(bytes)
    try await report.measure(
      Benchmark(
        name: "a result, \(size(bytes)), 2,130 records",
        ours: .init("") { keep(try? parse(bytes).decode(Inputs.Page.self)) },
        peer: .init("JSONDecoder") { keep(try? JSONDecoder().decode(Inputs.Page.self, from: data)) }
      ))
    let call = Inputs.call
    let callData = Data(call)
    try await report.measure(
      Benchmark(
        name: "a call, \(size(call))",
        ours: .init("") { keep(try? parse(call).decode(Event.self)) },
        peer: .init("JSONDecoder") { keep(try? JSONDecoder().decode(Event.self, from: callData)) }
      ))
    guard (try? parse(call).decode(Event.self)) != nil, (try? parse(bytes).decode(Inputs.Page.self)) != nil else {
      fail("the structures do not fit the inputs")
    }
  }

  private static func writing(_ report: inout Report) async throws {
    report.section("JSON: writing")
    let page = Inputs.page
    let object = foundation(Data(Inputs.result))
    try await report.measure(
      Benchmark(
        name: "a result, \(size(Inputs.result))",
        ours: .init("") {
          var writer = JSONWriter()
          Inputs.write(page, to: &writer)
          keep(writer.bytes)
        },
        peer: .init("JSONSerialization") { keep(try? JSONSerialization.data(withJSONObject: object)) }
      ))
    try await report.measure(
      Benchmark(
        name: "the same from `Codable` structures",
        ours: .init("") { keep(try? JSON.encode(page)) },
        peer: .init("JSONEncoder") { keep(try? JSONEncoder().encode(page)) }
      ))
  }

  // MARK: Helpers

  private struct Event: Codable {
    struct Place: Codable {
      let name: String
      let address: String?
      let latitude: Double?
      let longitude: Double?
    }
    struct Attendee: Codable {
      let name: String?
      let email: String
      let role: String?
    }
    struct Recurrence: Codable {
      let frequency: String
      let interval: Int?
      let days: [String]?
      let until: String?
    }
    let title: String
    let description: String?
    let start: String
    let end: String
    let timezone: String?
    let location: Place?
    let attendees: [Attendee]?
    let recurrence: Recurrence?
    let reminders: [Int]?
    let visibility: String?
    let notify: Bool?
    let color: String?
    let tags: [String]?
  }

  static func parse(_ bytes: [UInt8]) -> JSON {
    do { return try JSON(parsing: bytes) } catch { fail("the input is not JSON: \(error)") }
  }

  private static func foundation(_ data: Data) -> Any {
    do { return try JSONSerialization.jsonObject(with: data) } catch { fail("the input is not JSON: \(error)") }
  }

  private static func decodeAll(_ value: JSON) -> Int {
    switch value.kind {
    case .null, .bool: return 1
    case .number:
      keep(value.double)
      return 1
    case .string:
      keep(value.string)
      return 1
    case .array:
      var count = 0
      for element in value.elements { count += decodeAll(element) }
      return count
    case .object:
      var count = 0
      for (key, member) in value.members {
        keep(key)
        count += decodeAll(member)
      }
      return count
    }
  }

  static func size(_ bytes: [UInt8]) -> String {
    bytes.count < 10_000 ? "\(bytes.count) bytes" : "\(bytes.count / 1_000) kB"
  }
}
