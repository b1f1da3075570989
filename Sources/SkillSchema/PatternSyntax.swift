/// A regular expression as written, without groups that only gather.
indirect enum PatternSyntax: Sendable {
  case set(ScalarSet)
  case sequence([PatternSyntax])
  case alternatives([PatternSyntax])
  /// `most` is nil for no limit.
  case repeated(PatternSyntax, least: Int, most: Int?)
  /// `^`, which is only the beginning of the text: there is no multi-line flag.
  case start
  case end
  case wordBoundary
  case notWordBoundary
  case look(PatternSyntax, isAhead: Bool, isNegative: Bool)
  /// Valid ECMAScript that is not matched here; the text says what it is.
  case unsupported(String)

  static let empty = PatternSyntax.sequence([])

  /// Whether every match begins at the beginning of the text.
  var isAnchored: Bool {
    switch self {
    case .start: true
    case .sequence(let parts): parts.first?.isAnchored ?? false
    case .alternatives(let parts): parts.allSatisfy(\.isAnchored)
    case .repeated(let part, let least, _): least > 0 && part.isAnchored
    default: false
    }
  }

  /// The first thing inside that is not supported.
  var unsupportedPart: String? {
    switch self {
    case .unsupported(let what): what
    case .sequence(let parts), .alternatives(let parts): parts.lazy.compactMap(\.unsupportedPart).first
    case .repeated(let part, _, _), .look(let part, _, _): part.unsupportedPart
    default: nil
    }
  }
}

/// Why a pattern is not taken.
struct PatternError: Error, Hashable {
  /// Counted from 1, in characters.
  var column: Int
  var message: String
}

extension PatternError: CustomStringConvertible {
  var description: String { "column \(column): \(message)" }
}
