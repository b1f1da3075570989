@testable import SkillSchema

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
