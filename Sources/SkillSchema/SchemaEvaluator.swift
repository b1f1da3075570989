import SkillJSON

/// Runs a program over one instance.
///
/// The same code answers both questions: without reporting it stops at the first failure and builds no text; with it it
/// goes on, keeps the path to where it is, and writes a sentence for each failure.
///
/// It is recursive, so the stack is what depth costs. Everything that ``run(_:_:collects:)`` calls is kept out of it
/// (`@inline(never)`): inlined, the messages alone would make its frame several kilobytes.
struct SchemaEvaluator: ~Copyable {
  let program: SchemaProgram
  // Held here so that a look-up does not go through two objects.
  let instructions: [SchemaInstruction]
  let blocks: [SchemaBlock]
  let document: JSONDocument
  let tape: [JSONEntry]
  let bytes: [UInt8]

  /// Steps that may still be taken.
  var budget: Int
  private var depth = 0
  /// Why the check gave up, if it did. Then nothing is valid.
  private(set) var surrender: String?
  /// The resources that lead to where the check is, outermost first; kept only for dynamic references.
  private var scopes: [Int] = []

  /// What has been evaluated of the value whose unevaluated children are asked for.
  var marks = SchemaMarks()

  var isReporting: Bool
  var violations: [Violation] = []
  /// Sentences that may still be written, those for alternatives that are left aside included.
  var messagesLeft = 2_000
  var path: [Step] = []

  /// A step from a value to one inside of it.
  enum Step {
    /// The tape index of the key.
    case member(Int)
    case element(Int)
    /// To the key itself.
    case name(Int)
  }

  /// More are not listed: nobody reads them.
  static let maxViolations = 100
  /// Schemas inside of each other during a check, counted along the value and along references.
  static let maxDepth = 1_200
  /// A check may take this many steps, and some more for each value of the instance.
  static let maxSteps = 10_000_000
  static let maxStepsForValue = 200

  init(_ program: SchemaProgram, _ instance: JSON, isReporting: Bool) {
    self.program = program
    instructions = program.instructions
    blocks = program.blocks
    document = instance.document
    tape = document.tape
    bytes = document.bytes
    self.isReporting = isReporting
    budget = Self.maxSteps + (Int(instance.entry.next) - instance.index) * Self.maxStepsForValue
  }

  mutating func isValid(_ instance: JSON) -> Bool {
    let isValid = check(0, instance.index, collects: false)
    if isValid, surrender == nil { return true }
    if isReporting, let message = surrender ?? (violations.isEmpty ? "the value does not fit its schema" : nil) {
      violations.append(Violation(instancePointer: "", keyword: "", schemaPointer: "", message: message))
    }
    return false
  }

  // MARK: Blocks

  /// Checks a value against a block.
  /// - Parameter collects: whether what the block evaluates is added to ``marks``.
  mutating func check(_ number: Int, _ value: Int, collects: Bool) -> Bool {
    let block = blocks[number]
    switch block.kind {
    case .always: return true
    case .never: return isReporting ? reportNever(number, value) : false
    case .checked: break
    }
    budget -= block.end - block.first + 1
    guard budget > 0, depth < Self.maxDepth else { return giveUp() }
    depth += 1
    defer { depth -= 1 }
    guard program.isDynamic, scopes.last != block.resource else {
      return checkOwn(block, value, collects: collects)
    }
    scopes.append(block.resource)
    defer { scopes.removeLast() }
    return checkOwn(block, value, collects: collects)
  }

  /// A block that has unevaluated keywords sees only what it evaluated itself.
  private mutating func checkOwn(
    _ block: SchemaBlock, _ value: Int, collects: Bool
  ) -> Bool {
    guard block.tracks else { return run(block, value, collects: collects) }
    let outer = marks
    marks = SchemaMarks()
    let isValid = run(block, value, collects: true)
    if collects { marks.formUnion(outer) } else { marks = outer }
    return isValid
  }

  private mutating func giveUp() -> Bool {
    if surrender == nil {
      surrender =
        depth >= Self.maxDepth
        ? "the value cannot be checked: it and its schema lead more than \(Self.maxDepth) steps deep"
        : "the value cannot be checked: it is too large for its schema, or the schema too entangled"
    }
    return false
  }

  private mutating func run(
    _ block: SchemaBlock, _ value: Int, collects: Bool
  ) -> Bool {
    let kind = tape[value].kind
    var isValid = true
    var hasType = true
    for index in block.first..<block.end {
      let holds: Bool
      switch instructions[index] {
      case .type(let types):
        holds = checkType(types, index, value)
        hasType = holds
      // What has the wrong type is not told again that it is none of the values.
      case .enumeration(let number): holds = !hasType || checkEnumeration(number, index, value)
      case .constant(let number): holds = !hasType || checkConstant(number, index, value)

      case .minimum(let number): holds = kind != .number || checkBound(number, index, value, .least)
      case .maximum(let number): holds = kind != .number || checkBound(number, index, value, .most)
      case .exclusiveMinimum(let number): holds = kind != .number || checkBound(number, index, value, .above)
      case .exclusiveMaximum(let number): holds = kind != .number || checkBound(number, index, value, .below)
      case .multipleOf(let number): holds = kind != .number || checkMultiple(number, index, value)

      case .minLength(let count): holds = kind != .string || checkLength(count, index, value, isLeast: true)
      case .maxLength(let count): holds = kind != .string || checkLength(count, index, value, isLeast: false)
      case .pattern(let number): holds = kind != .string || checkPattern(number, index, value)
      case .format(let format): holds = kind != .string || checkFormat(format, index, value)

      case .minItems(let count): holds = kind != .array || checkCount(count, index, value, isLeast: true)
      case .maxItems(let count): holds = kind != .array || checkCount(count, index, value, isLeast: false)
      case .uniqueItems: holds = kind != .array || checkUnique(index, value)
      case .items(let number): holds = kind != .array || checkItems(number, value, collects: collects)
      case .contains(let number):
        holds = kind != .array || checkContains(number, index, value, collects: collects)

      case .minProperties(let count): holds = kind != .object || checkCount(count, index, value, isLeast: true)
      case .maxProperties(let count): holds = kind != .object || checkCount(count, index, value, isLeast: false)
      case .members(let number): holds = kind != .object || checkMembers(number, value, collects: collects)
      case .propertyNames(let block): holds = kind != .object || checkNames(block, value)
      case .dependentRequired(let number): holds = kind != .object || checkDependencies(number, index, value)
      case .dependentSchemas(let number):
        holds = kind != .object || checkSchemaDependencies(number, value, collects: collects)

      case .reference(let block): holds = check(block, value, collects: collects)
      case .dynamicReference(let number): holds = check(target(of: number), value, collects: collects)
      case .all(let list): holds = checkAll(list, value, collects: collects)
      case .any(let list): holds = checkAny(list, index, value, collects: collects)
      case .one(let list): holds = checkOne(list, index, value, collects: collects)
      case .not(let block): holds = checkNot(block, index, value)
      case .conditional(let number): holds = checkConditional(number, value, collects: collects)

      case .unevaluatedItems(let block):
        holds = kind != .array || checkUnevaluatedItems(block, index, value)
      case .unevaluatedProperties(let block):
        holds = kind != .object || checkUnevaluatedProperties(block, index, value)
      }
      if !holds {
        guard isReporting, surrender == nil else { return false }
        isValid = false
      }
    }
    return isValid
  }

  // MARK: Helpers

  /// The outermost resource on the way here that has the anchor decides.
  private func target(of number: Int) -> Int {
    let blocks = program.tables.dynamicReferences[number].blocks
    for scope in scopes {
      if let block = blocks[scope] { return block }
    }
    return program.tables.dynamicReferences[number].usual
  }

  /// Checks a value inside of the current one.
  mutating func checkChild(_ block: Int, _ value: Int, _ step: Step) -> Bool {
    guard isReporting else { return check(block, value, collects: false) }
    path.append(step)
    defer { path.removeLast() }
    return check(block, value, collects: false)
  }

  /// Checks without saying why something does not hold. What was evaluated counts only when it holds.
  mutating func quietly(_ block: Int, _ value: Int, collects: Bool) -> Bool {
    let wasReporting = isReporting
    isReporting = false
    defer { isReporting = wasReporting }
    guard collects else { return check(block, value, collects: false) }
    let outer = marks
    if check(block, value, collects: true) { return true }
    marks = outer
    return false
  }

  /// The decoded bytes of a string.
  @inline(__always)
  func withText<Value>(_ value: Int, _ body: (Span<UInt8>) -> Value) -> Value {
    let entry = tape[value]
    guard entry.hasEscapes else {
      let span = bytes.span
      return body(span.extracting(entry.contentRange))
    }
    return document.withDecodedBytes(of: entry, body)
  }

  func json(_ value: Int) -> JSON { JSON(document: document, index: value) }
}
