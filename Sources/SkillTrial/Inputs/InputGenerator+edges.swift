import SkillJSON
import SkillSchema

// The values at which a member is most likely to be misunderstood. They need not all fit.
extension InputGenerator {
  mutating func edges(_ schema: JSON, depth: Int) -> [SampleValue] {
    guard schema.kind == .object else { return [.null, .bool(false), .string(""), .array([]), .object([])] }
    let alternatives = ["anyOf", "oneOf"].flatMap { Array(schema[$0]?.elements ?? JSON.null.elements) }
    var found = alternatives.prefix(16).flatMap { depth < 4 ? edges($0, depth: depth + 1) : [] }
    let parts = parts(of: schema)
    found += parts.flatMap { part in
      ([part["const"], part["default"]].compactMap(\.self) + Array(part["enum"]?.elements ?? JSON.null.elements)
        + Array(part["examples"]?.elements ?? JSON.null.elements)).prefix(64).map(SampleValue.verbatim)
    }
    var types: Set<String> = []
    for part in parts {
      if let one = part["type"]?.string { types.insert(one) }
      types.formUnion((part["type"]?.elements ?? JSON.null.elements).compactMap(\.string))
    }
    if types.isEmpty { types = ["string", "number", "boolean", "null"] }
    // In a fixed order: the same seed must make the same inputs.
    for type in types.sorted() {
      switch type {
      case "null": found.append(.null)
      case "boolean": found += [.bool(false), .bool(true)]
      case "integer", "number": found += numbers(parts, whole: type == "integer")
      case "string": found += texts(parts)
      case "array": found += arrays(parts, depth)
      default: for _ in 0..<3 { found.append(value(schema, depth: depth, .random)) }
      }
    }
    return found
  }

  private mutating func arrays(_ parts: [JSON], _ depth: Int) -> [SampleValue] {
    let least = Self.count(parts, "minItems") ?? 0
    let most = Self.count(parts, "maxItems") ?? 200
    let counts = Set([0, 1, 2, least, least + 1, min(most, 500), max(min(most, 500) - 1, 0)])
    return counts.sorted().map { array(parts, depth, count: $0, .random) }
  }

  /// Numbers around the bounds, and those that do not fit into what programs take for a number.
  mutating func numbers(_ parts: [JSON], whole: Bool) -> [SampleValue] {
    var texts = ["0", "1", "-1", "2", "10", "1000", "2147483647", "2147483648", "9007199254740993", "-0"]
    texts += ["9223372036854775807", "-9223372036854775808", "1e3", "3.0"]
    if !whole { texts += ["0.5", "-2.75", "1e308", "-1e308", "5e-324", "0.1", "123456789.123456789"] }
    for name in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"] {
      for bound in parts.compactMap({ $0[name] }) {
        if let text = bound.numberText { texts.append(text) }
        if let int = bound.int {
          for near in [int.addingReportingOverflow(1), int.subtractingReportingOverflow(1)] where !near.overflow {
            texts.append(String(near.partialValue))
          }
          if name == "multipleOf", int > 0, int < 1 << 32 { texts += ["\(int * 2)", "\(int * 7)"] }
        }
      }
    }
    func bound(_ names: [String]) -> Int? { names.lazy.flatMap { name in parts.compactMap { $0[name]?.int } }.first }
    let low = bound(["minimum", "exclusiveMinimum"]) ?? -1_000
    let high = bound(["maximum", "exclusiveMaximum"]) ?? max(low, 1_000)
    if low <= high { for _ in 0..<4 { texts.append(String(Int.random(in: low...high, using: &random))) } }
    return texts.map(SampleValue.number)
  }

  mutating func texts(_ parts: [JSON]) -> [SampleValue] {
    let least = Self.count(parts, "minLength") ?? 0
    let most = Self.count(parts, "maxLength")
    var found: [String] = []
    for pattern in parts.compactMap({ $0["pattern"]?.string }) {
      for _ in 0..<6 { if let text = PatternExample.text(pattern, using: &random) { found.append(text) } }
    }
    found += parts.compactMap { $0["format"]?.string }.flatMap(SampleTexts.formatted)
    // Everything else would be refused.
    if !found.isEmpty { return found.map(SampleValue.string) }
    found = SampleTexts.awkward
    for length in Set([least, least + 1, min(most ?? 5_000, 20_000), max(min(most ?? 5_000, 20_000) - 1, 0)]).sorted() {
      found += [SampleTexts.ofLength(length, wide: false), SampleTexts.ofLength(length, wide: true)]
    }
    // The skill decides how much of its own description it means: dates and times in it are mostly examples.
    for part in parts { found += Self.words(part["description"]?.string ?? "") }
    return found.filter { (least...max(least, most ?? .max)).contains($0.unicodeScalars.count) }.map(SampleValue.string)
  }

  /// Words of a description that look like values: with a digit, or in quotes.
  private static func words(_ description: String) -> [String] {
    let pieces = description.split { " ,;()'\"“”「」".contains($0) }
    return pieces.filter { $0.contains(where: \.isNumber) && $0.count <= 40 }.prefix(8).map { word in
      String(word.last == "." ? word.dropLast() : word)
    }
  }
}
