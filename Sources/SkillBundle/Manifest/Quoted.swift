/// Texts of strangers inside messages.
package enum Quoted {
  /// The text in quotation marks, safe for a terminal, cut after 80 characters.
  package static func text(_ text: some StringProtocol) -> String {
    let scalars = text.unicodeScalars
    var result = "\""
    for scalar in scalars.prefix(80) {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      append(scalar, to: &result)
    }
    return result + (scalars.dropFirst(80).isEmpty ? "\"" : "…\"")
  }

  /// The text without quotation marks: what ``TextRule/name`` refuses is written as `\u{…}`.
  package static func inner(_ text: some StringProtocol) -> String {
    var result = ""
    for scalar in text.unicodeScalars { append(scalar, to: &result) }
    return result
  }

  /// `\u{202E}`.
  package static func name(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
    if TextRule.name.allows(scalar) {
      result.unicodeScalars.append(scalar)
    } else {
      result += name(scalar)
    }
  }
}
