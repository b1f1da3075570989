import SkillJSON

extension SchemaEvaluator {
  @inline(never)
  mutating func checkCount(_ count: Int, _ source: Int, _ value: Int, isLeast: Bool) -> Bool {
    let found = Int(tape[value].payload)
    return (isLeast ? found >= count : found <= count)
      || violate(source) { $0.countMessage($1, value, found, source: source) }
  }

  // MARK: Arrays

  @inline(never)
  mutating func checkItems(_ number: Int, _ value: Int, collects: Bool) -> Bool {
    let prefixCount = program.tables.items[number].prefix.count
    let rest = program.tables.items[number].rest
    let end = Int(tape[value].next)
    var position = value + 1
    var index = 0
    var isValid = true
    while position < end {
      let block: Int
      if index < prefixCount {
        block = program.tables.items[number].prefix[index]
      } else if let rest {
        block = rest
      } else {
        break
      }
      if collects, rest == nil { marks.insert(index) }
      if !checkChild(block, position, .element(index)) {
        guard isReporting else { return false }
        isValid = false
      }
      position = Int(tape[position].next)
      index += 1
    }
    if collects, rest != nil { marks.insertAll() }
    return isValid
  }

  @inline(never)
  mutating func checkContains(
    _ number: Int, _ source: Int, _ value: Int, collects: Bool
  ) -> Bool {
    let contains = program.tables.contains[number]
    let end = Int(tape[value].next)
    let needsAll = collects && contains.marks || contains.most != nil
    var position = value + 1
    var index = 0
    var found = 0
    while position < end, needsAll || found < contains.least {
      if quietly(contains.block, position, collects: false) {
        found += 1
        if collects, contains.marks { marks.insert(index) }
      }
      position = Int(tape[position].next)
      index += 1
    }
    return found >= contains.least && found <= contains.most ?? Int.max
      || violate(source) { $0.containsMessage($1, contains, found) }
  }

  @inline(never)
  mutating func checkUnevaluatedItems(
    _ block: Int, _ source: Int, _ value: Int
  ) -> Bool {
    let end = Int(tape[value].next)
    var position = value + 1
    var index = 0
    var isValid = true
    while position < end {
      if !marks.contains(index), !checkUnevaluated(block, source, position, .element(index)) {
        guard isReporting else { return false }
        isValid = false
      }
      position = Int(tape[position].next)
      index += 1
    }
    marks.insertAll()
    return isValid
  }

  @inline(never)
  private mutating func checkUnevaluated(_ block: Int, _ source: Int, _ value: Int, _ step: Step) -> Bool {
    guard blocks[block].kind == .never else { return checkChild(block, value, step) }
    guard isReporting else { return false }
    path.append(step)
    defer { path.removeLast() }
    return violate(source) { "\($1) is not allowed there" }
  }

  @inline(never)
  mutating func checkUnique(_ source: Int, _ value: Int) -> Bool {
    let array = json(value)
    let count = array.count
    guard count > 1 else { return true }
    if let (first, second) = count <= 16 ? duplicate(inShort: array) : duplicate(inLong: array) {
      return violate(source) { "\($1) must not hold the same item twice: items \(first) and \(second) are equal" }
    }
    return true
  }

  @inline(never)
  private mutating func duplicate(inShort array: JSON) -> (Int, Int)? {
    budget -= array.subtreeSize * 16
    for (second, element) in array.elements.enumerated() {
      for (first, other) in array.elements.prefix(second).enumerated() where other == element { return (first, second) }
    }
    return nil
  }

  @inline(never)
  private mutating func duplicate(inLong array: JSON) -> (Int, Int)? {
    budget -= array.subtreeSize * 4
    var seen: [JSON: Int] = [:]
    seen.reserveCapacity(array.count)
    for (index, element) in array.elements.enumerated() {
      if let first = seen.updateValue(index, forKey: element) { return (first, index) }
    }
    return nil
  }

  // MARK: Objects

  @inline(never)
  mutating func checkMembers(_ number: Int, _ value: Int, collects: Bool) -> Bool {
    let members = program.members[number]
    let end = Int(tape[value].next)
    budget -= Int(tape[value].payload)
    var position = value + 1
    var index = 0
    var seen = SchemaMarks()
    var isValid = true
    while position < end {
      let key = position
      let child = position + 1
      position = Int(tape[child].next)
      var isKnown = false
      if let found = withText(key, { members.table.find($0) }) {
        if let place = members.requiredPlaces[found] { seen.insert(place) }
        if let block = members.blocks[found] {
          isKnown = true
          if !checkChild(block, child, .member(key)) {
            guard isReporting else { return false }
            isValid = false
          }
        }
      }
      for (pattern, block) in members.patterns {
        budget -= 1
        guard let isMatch = matches(pattern, key) else { return false }
        guard isMatch else { continue }
        isKnown = true
        if !checkChild(block, child, .member(key)) {
          guard isReporting else { return false }
          isValid = false
        }
      }
      if isKnown {
        if collects { marks.insert(index) }
      } else if let block = members.additional {
        if !checkAdditional(block, members, key) {
          guard isReporting else { return false }
          isValid = false
        }
      }
      index += 1
    }
    if collects, members.additional != nil { marks.insertAll() }
    if seen.containsAll(members.required.count) { return isValid }
    return isReporting && reportMissing(members, seen)
  }

  /// - Returns: false.
  @inline(never)
  private mutating func reportMissing(_ members: SchemaMembers, _ seen: SchemaMarks) -> Bool {
    for (place, name) in members.required.enumerated() where !seen.contains(place) {
      _ = violate(members.requiredSource) { $0.missingMessage($1, name, members) }
    }
    return false
  }

  @inline(never)
  private mutating func checkAdditional(_ block: Int, _ members: SchemaMembers, _ key: Int) -> Bool {
    guard blocks[block].kind == .never else { return checkChild(block, key + 1, .member(key)) }
    guard isReporting else { return false }
    path.append(.member(key))
    defer { path.removeLast() }
    return violate(members.additionalSource) { $0.unknownMessage($1, key, members) }
  }

  @inline(never)
  mutating func checkUnevaluatedProperties(
    _ block: Int, _ source: Int, _ value: Int
  ) -> Bool {
    let end = Int(tape[value].next)
    var position = value + 1
    var index = 0
    var isValid = true
    while position < end {
      if !marks.contains(index), !checkUnevaluated(block, source, position + 1, .member(position)) {
        guard isReporting else { return false }
        isValid = false
      }
      position = Int(tape[position + 1].next)
      index += 1
    }
    marks.insertAll()
    return isValid
  }

  @inline(never)
  mutating func checkNames(_ block: Int, _ value: Int) -> Bool {
    let end = Int(tape[value].next)
    var position = value + 1
    var isValid = true
    while position < end {
      if !checkChild(block, position, .name(position)) {
        guard isReporting else { return false }
        isValid = false
      }
      position = Int(tape[position + 1].next)
    }
    return isValid
  }

  /// Whether an object has a member. Costs a walk over its members.
  private mutating func hasMember(_ name: [UInt8], _ value: Int) -> Bool {
    let end = Int(tape[value].next)
    var position = value + 1
    while position < end {
      budget -= 1
      if withText(position, { $0.count == name.count && $0.isEqual(to: name.span) }) { return true }
      position = Int(tape[position + 1].next)
    }
    return false
  }

  @inline(never)
  mutating func checkDependencies(_ number: Int, _ source: Int, _ value: Int) -> Bool {
    var isValid = true
    for dependency in program.tables.dependencies[number] where hasMember(dependency.name, value) {
      for name in dependency.names where !hasMember(name, value) {
        guard isReporting, budget > 0 else { return false }
        _ = violate(source) { $0.dependencyMessage($1, dependency.name, name) }
        isValid = false
      }
    }
    return isValid
  }

  @inline(never)
  mutating func checkSchemaDependencies(
    _ number: Int, _ value: Int, collects: Bool
  ) -> Bool {
    var isValid = true
    for dependency in program.tables.schemaDependencies[number] where hasMember(dependency.name, value) {
      if !check(dependency.block, value, collects: collects) {
        guard isReporting else { return false }
        isValid = false
      }
    }
    return isValid
  }
}

extension Span<UInt8> {
  /// For spans of the same length.
  func isEqual(to other: Span<UInt8>) -> Bool {
    for index in indices where self[index] != other[index] { return false }
    return true
  }
}
