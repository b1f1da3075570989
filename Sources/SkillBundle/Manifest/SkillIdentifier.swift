package import SkillSystem

/// The name of a skill: `weather.daily_forecast`.
///
/// 1 to 64 characters of `a-z`, `0-9`, `.`, `_`, `-`, in at least two parts separated by dots. No part is empty, and
/// each begins with a letter or a digit, so that an identifier is always a plain file name and never an option.
package struct SkillIdentifier: Hashable, Sendable {
  package let text: String

  /// Errors: `identifier_invalid`.
  package init(_ text: String) throws(SkillError) {
    if let reason = Self.objection(to: text) {
      throw SkillError(
        .identifierInvalid, "\(Quoted.text(text)) is not a skill identifier: \(reason)",
        hint: "use a name such as weather.daily_forecast: a-z, 0-9, '.', '_', '-', with at least one dot")
    }
    self.text = text
  }

  /// The identifier with dots as underscores: the name that MCP clients and models are given, many of which refuse
  /// dots. Two identifiers can have one alias; whoever maps back must look for that.
  package var alias: String { String(text.map { $0 == "." ? "_" : $0 }) }

  private static func objection(to text: String) -> String? {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty else { return "it is empty" }
    guard bytes.count <= 64 else { return "it has \(bytes.count) bytes; at most 64 are allowed" }
    for scalar in text.unicodeScalars where !isAllowed(scalar) {
      return "\(Quoted.text(String(scalar))) is not allowed in it"
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 2 else { return "it has no dot" }
    for part in parts {
      guard let first = part.utf8.first else { return "a part between its dots is empty" }
      guard first != UInt8(ascii: "_") && first != UInt8(ascii: "-") else {
        return "the part \(Quoted.text(part)) does not begin with a letter or a digit"
      }
    }
    return nil
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "0"..."9", ".", "_", "-": true
    default: false
    }
  }
}

extension SkillIdentifier: CustomStringConvertible {
  package var description: String { text }
}

extension SkillIdentifier: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

extension SkillError.Code {
  /// A skill's identifier does not follow the grammar.
  package static let identifierInvalid = Self("identifier_invalid", .refused)
}
