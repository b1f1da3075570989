import SkillJSON

/// Parts of an instance or a schema inside of a sentence: short, on one line, and harmless on a terminal.
enum SchemaPreview {
  /// The text of a value, cut to about sixty characters.
  static func text(of value: JSON) -> String {
    value.withBytes { bytes in
      // Twelve bytes are the most for a character: an escaped pair.
      let cut = bytes.count > 720 ? string(bytes.extracting(0..<720)) : string(bytes)
      return shorten(cut, to: 60)
    }
  }

  static func quoted(_ text: String) -> String { shorten(JSON(text).text, to: 80) }

  /// At most `count` characters; line breaks become spaces, and what would change how a terminal shows the rest is
  /// written as an escape.
  static func shorten(_ text: String, to count: Int) -> String {
    var result = ""
    var length = 0
    var wasSpace = false
    for scalar in text.unicodeScalars {
      let isSpace = scalar == " " || scalar == "\n" || scalar == "\r" || scalar == "\t"
      if isSpace, wasSpace { continue }
      wasSpace = isSpace
      guard length < count else { return result + "…" }
      length += 1
      if isSpace {
        result += " "
        continue
      }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
