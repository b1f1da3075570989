import SkillJSON

/// A JSON value that is being made up.
indirect enum SampleValue: Sendable {
  case null
  case bool(Bool)
  /// As it is spelt.
  case number(String)
  case string(String)
  case array([SampleValue])
  case object([(key: String, value: SampleValue)])
  /// Taken from the schema.
  case verbatim(JSON)

  func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let bool): writer.value(bool)
    case .number(let text): writer.raw(text.utf8)
    case .string(let text): writer.value(text)
    case .array(let elements): writer.array { writer in for element in elements { element.write(to: &writer) } }
    case .object(let members):
      writer.object { writer in
        for member in members { writer.member(member.key) { member.value.write(to: &$0) } }
      }
    case .verbatim(let json): writer.value(json)
    }
  }

  var bytes: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }

  /// The members of an object, also of one that was taken from the schema.
  var members: [(key: String, value: SampleValue)] {
    switch self {
    case .object(let members): members
    case .verbatim(let json): json.members.map { ($0.key, .verbatim($0.value)) }
    default: []
    }
  }

  /// The object with one member set, or taken away.
  func setting(_ key: String, _ value: SampleValue?) -> SampleValue {
    var members = members.filter { $0.key != key }
    if let value { members.append((key, value)) }
    return .object(members)
  }
}

/// SplitMix64: the same inputs for the same seed, on every machine.
struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
