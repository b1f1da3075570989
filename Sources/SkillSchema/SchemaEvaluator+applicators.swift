import SkillJSON

extension SchemaEvaluator {
  @inline(never)
  mutating func checkAll(_ list: Int, _ value: Int, collects: Bool) -> Bool {
    var isValid = true
    for block in program.tables.lists[list] where !check(block, value, collects: collects) {
      guard isReporting else { return false }
      isValid = false
    }
    return isValid
  }

  @inline(never)
  mutating func checkAny(
    _ list: Int, _ source: Int, _ value: Int, collects: Bool
  ) -> Bool {
    var holds = false
    for block in program.tables.lists[list] {
      guard quietly(block, value, collects: collects) else { continue }
      holds = true
      // What any branch that holds evaluated is evaluated, so all must be tried.
      guard collects else { break }
    }
    return holds || isReporting && reportAlternatives(list, source, value)
  }

  @inline(never)
  mutating func checkOne(
    _ list: Int, _ source: Int, _ value: Int, collects: Bool
  ) -> Bool {
    var matching: [Int] = []
    var count = 0
    for (index, block) in program.tables.lists[list].enumerated() {
      guard quietly(block, value, collects: collects) else { continue }
      count += 1
      if isReporting { matching.append(index) }
      if count > 1, !isReporting { return false }
    }
    if count == 1 { return true }
    if count == 0 { return isReporting && reportAlternatives(list, source, value) }
    return violate(source) { $0.ambiguousMessage($1, matching, of: $0.program.tables.lists[list].count) }
  }

  @inline(never)
  mutating func checkNot(_ block: Int, _ source: Int, _ value: Int) -> Bool {
    guard quietly(block, value, collects: false) else { return true }
    return violate(source) { "\($1) must not be \($0.phrase(block)), got \($0.preview(value))" }
  }

  @inline(never)
  mutating func checkConditional(
    _ number: Int, _ value: Int, collects: Bool
  ) -> Bool {
    let conditional = program.tables.conditionals[number]
    guard conditional.then != nil || conditional.otherwise != nil || collects else { return true }
    if quietly(conditional.condition, value, collects: collects) {
      return conditional.then.map { check($0, value, collects: collects) } ?? true
    }
    return conditional.otherwise.map { check($0, value, collects: collects) } ?? true
  }

  // MARK: Saying why no alternative holds

  /// Reports the violations of the alternative that was most likely meant, or all alternatives in one sentence.
  /// - Returns: false.
  @inline(never)
  private mutating func reportAlternatives(_ list: Int, _ source: Int, _ value: Int) -> Bool {
    guard surrender == nil else { return false }
    let saved = violations
    let here = pointer
    var attempts: [[Violation]] = []
    for block in program.tables.lists[list] {
      violations = []
      _ = check(block, value, collects: false)
      attempts.append(violations)
    }
    violations = saved
    guard surrender == nil else { return false }
    // Not meant: another type; another value of the member by which alternatives are told apart.
    var likely = attempts.filter { !$0.contains { $0.instancePointer == here && $0.keyword == "type" } }
    if likely.count > 1 {
      let told = likely.filter { !$0.contains { $0.keyword == "const" || $0.keyword == "enum" } }
      if !told.isEmpty { likely = told }
    }
    if likely.count == 1 {
      for violation in likely[0] where violations.count < Self.maxViolations { violations.append(violation) }
      return false
    }
    return violate(source) { $0.alternativesMessage($1, value, attempts) }
  }
}
