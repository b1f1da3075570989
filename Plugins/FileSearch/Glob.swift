/// A pattern for names: `*` any characters but `/`, `**` any characters, `?` one character, `[a-z]` one of a set,
/// `[!a-z]` one not of it, `{a,b}` one of several patterns, `\` before a character that is meant literally. Case does not
/// matter.
///
/// A pattern without `/` is held against the last part of a path, another one against the whole path, as if it began
/// with `**/`. Matching takes time in proportion to pattern times name: all states that are possible after a character
/// are followed together, so that no pattern can make it slow.
struct Glob {
  private enum Step {
    case character(Character)
    case any
    case set(ranges: [ClosedRange<Character>], isNegated: Bool)
    /// Any number of characters; across `/` or not.
    case star(acrossFolders: Bool)
  }
  private let alternatives: [[Step]]
  let isForPath: Bool

  /// Whether the pattern names hidden files itself, so that they are to be looked at.
  let namesHidden: Bool

  private static let mostAlternatives = 64

  init(_ pattern: String) {
    let pattern = pattern.lowercased()
    isForPath = pattern.contains("/")
    namesHidden = pattern.hasPrefix(".") || pattern.contains("/.")
    let anchored = isForPath ? (pattern.hasPrefix("/") ? String(pattern.dropFirst()) : "**/" + pattern) : pattern
    alternatives = Self.expand(Array(anchored)).map(Self.parse)
  }

  func matches(name: String, path: String) -> Bool {
    let text = Array((isForPath ? path : name).lowercased())
    return alternatives.contains { Self.matches($0, text) }
  }

  /// The patterns that the braces stand for. Braces are not nested; an open one without its end is literal.
  private static func expand(_ pattern: [Character]) -> [[Character]] {
    var results: [[Character]] = [[]]
    var index = 0
    while index < pattern.count {
      if pattern[index] == "\\", index + 1 < pattern.count {
        for result in results.indices { results[result] += pattern[index...index + 1] }
        index += 2
      } else if pattern[index] == "{", let end = pattern[index...].firstIndex(of: "}") {
        let choices = pattern[(index + 1)..<end].split(separator: ",", omittingEmptySubsequences: false)
        results = Array(results.flatMap { start in choices.map { start + $0 } }.prefix(mostAlternatives))
        index = end + 1
      } else {
        for result in results.indices { results[result].append(pattern[index]) }
        index += 1
      }
    }
    return results
  }

  private static func parse(_ pattern: [Character]) -> [Step] {
    var steps: [Step] = []
    var index = 0
    while index < pattern.count {
      switch pattern[index] {
      case "\\" where index + 1 < pattern.count:
        steps.append(.character(pattern[index + 1]))
        index += 2
      case "?":
        steps.append(.any)
        index += 1
      case "*":
        let isDouble = index + 1 < pattern.count && pattern[index + 1] == "*"
        index += isDouble ? 2 : 1
        steps.append(.star(acrossFolders: isDouble))
        // "**/" also stands for no folder at all.
        if isDouble, index < pattern.count, pattern[index] == "/" { index += 1 }
      case "[":
        guard let (step, end) = set(pattern, index) else { fallthrough }
        steps.append(step)
        index = end
      default:
        steps.append(.character(pattern[index]))
        index += 1
      }
    }
    return steps
  }

  private static func set(_ pattern: [Character], _ start: Int) -> (Step, Int)? {
    var index = start + 1
    let isNegated = index < pattern.count && (pattern[index] == "!" || pattern[index] == "^")
    if isNegated { index += 1 }
    var ranges: [ClosedRange<Character>] = []
    while index < pattern.count, pattern[index] != "]" || ranges.isEmpty {
      let first = pattern[index]
      if index + 2 < pattern.count, pattern[index + 1] == "-", pattern[index + 2] != "]" {
        if first <= pattern[index + 2] { ranges.append(first...pattern[index + 2]) }
        index += 3
      } else {
        ranges.append(first...first)
        index += 1
      }
    }
    return index < pattern.count && !ranges.isEmpty ? (.set(ranges: ranges, isNegated: isNegated), index + 1) : nil
  }

  private static func matches(_ steps: [Step], _ text: [Character]) -> Bool {
    // states[i]: the first i steps can match what was read so far.
    var states = [Bool](repeating: false, count: steps.count + 1)
    states[0] = true
    skipStars(steps, &states)
    for character in text {
      var next = [Bool](repeating: false, count: steps.count + 1)
      for (index, step) in steps.enumerated() where states[index] {
        switch step {
        case .character(let wanted): if character == wanted { next[index + 1] = true }
        case .any: if character != "/" { next[index + 1] = true }
        case .set(let ranges, let isNegated):
          if character != "/", ranges.contains(where: { $0.contains(character) }) != isNegated {
            next[index + 1] = true
          }
        case .star(let acrossFolders): if acrossFolders || character != "/" { next[index] = true }
        }
      }
      skipStars(steps, &next)
      states = next
    }
    return states[steps.count]
  }

  /// A star may stand for nothing.
  private static func skipStars(_ steps: [Step], _ states: inout [Bool]) {
    for (index, step) in steps.enumerated() where states[index] {
      if case .star = step { states[index + 1] = true }
    }
  }
}
