package import SkillSystem

/// A version as Semantic Versioning 2.0.0 has it: `1.4.0`, `2.0.0-beta.2`, `1.0.0+linux`.
///
/// `==` compares the text, build metadata included: two texts are two versions. `<` is the precedence of the standard
/// with one addition, needed for a total order: where precedence sees no difference, the build metadata decide as text.
package struct SemanticVersion: Hashable, Sendable {
  package let text: String
  package let major: UInt64
  package let minor: UInt64
  package let patch: UInt64
  /// The dot-separated parts after `-`; empty for a release.
  package let prerelease: [String]
  /// The text after `+`; empty without one.
  package let build: String

  package var isPrerelease: Bool { !prerelease.isEmpty }

  /// Errors: `version_invalid`.
  package init(_ text: String) throws(SkillError) {
    guard let version = Self(parsing: text) else {
      throw SkillError(
        .versionInvalid, "\(Quoted.text(text)) is not a semantic version",
        hint: "use three numbers such as 1.0.0, if need be with -beta.1 behind them (https://semver.org)")
    }
    self = version
  }

  private init?(parsing text: String) {
    guard (5...64).contains(text.utf8.count) else { return nil }
    let plus = text.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    let dash = plus[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let core = dash[0].split(separator: ".", omittingEmptySubsequences: false)
    guard core.count == 3, let major = Self.number(core[0]), let minor = Self.number(core[1]),
      let patch = Self.number(core[2])
    else { return nil }
    let prerelease = dash.count == 2 ? dash[1].split(separator: ".", omittingEmptySubsequences: false) : []
    guard
      prerelease.allSatisfy({ Self.isIdentifier($0) && !(Self.isNumeric($0) && $0.utf8.count > 1 && $0.hasPrefix("0")) }
      )
    else { return nil }
    if plus.count == 2 {
      guard plus[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy(Self.isIdentifier)
      else { return nil }
    }
    self.text = text
    self.major = major
    self.minor = minor
    self.patch = patch
    self.prerelease = prerelease.map(String.init)
    self.build = plus.count == 2 ? String(plus[1]) : ""
  }

  /// A number without leading zeros, sign or overflow.
  private static func number(_ text: Substring) -> UInt64? {
    guard isNumeric(text), text == "0" || !text.hasPrefix("0") else { return nil }
    return UInt64(text)
  }

  fileprivate static func isNumeric(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private static func isIdentifier(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy { scalar in
        switch scalar {
        case "0"..."9", "a"..."z", "A"..."Z", "-": true
        default: false
        }
      }
  }
}

extension SemanticVersion: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    let precedence = left.precedence(comparedTo: right)
    return precedence == 0 ? left.build.utf8.lexicographicallyPrecedes(right.build.utf8) : precedence < 0
  }

  /// Negative, zero or positive by the standard's precedence, which ignores build metadata.
  package func precedence(comparedTo other: Self) -> Int {
    for (l, r) in [(major, other.major), (minor, other.minor), (patch, other.patch)] where l != r {
      return l < r ? -1 : 1
    }
    switch (isPrerelease, other.isPrerelease) {
    case (false, false): return 0
    case (true, false): return -1
    case (false, true): return 1
    case (true, true): break
    }
    for (l, r) in zip(prerelease, other.prerelease) where l != r { return Self.precedes(l, r) ? -1 : 1 }
    return prerelease.count - other.prerelease.count
  }

  /// Numbers before words, numbers by value (a longer one is larger: there are no leading zeros), words by bytes.
  private static func precedes(_ left: String, _ right: String) -> Bool {
    switch (isNumeric(left), isNumeric(right)) {
    case (true, false): true
    case (false, true): false
    case (true, true) where left.utf8.count != right.utf8.count: left.utf8.count < right.utf8.count
    default: left.utf8.lexicographicallyPrecedes(right.utf8)
    }
  }
}

extension SemanticVersion: CustomStringConvertible {
  package var description: String { text }
}

extension SkillError.Code {
  /// A version does not follow Semantic Versioning 2.0.0.
  package static let versionInvalid = Self("version_invalid", .refused)
}
