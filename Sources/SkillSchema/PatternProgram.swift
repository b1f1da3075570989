/// A pattern as a program of a nondeterministic automaton (Thompson's construction).
struct PatternProgram: Sendable {
  enum Instruction: Sendable {
    /// Takes one character of a set, then goes on.
    case set(Int)
    case jump(Int)
    case split(Int, Int)
    case assert(Assertion)
    /// Goes on where the look-around with that number holds.
    case look(Int, isNegative: Bool)
    case match
  }

  enum Assertion: Sendable {
    case start, end, wordBoundary, notWordBoundary
  }

  /// A look-around: a program of its own. One ahead is compiled backwards and runs from the end of the text.
  struct Look: Sendable {
    let start: Int
    let isAhead: Bool
  }

  private(set) var instructions: [Instruction] = []
  private(set) var sets: [ScalarSet] = []
  private(set) var usesWordBoundary = false
  /// Inner ones before those that use them.
  private(set) var looks: [Look] = []
  /// Where the pattern itself begins.
  private(set) var start = 0
  private var setNumbers: [ScalarSet: Int] = [:]

  static let maxInstructions = 20_000
  static let maxSets = 1_000

  init(_ syntax: PatternSyntax) throws(PatternError) {
    if let what = syntax.unsupportedPart { throw PatternError(column: 1, message: "\(what) is not supported") }
    // Look-arounds are emitted before the pattern, each ended by its own match.
    let body = try prepared(syntax)
    start = instructions.count
    if !syntax.isAnchored {
      // A match may begin anywhere: any character, again and again, before it.
      let loop = instructions.count
      try emit(.split(loop + 3, loop + 1))
      try emit(.set(number(of: .any)))
      try emit(.jump(loop))
    }
    try emit(body, backwards: false)
    try emit(.match)
  }

  // MARK: Emitting

  /// Syntax in which look-arounds have numbers, so that a repeated one is compiled once.
  private indirect enum Part {
    case set(Int)
    case sequence([Part])
    case alternatives([Part])
    case repeated(Part, least: Int, most: Int?)
    case assert(Assertion)
    case look(Int, isNegative: Bool)
  }

  private mutating func prepared(_ syntax: PatternSyntax) throws(PatternError) -> Part {
    switch syntax {
    case .set(let set): return .set(try number(of: set))
    case .sequence(let parts): return .sequence(try prepared(parts))
    case .alternatives(let parts): return .alternatives(try prepared(parts))
    case .repeated(let part, let least, let most):
      return .repeated(try prepared(part), least: least, most: most)
    case .start: return .assert(.start)
    case .end: return .assert(.end)
    case .wordBoundary:
      usesWordBoundary = true
      return .assert(.wordBoundary)
    case .notWordBoundary:
      usesWordBoundary = true
      return .assert(.notWordBoundary)
    case .look(let inner, let isAhead, let isNegative):
      let part = try prepared(inner)
      let start = instructions.count
      try emit(part, backwards: isAhead)
      try emit(.match)
      looks.append(Look(start: start, isAhead: isAhead))
      return .look(looks.count - 1, isNegative: isNegative)
    case .unsupported: return .sequence([])
    }
  }

  private mutating func prepared(_ parts: [PatternSyntax]) throws(PatternError) -> [Part] {
    var result: [Part] = []
    for part in parts { result.append(try prepared(part)) }
    return result
  }

  private mutating func number(of set: ScalarSet) throws(PatternError) -> Int {
    if let number = setNumbers[set] { return number }
    guard sets.count < Self.maxSets else {
      throw PatternError(
        column: 1, message: "the pattern has more than \(Self.maxSets) different characters and classes")
    }
    setNumbers[set] = sets.count
    sets.append(set)
    return sets.count - 1
  }

  private mutating func emit(_ instruction: Instruction) throws(PatternError) {
    guard instructions.count < Self.maxInstructions else {
      throw PatternError(column: 1, message: "the pattern is too large (its repetitions are written out)")
    }
    instructions.append(instruction)
  }

  private mutating func emit(_ part: Part, backwards: Bool) throws(PatternError) {
    switch part {
    case .set(let number): try emit(.set(number))
    case .assert(let assertion): try emit(.assert(assertion))
    case .look(let number, let isNegative): try emit(.look(number, isNegative: isNegative))
    case .sequence(let parts):
      if backwards {
        for part in parts.reversed() { try emit(part, backwards: true) }
      } else {
        for part in parts { try emit(part, backwards: false) }
      }
    case .alternatives(let parts):
      var jumps: [Int] = []
      for part in parts.dropLast() {
        let split = instructions.count
        try emit(.split(split + 1, 0))
        try emit(part, backwards: backwards)
        jumps.append(instructions.count)
        try emit(.jump(0))
        instructions[split] = .split(split + 1, instructions.count)
      }
      if let last = parts.last { try emit(last, backwards: backwards) }
      for jump in jumps { instructions[jump] = .jump(instructions.count) }
    case .repeated(let part, let least, let most):
      try emitRepeated(part, least, most, backwards: backwards)
    }
  }

  private mutating func emitRepeated(
    _ part: Part, _ least: Int, _ most: Int?, backwards: Bool
  ) throws(PatternError) {
    for _ in 0..<least {
      let before = instructions.count
      try emit(part, backwards: backwards)
      // What has no instructions needs no repetition; without this `(){1000000}` would take its time.
      if instructions.count == before { return }
    }
    guard let most else {
      let split = instructions.count
      try emit(.split(split + 1, 0))
      try emit(part, backwards: backwards)
      try emit(.jump(split))
      instructions[split] = .split(split + 1, instructions.count)
      return
    }
    var splits: [Int] = []
    for _ in least..<most {
      splits.append(instructions.count)
      try emit(.split(instructions.count + 1, 0))
      try emit(part, backwards: backwards)
    }
    for split in splits { instructions[split] = .split(split + 1, instructions.count) }
  }
}
