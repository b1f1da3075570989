import SkillJSON

/// The sentences. Each says where, what is wanted and what was found, so that a model can correct itself.
extension SchemaEvaluator {
  /// Notes that a keyword is not fulfilled.
  /// - Parameter message: gets this and the place in words.
  /// - Returns: false.
  @inline(never)
  mutating func violate(_ source: Int, _ message: (borrowing SchemaEvaluator, String) -> String) -> Bool {
    guard isReporting, violations.count < Self.maxViolations, messagesLeft > 0 else { return false }
    messagesLeft -= 1
    let origin = program.source(source)
    violations.append(
      Violation(
        instancePointer: pointer, keyword: origin.keyword, schemaPointer: schemaPointer(origin.value),
        message: message(self, place)))
    return false
  }

  /// Reports a schema that is `false`. The keyword is the one that it is a value of.
  @inline(never)
  mutating func reportNever(_ number: Int, _ value: Int) -> Bool {
    guard violations.count < Self.maxViolations, messagesLeft > 0 else { return false }
    messagesLeft -= 1
    let schema = program.schemas[number]
    let tokens = schema.pointer.tokens  // from the root of the document: the last two are the same
    let isInTable = tokens.count > 1 && SchemaKeyword(rawValue: tokens[tokens.count - 2])?.shape ?? .schema != .schema
    violations.append(
      Violation(
        instancePointer: pointer, keyword: isInTable ? tokens[tokens.count - 2] : tokens.last ?? "",
        schemaPointer: schemaPointer(schema), message: "\(place) is not allowed"))
    return false
  }

  // MARK: Places

  /// The path to the current value as a JSON pointer.
  var pointer: String {
    var text = ""
    for step in path {
      switch step {
      case .member(let key), .name(let key): JSONPointer.append(document.string(tape[key]), to: &text)
      case .element(let index): text += "/\(index)"
      }
    }
    return text
  }

  private var place: String {
    if case .name(let key) = path.last { return "the property name \(preview(key))" }
    let pointer = pointer
    return pointer.isEmpty ? "the value" : SchemaPreview.shorten(pointer, to: 120)
  }

  private func schemaPointer(_ value: JSON) -> String {
    guard value.document !== program.root.document else { return value.pointer(from: program.root).text }
    let pointer = value.pointer.text
    let index = program.schemas.firstIndex { $0.document === value.document }
    return index.map { program.resourceURIs[blocks[$0].resource] + "#" + pointer } ?? pointer
  }

  func preview(_ value: Int) -> String { SchemaPreview.text(of: json(value)) }

  func phrase(_ block: Int) -> String { SchemaPhrase(program, block: block).text }

  /// The block that an instruction belongs to.
  private func block(of source: Int) -> Int? {
    blocks.firstIndex { $0.kind == .checked && $0.first <= source && source < $0.end }
  }

  // MARK: Sentences

  /// `/days must be an integer from 1 to 16, got "three"`
  func expectationMessage(_ place: String, _ value: Int, source: Int) -> String {
    var wanted = SchemaPhrase.anything
    if let block = block(of: source) { wanted = phrase(block) }
    return "\(place) must be \(wanted), got \(preview(value))"
  }

  func typeMessage(_ place: String, _ value: Int, _ types: SchemaTypes, source: Int) -> String {
    let hint = SchemaHint.forType(types, json(value)).map { " (\($0))" } ?? ""
    return expectationMessage(place, value, source: source) + hint
  }

  func enumerationMessage(_ place: String, _ value: Int, source: Int) -> String {
    let values = program.source(source).value.elements
    let hint = SchemaHint.forValues(Array(values.prefix(200)), json(value)).map { " (\($0))" } ?? ""
    return expectationMessage(place, value, source: source) + hint
  }

  func multipleMessage(_ place: String, _ value: Int, source: Int) -> String {
    "\(place) must be a multiple of \(program.source(source).value.text), got \(preview(value))"
  }

  func lengthMessage(_ place: String, _ value: Int, _ length: Int, source: Int) -> String {
    let wanted = block(of: source).map { SchemaPhrase(program, block: $0).lengthText } ?? "of another length"
    return "\(place) must be a string \(wanted), got \(SchemaPhrase.count(length, "character")): \(preview(value))"
  }

  func patternMessage(_ place: String, _ value: Int, source: Int) -> String {
    let pattern = program.source(source).value.string ?? ""
    return "\(place) must match the pattern \(SchemaPreview.shorten(pattern, to: 200)), got \(preview(value))"
  }

  func formatMessage(_ place: String, _ value: Int, _ format: StringFormat) -> String {
    "\(place) must be \(format.phrase), got \(preview(value))"
  }

  func countMessage(_ place: String, _ value: Int, _ found: Int, source: Int) -> String {
    let isArray = tape[value].kind == .array
    let wanted = block(of: source).map { SchemaPhrase(program, block: $0).countText(isArray: isArray) } ?? ""
    let unit = isArray ? "item" : "property"
    return "\(place) must have \(wanted), got \(SchemaPhrase.count(found, unit))"
  }

  func containsMessage(_ place: String, _ contains: SchemaTables.Contains, _ found: Int) -> String {
    let wanted =
      found < contains.least
      ? "at least \(SchemaPhrase.count(contains.least, "item"))"
      : "at most \(SchemaPhrase.count(contains.most ?? 0, "item"))"
    return "\(place) must hold \(wanted) of this kind: \(phrase(contains.block)); got \(found)"
  }

  func missingMessage(_ place: String, _ name: [UInt8], _ members: SchemaMembers) -> String {
    let name = String(decoding: name, as: UTF8.self)
    var message = "\(place) must have the property \(SchemaPreview.quoted(name))"
    if let index = members.table.find(Array(name.utf8).span), let block = members.blocks[index] {
      let phrase = phrase(block)
      if phrase != SchemaPhrase.anything { message += ", \(phrase)" }
    }
    return message
  }

  func unknownMessage(_ place: String, _ key: Int, _ members: SchemaMembers) -> String {
    let name = document.string(tape[key])
    let known = (0..<members.table.count).lazy.filter { members.blocks[$0] != nil }.prefix(200).map {
      members.table.name($0)
    }
    var message = "\(place) is not a known property"
    if let near = SchemaHint.nearest(to: name, among: Array(known)) {
      message += "; did you mean \(SchemaPreview.quoted(near))?"
    }
    guard !known.isEmpty else { return message + "; none is allowed" }
    let list = known.sorted().prefix(20).map(SchemaPreview.quoted).joined(separator: ", ")
    let rest = known.count > 20 ? " and others" : ""
    return message + "\(message.hasSuffix("?") ? " Known are" : "; known are") \(list)\(rest)"
  }

  func dependencyMessage(_ place: String, _ name: [UInt8], _ other: [UInt8]) -> String {
    let name = SchemaPreview.quoted(String(decoding: name, as: UTF8.self))
    let other = SchemaPreview.quoted(String(decoding: other, as: UTF8.self))
    return "\(place) has the property \(name) and so must have \(other) as well"
  }

  func ambiguousMessage(_ place: String, _ matching: [Int], of count: Int) -> String {
    let numbers = matching.map { String($0 + 1) }.joined(separator: " and ")
    return "\(place) must fit exactly one of \(count) alternatives, but fits numbers \(numbers)"
  }

  func alternativesMessage(_ place: String, _ value: Int, _ attempts: [[Violation]]) -> String {
    var message = "\(place) fits none of \(attempts.count) alternatives, got \(preview(value))"
    for (index, attempt) in attempts.prefix(8).enumerated() {
      message += "; \(index + 1): \(attempt.first?.message ?? "not allowed")"
    }
    if attempts.count > 8 { message += "; and \(attempts.count - 8) more" }
    return SchemaPreview.shorten(message, to: 1_000)
  }
}
