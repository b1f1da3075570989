package import SkillSystem

/// Which skills a key may sign: `*` (all), `weather.*` (everything below `weather`), or one identifier.
package struct IdentifierPattern: Hashable, Sendable {
  package let text: String

  package static let everything = Self(unchecked: "*")

  /// Errors: `pattern_invalid`.
  package init(_ text: String) throws(SkillError) {
    guard text == "*" || Self.isPrefix(text) || (try? SkillIdentifier(text)) != nil else {
      throw SkillError(
        .patternInvalid, "\(Quoted.text(text)) does not say which skills a key may sign",
        hint: "use 'weather.*', one whole identifier, or '*' for all skills")
    }
    self.text = text
  }

  private init(unchecked text: String) { self.text = text }

  package func matches(_ identifier: SkillIdentifier) -> Bool {
    if text == "*" { return true }
    // `weather.*` keeps its dot, so that `weatherman.x` does not match.
    return text.hasSuffix(".*") ? identifier.text.hasPrefix(text.dropLast()) : identifier.text == text
  }

  private static func isPrefix(_ text: String) -> Bool {
    // What stands before `.*` must be the beginning of some identifier.
    text.hasSuffix(".*") && (try? SkillIdentifier(text.dropLast() + "x")) != nil
  }
}

extension IdentifierPattern: CustomStringConvertible {
  package var description: String { text }
}

extension SkillError.Code {
  /// A text does not say which identifiers a key may sign.
  package static let patternInvalid = Self("pattern_invalid", .usage)
}
