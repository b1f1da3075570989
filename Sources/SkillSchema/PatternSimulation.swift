/// Runs a program over a text by keeping the set of all places where it could be: time is at most the length of the
/// text times the size of the program, whatever the pattern.
///
/// Used directly when the pattern has look-arounds or its table would be too large, and to make that table.
struct PatternSimulation {
  private let program: PatternProgram
  private let alphabet: PatternAlphabet
  /// Where each look-around holds, by number and position.
  private var looks: [[Bool]] = []
  /// Scratch of ``close(_:_:)``.
  private var visited: [Bool]
  private var stack: [Int] = []
  /// Instructions that may still be followed.
  private(set) var budget: Int

  init(_ program: PatternProgram, _ alphabet: PatternAlphabet, budget: Int) {
    self.program = program
    self.alphabet = alphabet
    self.budget = budget
    visited = [Bool](repeating: false, count: program.instructions.count)
  }

  /// The two sides of a place between characters; a class of the alphabet, nil at the ends of the text.
  struct Context {
    var before: Int?
    var after: Int?
    var position = 0
  }

  /// Whether the text has a match; nil when the budget ran out.
  mutating func matches(_ text: [UInt16]) -> Bool? {
    looks = []
    for look in program.looks {
      var holds = [Bool](repeating: false, count: text.count + 1)
      guard run(from: look.start, isForward: !look.isAhead, injects: true, text, { holds[$0] = true }) else {
        return nil
      }
      looks.append(holds)
    }
    var isMatch = false
    guard run(from: program.start, isForward: true, injects: false, text, { _ in isMatch = true }) else {
      return isMatch ? true : nil
    }
    return isMatch
  }

  /// Calls `found` for each position where the program matches. With `injects` it begins anew at each position, else
  /// only at the first, and the first match ends the run.
  /// - Returns: false when the budget ran out.
  private mutating func run(
    from start: Int, isForward: Bool, injects: Bool, _ text: [UInt16], _ found: (Int) -> Void
  ) -> Bool {
    var active = [start]
    for step in 0...text.count {
      let position = isForward ? step : text.count - step
      let context = Context(
        before: position > 0 ? Int(text[position - 1]) : nil, after: position < text.count ? Int(text[position]) : nil,
        position: position)
      if injects, step > 0 { active.append(start) }
      let (places, isMatch) = close(active, context)
      if isMatch {
        found(position)
        if !injects { return true }
      }
      guard budget > 0 else { return false }
      guard step < text.count else { break }
      active = advance(places, over: Int(isForward ? text[position] : text[position - 1]))
      if active.isEmpty, !injects { break }
    }
    return true
  }

  /// Follows everything that takes no character.
  /// - Returns: the instructions that take one, and whether the end of the program was reached.
  mutating func close(_ start: [Int], _ context: Context) -> (places: [Int], isMatch: Bool) {
    var places: [Int] = []
    var isMatch = false
    var touched: [Int] = []
    stack.append(contentsOf: start)
    while let index = stack.popLast() {
      guard !visited[index] else { continue }
      visited[index] = true
      touched.append(index)
      switch program.instructions[index] {
      case .set: places.append(index)
      case .jump(let target): stack.append(target)
      case .split(let first, let second):
        stack.append(first)
        stack.append(second)
      case .assert(let assertion):
        if holds(assertion, context) { stack.append(index + 1) }
      case .look(let number, let isNegative):
        if looks[number][context.position] != isNegative { stack.append(index + 1) }
      case .match: isMatch = true
      }
    }
    for index in touched { visited[index] = false }
    budget -= touched.count + 1
    return (places, isMatch)
  }

  private func holds(_ assertion: PatternProgram.Assertion, _ context: Context) -> Bool {
    switch assertion {
    case .start: context.before == nil
    case .end: context.after == nil
    case .wordBoundary: isWord(context.before) != isWord(context.after)
    case .notWordBoundary: isWord(context.before) == isWord(context.after)
    }
  }

  private func isWord(_ number: Int?) -> Bool { number.map { alphabet.isWord[$0] } ?? false }

  /// Where the program is after a character of a class.
  mutating func advance(_ places: [Int], over number: Int) -> [Int] {
    budget -= places.count
    return places.filter { index in
      if case .set(let set) = program.instructions[index] { alphabet.set(set, contains: number) } else { false }
    }.map { $0 + 1 }
  }
}
