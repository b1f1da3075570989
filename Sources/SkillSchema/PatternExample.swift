/// Texts that a pattern matches, for trying out programs that take such texts.
package enum PatternExample {
  /// A text made along the pattern; nil when the pattern is none. Look-arounds and word boundaries are not minded, so the
  /// text has to be checked against the schema that it is for.
  package static func text(
    _ pattern: String, using random: inout some RandomNumberGenerator
  ) -> String? {
    guard let syntax = try? PatternParser.parse(pattern) else { return nil }
    var scalars = String.UnicodeScalarView()
    append(syntax, to: &scalars, using: &random)
    return String(scalars)
  }

  /// More would be no better an example; the pattern may ask for billions.
  private static let longest = 4_096

  private static func append(
    _ syntax: PatternSyntax, to text: inout String.UnicodeScalarView, using random: inout some RandomNumberGenerator
  ) {
    guard text.count < longest else { return }
    switch syntax {
    case .set(let set): text.append(scalar(in: set, using: &random))
    case .sequence(let parts): for part in parts { append(part, to: &text, using: &random) }
    case .alternatives(let parts):
      if let part = parts.randomElement(using: &random) { append(part, to: &text, using: &random) }
    case .repeated(let part, let least, let most):
      let count = Int.random(in: least...max(least, min(most ?? .max, least.addingClamped(3))), using: &random)
      for _ in 0..<min(count, longest) { append(part, to: &text, using: &random) }
    case .start, .end, .wordBoundary, .notWordBoundary, .look, .unsupported: break
    }
  }

  /// Mostly a plain character, where the set has one.
  private static func scalar(in set: ScalarSet, using random: inout some RandomNumberGenerator) -> Unicode.Scalar {
    for _ in 0..<16 {
      let candidate = UInt32.random(in: 0x20...0x7E, using: &random)
      if set.contains(candidate), let scalar = Unicode.Scalar(candidate) { return scalar }
    }
    let range = set.ranges.randomElement(using: &random) ?? 0x61...0x61
    // The range may lie among the surrogates, which are no scalars.
    return Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? "a"
  }
}

extension Int {
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
