/// A compiled ECMAScript regular expression that says whether a text has a match.
///
/// The problem: patterns come from skills that somebody else wrote and run over texts that a model wrote, and a
/// backtracking matcher can be made to run for ever by either. The choice: automata only. A pattern becomes a
/// Thompson program over classes of characters; mostly that fits a table of a deterministic automaton, made once at
/// compile time, so that matching is one look-up a character. Look-arounds hold or not at each position of the text,
/// which passes over the text settle beforehand (those ahead run backwards), so they are linear as well. Rejected:
/// backreferences, which no automaton can do; Swift's `Regex`, which backtracks, and Foundation's, which also must be
/// loaded.
package final class Pattern: Sendable {
  /// As it is written in the schema.
  package let source: String
  private let program: PatternProgram
  private let alphabet: PatternAlphabet
  private let table: PatternTable?

  init(_ source: String) throws(PatternError) {
    self.source = source
    program = try PatternProgram(PatternParser.parse(source))
    alphabet = try PatternAlphabet(program)
    table = PatternTable(program, alphabet)
  }

  /// Whether a text is a regular expression of ECMAScript, supported here or not.
  static func isValid(_ text: String) -> Bool { (try? PatternParser.parse(text)) != nil }

  /// No text matches. Only patterns that fit a table are judged.
  var matchesNothing: Bool { table?.matchesNothing ?? false }

  /// Whether valid UTF-8 has a match.
  /// - Parameter budget: steps that may still be taken; what is used is subtracted.
  /// - Returns: nil when the budget ran out.
  func matches(_ bytes: Span<UInt8>, budget: inout Int) -> Bool? {
    var position = 0
    guard let table else {
      var text: [UInt16] = []
      while position < bytes.count {
        text.append(UInt16(truncatingIfNeeded: alphabet.number(of: scalar(in: bytes, &position))))
      }
      var simulation = PatternSimulation(program, alphabet, budget: budget)
      defer { budget = simulation.budget }
      return simulation.matches(text)
    }
    budget -= bytes.count
    var state = PatternTable.first
    while position < bytes.count {
      state = table.state(after: state, alphabet.number(of: scalar(in: bytes, &position)))
      if state <= PatternTable.matched { return state == PatternTable.matched }
    }
    return table.isMatchAtEnd(state)
  }

  /// For texts that are not hostile.
  func matches(_ text: String) -> Bool {
    var budget = Int.max
    let bytes = Array(text.utf8)
    return matches(bytes.span, budget: &budget) ?? false
  }
}

/// The Unicode scalar at a position inside of valid UTF-8; moves past it.
@inline(__always)
func scalar(in bytes: Span<UInt8>, _ position: inout Int) -> UInt32 {
  let first = UInt32(bytes[position])
  position += 1
  guard first >= 0x80 else { return first }
  let count = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3
  var value = first & (0x3F >> UInt32(count))
  for _ in 0..<count where position < bytes.count {
    value = value << 6 | UInt32(bytes[position]) & 0x3F
    position += 1
  }
  return value
}
