import SkillJSON

/// What a block asks for, in words: "an integer from 1 to 16".
///
/// Read from the program, through references and `allOf`, so it says what is checked and not what a description claims.
struct SchemaPhrase {
  private let program: SchemaProgram
  private var types: SchemaTypes?
  private var least: String?
  private var most: String?
  private var above: String?
  private var below: String?
  private var multiple: String?
  private var minLength: Int?
  private var maxLength: Int?
  private var minItems: Int?
  private var maxItems: Int?
  private var minProperties: Int?
  private var maxProperties: Int?
  private var format: StringFormat?
  private var values: [String]?
  private var constant: String?
  private var element: Int?
  /// Blocks that may still be looked at: `allOf` inside of `allOf` could go on for ever.
  private var visits = 32
  private let depth: Int

  /// What is said when nothing is asked for.
  static let anything = "something else"

  init(_ program: SchemaProgram, block: Int, depth: Int = 0) {
    self.program = program
    self.depth = depth
    gather(block, depth: 0)
  }

  private mutating func gather(_ number: Int, depth: Int) {
    let block = program.blocks[number]
    guard block.kind == .checked, depth < 8, visits > 0 else { return }
    visits -= 1
    for index in block.first..<block.end {
      let value = program.sources[index].value
      switch program.instructions[index] {
      case .type(let types): self.types = self.types.map { $0.intersection(types) } ?? types
      case .enumeration: values = value.elements.prefix(21).map(SchemaPreview.text)
      case .constant: constant = SchemaPreview.text(of: value)
      case .minimum: least = value.text
      case .maximum: most = value.text
      case .exclusiveMinimum: above = value.text
      case .exclusiveMaximum: below = value.text
      case .multipleOf: multiple = value.text
      case .minLength(let count): minLength = count
      case .maxLength(let count): maxLength = count
      case .format(let format): self.format = format
      case .minItems(let count): minItems = count
      case .maxItems(let count): maxItems = count
      case .minProperties(let count): minProperties = count
      case .maxProperties(let count): maxProperties = count
      case .items(let number): element = program.tables.items[number].rest
      case .reference(let block): gather(block, depth: depth + 1)
      case .all(let list):
        for block in program.tables.lists[list].prefix(8) { gather(block, depth: depth + 1) }
      default: break
      }
    }
  }

  var text: String {
    if let constant { return "exactly \(constant)" }
    if let values {
      let list = values.prefix(20).joined(separator: ", ")
      return values.count == 1 ? "exactly \(list)" : "one of \(list)\(values.count > 20 ? " and others" : "")"
    }
    guard let types else { return textWithoutType }
    var words: [String] = []
    if types.contains(.string) { words.append(stringText) }
    if types.contains(.number) {
      words.append("a number\(rangeText)")
    } else if types.contains(.integer) {
      words.append("an integer\(rangeText)")
    }
    if types.contains(.boolean) { words.append("true or false") }
    if types.contains(.array) { words.append(arrayText) }
    if types.contains(.object) { words.append("an object") }
    if types.contains(.null) { words.append("null") }
    if words.isEmpty { return Self.anything }
    return words.count == 1
      ? words[0] : "\(words.dropLast().joined(separator: ", ")) or \(words[words.count - 1])"
  }

  private var textWithoutType: String {
    if !rangeText.isEmpty { return "a number\(rangeText)" }
    if format != nil || minLength != nil || maxLength != nil { return stringText }
    if minItems != nil || maxItems != nil || element != nil { return arrayText }
    return Self.anything
  }

  private var rangeText: String {
    var parts: [String] = []
    switch (least, most) {
    case (let least?, let most?): parts.append("from \(least) to \(most)")
    case (let least?, nil): parts.append("of at least \(least)")
    case (nil, let most?): parts.append("of at most \(most)")
    case (nil, nil): break
    }
    if let above { parts.append("greater than \(above)") }
    if let below { parts.append("less than \(below)") }
    if let multiple { parts.append("that is a multiple of \(multiple)") }
    return parts.isEmpty ? "" : " " + parts.joined(separator: " and ")
  }

  private var stringText: String {
    if let format { return format.phrase }
    return minLength == nil && maxLength == nil ? "a string" : "a string \(lengthText)"
  }

  var lengthText: String { "of \(Self.range(minLength, maxLength, "character"))" }

  func countText(isArray: Bool) -> String {
    isArray ? Self.range(minItems, maxItems, "item") : Self.range(minProperties, maxProperties, "property")
  }

  private var arrayText: String {
    var text = "an array"
    if minItems != nil || maxItems != nil { text += " of \(countText(isArray: true))" }
    guard let element, depth < 2 else { return text }
    let phrase = SchemaPhrase(program, block: element, depth: depth + 1).text
    return phrase == Self.anything
      ? text : text + (text == "an array" ? " of items that are each \(phrase)" : ", each \(phrase)")
  }

  static func range(_ least: Int?, _ most: Int?, _ unit: String) -> String {
    switch (least, most) {
    case (let least?, let most?): least == most ? "exactly \(count(most, unit))" : "\(least) to \(count(most, unit))"
    case (let least?, nil): "at least \(count(least, unit))"
    case (nil, let most?): "at most \(count(most, unit))"
    case (nil, nil): "any number of \(plural(unit))"
    }
  }

  /// `1 item`, `2 items`
  static func count(_ count: Int, _ unit: String) -> String { "\(count) \(count == 1 ? unit : plural(unit))" }

  private static func plural(_ unit: String) -> String { unit == "property" ? "properties" : unit + "s" }
}
