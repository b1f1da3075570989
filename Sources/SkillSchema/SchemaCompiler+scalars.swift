import SkillJSON

extension SchemaCompiler {
  // MARK: Any type

  mutating func compileValues(_ scope: SchemaScope) throws(SchemaFailure) {
    if let value = scope[.type] {
      var types: SchemaTypes = []
      for name in value.kind == .array ? Array(value.elements) : [value] {
        guard let text = name.string, let type = SchemaTypes(name: text) else {
          throw SchemaFailure(
            name, "\(name.text) is not a type; types are null, boolean, integer, number, string, array and object")
        }
        types.insert(type)
      }
      guard !types.isEmpty else { throw SchemaFailure(value, "type must name at least one type") }
      emit(.type(types), "type", value)
    }
    if let value = scope[.const] {
      tables.values.append(value)
      emit(.constant(tables.values.count - 1), "const", value)
    }
    if let value = scope[.enum] {
      guard value.kind == .array else { throw SchemaFailure(value, "enum must be an array, not \(value.kindPhrase)") }
      let strings = Set(value.elements.compactMap { $0.string.map { Array($0.utf8) } })
      tables.enumerations.append(
        SchemaTables.Enumeration(
          strings: NameTable(sorted: strings.sorted(by: NameTable.precedes)),
          others: value.elements.filter { $0.kind != .string }))
      emit(.enumeration(tables.enumerations.count - 1), "enum", value)
    }
  }

  // MARK: Numbers

  mutating func compileNumbers(_ scope: SchemaScope) throws(SchemaFailure) {
    if let (bound, value) = try bound(.minimum, scope) { emit(.minimum(bound), "minimum", value) }
    if let (bound, value) = try bound(.maximum, scope) { emit(.maximum(bound), "maximum", value) }
    if let (bound, value) = try bound(.exclusiveMinimum, scope) {
      emit(.exclusiveMinimum(bound), "exclusiveMinimum", value)
    }
    if let (bound, value) = try bound(.exclusiveMaximum, scope) {
      emit(.exclusiveMaximum(bound), "exclusiveMaximum", value)
    }
    if let (bound, value) = try bound(.multipleOf, scope) {
      let decimal = tables.bounds[bound].decimal
      guard !decimal.isZero, !decimal.isNegative else {
        throw SchemaFailure(value, "multipleOf must be greater than 0")
      }
      guard decimal.significantDigits <= JSONDecimal.maxDivisorDigits else {
        throw SchemaFailure(value, "multipleOf has more than \(JSONDecimal.maxDivisorDigits) significant digits")
      }
      emit(.multipleOf(bound), "multipleOf", value)
    }
  }

  private mutating func bound(_ keyword: SchemaKeyword, _ scope: SchemaScope) throws(SchemaFailure) -> (Int, JSON)? {
    guard let value = scope[keyword] else { return nil }
    guard let decimal = value.decimal else {
      throw SchemaFailure(value, "\(keyword.rawValue) must be a number, not \(value.kindPhrase)")
    }
    tables.bounds.append(SchemaTables.Bound(integer: value.int, decimal: decimal))
    return (tables.bounds.count - 1, value)
  }

  /// A limit on how many there are of something. More than can be counted is no limit above and unreachable below.
  func count(_ keyword: SchemaKeyword, _ scope: SchemaScope) throws(SchemaFailure) -> (Int, JSON)? {
    guard let value = scope[keyword] else { return nil }
    guard let decimal = value.decimal, decimal.isInteger, !decimal.isNegative else {
      throw SchemaFailure(value, "\(keyword.rawValue) must be an integer that is not negative")
    }
    return (value.int ?? Int.max, value)
  }

  // MARK: Strings

  mutating func compileStrings(_ scope: SchemaScope) throws(SchemaFailure) {
    if let (count, value) = try count(.minLength, scope) { emit(.minLength(count), "minLength", value) }
    if let (count, value) = try count(.maxLength, scope) { emit(.maxLength(count), "maxLength", value) }
    if let value = scope[.pattern] {
      guard let text = value.string else {
        throw SchemaFailure(value, "pattern must be a string, not \(value.kindPhrase)")
      }
      emit(.pattern(try pattern(text, value)), "pattern", value)
    }
  }

  /// The number of a compiled pattern.
  mutating func pattern(_ text: String, _ place: JSON) throws(SchemaFailure) -> Int {
    do throws(PatternError) {
      tables.patterns.append(try Pattern(text))
    } catch {
      throw SchemaFailure(place, "\(text) is not a pattern that can be used: \(error)")
    }
    return tables.patterns.count - 1
  }

  mutating func compileFormat(_ scope: SchemaScope) throws(SchemaFailure) {
    guard let value = scope[.format] else { return }
    guard let name = value.string else {
      throw SchemaFailure(value, "format must be a string, not \(value.kindPhrase)")
    }
    // Formats that are not known say something to people only.
    if let format = StringFormat(rawValue: name) { emit(.format(format), "format", value) }
  }
}
