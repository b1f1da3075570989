/// Writes SVG: elements with escaped attributes and texts, so that what comes out is well-formed whatever goes in.
struct SVG {
  private(set) var text = ""

  /// An element without content.
  mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String>) {
    open(name, attributes)
    text.removeLast()
    text += "/>\n"
  }

  /// An element with elements inside.
  mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String>, _ content: (inout SVG) -> Void
  ) {
    open(name, attributes)
    text += "\n"
    content(&self)
    text += "</\(name)>\n"
  }

  /// An element with text inside.
  mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], text content: String) {
    open(name, attributes)
    text += "\(Self.escape(content))</\(name)>\n"
  }

  private mutating func open(_ name: String, _ attributes: KeyValuePairs<String, String>) {
    text += "<\(name)"
    for (name, value) in attributes { text += " \(name)=\"\(Self.escape(value))\"" }
    text += ">"
  }

  /// Text in which no character has a meaning to XML, and which holds none that XML forbids.
  static func escape(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\t", "\n", "\r": result += " "
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// About how wide a text is, in pixels: Chinese characters are as wide as they are high, others half as wide.
  static func width(of text: String, size: Double) -> Double {
    text.unicodeScalars.reduce(0) { sum, scalar in
      sum + (scalar.value >= 0x1100 ? size : size * 0.56)
    }
  }

  /// A text no wider than so many pixels, cut with "…" when it must be.
  static func fit(_ text: String, width: Double, size: Double) -> String {
    guard self.width(of: text, size: size) > width else { return text }
    var result = ""
    var used = size
    for character in text {
      used += self.width(of: String(character), size: size)
      if used > width { break }
      result.append(character)
    }
    return result + "…"
  }
}
