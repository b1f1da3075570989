/// properties, patternProperties, additionalProperties and required of one schema: one pass over the members of an
/// object answers for all four.
final class SchemaMembers: Sendable {
  /// The names of properties and those that are required.
  let table: NameTable
  /// For each name of the table its block.
  let blocks: [Int?]
  /// For each name of the table its place among those that are required.
  let requiredPlaces: [Int?]
  let patterns: [(pattern: Int, block: Int)]
  let additional: Int?
  let required: [[UInt8]]
  let requiredSource: Int
  let additionalSource: Int

  final class Builder {
    var blocks: [[UInt8]: Int] = [:]
    var patterns: [(pattern: Int, block: Int)] = []
    var additional: Int?
    /// Distinct.
    var required: [[UInt8]] = []
    var requiredSource = 0
    var additionalSource = 0
  }

  init(_ builder: Builder) {
    let names = Set(builder.blocks.keys).union(builder.required).sorted(by: NameTable.precedes)
    table = NameTable(sorted: names)
    blocks = names.map { builder.blocks[$0] }
    var bits: [[UInt8]: Int] = [:]
    for (bit, name) in builder.required.enumerated() { bits[name] = bit }
    requiredPlaces = names.map { bits[$0] }
    patterns = builder.patterns
    additional = builder.additional
    required = builder.required
    requiredSource = builder.requiredSource
    additionalSource = builder.additionalSource
  }
}
