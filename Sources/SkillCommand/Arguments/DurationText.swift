/// Spans of time as people type them: `500ms`, `5s`, `1.5s`, `2m`, `1h`.
package enum DurationText {
  package static func parse(_ text: String) throws(ValueProblem) -> Duration {
    let hint = "write 500ms, 5s, 2m or 1h"
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let nanoseconds: Double
    switch text[digits.endIndex...] {
    case "ms": nanoseconds = 1e6
    case "s": nanoseconds = 1e9
    case "m": nanoseconds = 60e9
    case "h": nanoseconds = 3_600e9
    case "": throw ValueProblem(digits.isEmpty ? "it is empty" : "the unit is missing", hint: hint)
    default: throw ValueProblem("it is not a duration", hint: hint)
    }
    guard digits.first != ".", digits.last != ".", let number = Double(digits) else {
      throw ValueProblem("it is not a duration", hint: hint)
    }
    let total = number * nanoseconds
    guard total >= 1e6 else { throw ValueProblem("it is shorter than a millisecond", hint: hint) }
    // A hundred years: more is a mistake, and no arithmetic on it can overflow.
    guard total <= 3.2e18 else { throw ValueProblem("it is too long", hint: hint) }
    return .nanoseconds(Int64(total))
  }

  /// `1.24 s`, `350 ms`, `12 µs`, `3 min 5 s`.
  package static func text(microseconds: Int64) -> String {
    switch microseconds {
    case ..<1_000: return "\(max(microseconds, 0)) µs"
    case ..<10_000: return "\(decimal(microseconds / 10, places: 2)) ms"
    case ..<1_000_000: return "\(microseconds / 1_000) ms"
    case ..<60_000_000: return "\(decimal(microseconds / 10_000, places: 2)) s"
    default:
      let seconds = microseconds / 1_000_000
      return "\(seconds / 60) min \(seconds % 60) s"
    }
  }

  /// An integer of hundredths (or the like) with its point.
  private static func decimal(_ value: Int64, places: Int) -> String {
    let digits = String(value)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count)) + digits
    return "\(padded.dropLast(places)).\(padded.suffix(places))"
  }
}
