import SkillJSON

extension SchemaEvaluator {
  // MARK: Any type

  @inline(never)
  mutating func checkType(_ types: SchemaTypes, _ source: Int, _ value: Int) -> Bool {
    let entry = tape[value]
    let holds =
      switch entry.kind {
      case .null: types.contains(.null)
      case .bool: types.contains(.boolean)
      case .string: types.contains(.string)
      case .array: types.contains(.array)
      case .object: types.contains(.object)
      case .number:
        types.contains(.number)
          || types.contains(.integer) && (entry.isPlainInteger || json(value).decimal?.isInteger == true)
      }
    return holds || violate(source) { $0.typeMessage($1, value, types, source: source) }
  }

  @inline(never)
  mutating func checkEnumeration(_ number: Int, _ source: Int, _ value: Int) -> Bool {
    let holds: Bool
    if tape[value].kind == .string {
      holds = withText(value) { program.tables.enumerations[number].strings.find($0) } != nil
    } else {
      let instance = json(value)
      let size = instance.subtreeSize
      holds = program.tables.enumerations[number].others.contains {
        budget -= size
        return $0 == instance
      }
    }
    return holds || violate(source) { $0.enumerationMessage($1, value, source: source) }
  }

  @inline(never)
  mutating func checkConstant(_ number: Int, _ source: Int, _ value: Int) -> Bool {
    budget -= json(value).subtreeSize
    return program.tables.values[number] == json(value)
      || violate(source) { $0.expectationMessage($1, value, source: source) }
  }

  // MARK: Numbers

  enum Side {
    case least, most, above, below
  }

  @inline(never)
  mutating func checkBound(_ number: Int, _ source: Int, _ value: Int, _ side: Side) -> Bool {
    let order: Int
    if let bound = program.tables.bounds[number].integer, let integer = smallInteger(value) {
      order = integer < bound ? -1 : integer == bound ? 0 : 1
    } else {
      order = compare(value, program.tables.bounds[number].decimal)
    }
    let holds =
      switch side {
      case .least: order >= 0
      case .most: order <= 0
      case .above: order > 0
      case .below: order < 0
      }
    return holds || violate(source) { $0.expectationMessage($1, value, source: source) }
  }

  private mutating func compare(_ value: Int, _ bound: JSONDecimal) -> Int {
    let entry = tape[value]
    budget -= entry.range.count / 16
    guard let decimal = json(value).decimal else { return 0 }
    return decimal < bound ? -1 : decimal == bound ? 0 : 1
  }

  /// The value of a number with few digits and nothing else.
  @inline(__always)
  private func smallInteger(_ value: Int) -> Int? {
    let entry = tape[value]
    return entry.isPlainInteger && entry.range.count <= 18 ? document.integer(entry) : nil
  }

  @inline(never)
  mutating func checkMultiple(_ number: Int, _ source: Int, _ value: Int) -> Bool {
    let holds: Bool
    if let divisor = program.tables.bounds[number].integer, let integer = smallInteger(value) {
      holds = integer % divisor == 0
    } else {
      budget -= tape[value].range.count
      holds = json(value).decimal?.isMultiple(of: program.tables.bounds[number].decimal) ?? true
    }
    return holds || violate(source) { $0.multipleMessage($1, value, source: source) }
  }

  // MARK: Strings

  @inline(never)
  mutating func checkLength(_ count: Int, _ source: Int, _ value: Int, isLeast: Bool) -> Bool {
    let entry = tape[value]
    // No string has more characters than bytes, and none fewer than a twelfth: an escaped pair.
    let most = entry.contentRange.count
    if isLeast ? most / 12 >= count : most <= count { return true }
    budget -= most / 16
    let length = document.scalarCount(entry)
    return (isLeast ? length >= count : length <= count)
      || violate(source) { $0.lengthMessage($1, value, length, source: source) }
  }

  @inline(never)
  mutating func checkPattern(_ number: Int, _ source: Int, _ value: Int) -> Bool {
    switch matches(number, value) {
    case true?: true
    case false?: violate(source) { $0.patternMessage($1, value, source: source) }
    case nil: false
    }
  }

  /// Whether a string has a match; nil when the budget ran out, which the next block notices.
  mutating func matches(_ number: Int, _ value: Int) -> Bool? {
    var left = budget
    let result = withText(value) { program.tables.patterns[number].matches($0, budget: &left) }
    budget = left
    return result
  }

  @inline(never)
  mutating func checkFormat(_ format: StringFormat, _ source: Int, _ value: Int) -> Bool {
    budget -= tape[value].contentRange.count
    return withText(value, { format.accepts($0) }) || violate(source) { $0.formatMessage($1, value, format) }
  }
}

extension JSON {
  /// How many values are in this one.
  var subtreeSize: Int { Int(entry.next) - index }
}
