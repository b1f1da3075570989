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
