import Testing

@testable import SkillSchema

/// Random patterns against random texts, with a backtracking matcher that follows the definition word by word as the
/// judge. Texts are short, so that it ends.
struct PatternFuzzTests {
  @Test(arguments: 0..<8 as Range<UInt64>)
  func automataAgreeWithTheDefinition(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var compiled = 0
    for _ in 0..<400 {
      let source = Self.pattern(depth: 0, &random)
      guard let syntax = try? PatternParser.parse(source), let pattern = try? Pattern(source) else { continue }
      compiled += 1
      for _ in 0..<12 {
        let text = (0..<Int.random(in: 0..<7, using: &random)).map { _ in
          ["a", "b", "c", "_", " ", "é", "\n"].randomElement(using: &random) ?? "a"
        }.joined()
        let judge = PlainMatcher(text: text.unicodeScalars.map(\.value))
        #expect(pattern.matches(text) == judge.hasMatch(syntax), "\(source) on \(text.debugDescription)")
      }
    }
    #expect(compiled > 200)
  }

  private static func pattern(depth: Int, _ random: inout SeededGenerator) -> String {
    let atoms = ["a", "b", "c", ".", "[ab]", "[^a]", "\\w", "\\W", "\\s", "^", "$", "\\b", "\\B", "é", "[^]", "[]"]
    var text = ""
    for _ in 0..<Int.random(in: 0..<4, using: &random) {
      if depth < 3, Int.random(in: 0..<3, using: &random) == 0 {
        let opening = ["(", "(?:", "(?=", "(?!", "(?<=", "(?<!", "("].randomElement(using: &random) ?? "("
        text += opening + pattern(depth: depth + 1, &random)
        if Bool.random(using: &random) { text += "|" + pattern(depth: depth + 1, &random) }
        text += ")"
      } else {
        text += atoms.randomElement(using: &random) ?? "a"
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        text += ["*", "+", "?", "{2}", "{1,2}", "{0,2}", "{2,}", "*?"].randomElement(using: &random) ?? "*"
      }
    }
    return text
  }
}

/// Backtracking over the syntax tree.
struct PlainMatcher {
  let text: [UInt32]

  func hasMatch(_ syntax: PatternSyntax) -> Bool {
    (0...text.count).contains { match(syntax, $0) { _ in true } }
  }

  private func match(_ syntax: PatternSyntax, _ position: Int, _ rest: (Int) -> Bool) -> Bool {
    switch syntax {
    case .set(let set): position < text.count && set.contains(text[position]) && rest(position + 1)
    case .sequence(let parts):
      if let first = parts.first {
        match(first, position) { match(.sequence(Array(parts.dropFirst())), $0, rest) }
      } else {
        rest(position)
      }
    case .alternatives(let parts): parts.contains { match($0, position, rest) }
    case .repeated(let part, let least, let most):
      if least > 0 {
        match(part, position) { match(.repeated(part, least: least - 1, most: most.map { $0 - 1 }), $0, rest) }
      } else if most == 0 {
        rest(position)
      } else {
        rest(position)
          || match(part, position) { next in
            next > position && match(.repeated(part, least: 0, most: most.map { $0 - 1 }), next, rest)
          }
      }
    case .start: position == 0 && rest(position)
    case .end: position == text.count && rest(position)
    case .wordBoundary: isBoundary(position) && rest(position)
    case .notWordBoundary: !isBoundary(position) && rest(position)
    case .look(let part, let isAhead, let isNegative):
      holds(part, position, isAhead: isAhead) != isNegative && rest(position)
    case .unsupported: false
    }
  }

  private func holds(_ part: PatternSyntax, _ position: Int, isAhead: Bool) -> Bool {
    isAhead
      ? match(part, position) { _ in true } : (0...position).contains { match(part, $0) { $0 == position } }
  }

  private func isBoundary(_ position: Int) -> Bool {
    let before = position > 0 && ScalarSet.word.contains(text[position - 1])
    let after = position < text.count && ScalarSet.word.contains(text[position])
    return before != after
  }
}
