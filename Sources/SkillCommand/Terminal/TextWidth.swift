/// How many columns a text takes on a terminal.
///
/// A character of East Asia or an emoji takes two, a combining mark none. Terminals differ in a few places; this
/// follows Unicode's East Asian Width (wide and full width: two; ambiguous: one), as most do.
package enum TextWidth {
  package static func columns(_ text: String) -> Int {
    // Nearly all text is ASCII, where columns are bytes.
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) { return text.utf8.count }
    return text.reduce(0) { $0 + columns($1) }
  }

  static func columns(_ character: Character) -> Int {
    // A character always has a first scalar.
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.value < 0x7f { return first.value < 0x20 ? 0 : 1 }
    let properties = first.properties
    if properties.isEmojiPresentation || isWide(first.value) { return 2 }
    // The variation selector asks for the picture.
    if properties.isEmoji, character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
    default: return 1
    }
  }

  /// The text, shortened to at most `limit` columns; "…" stands for what was cut.
  package static func cut(_ text: String, to limit: Int) -> String {
    if columns(text) <= limit { return text }
    guard limit > 0 else { return "" }
    var result = ""
    var used = 0
    for character in text {
      let size = columns(character)
      if used + size > limit - 1 { break }
      result.append(character)
      used += size
    }
    return result + "…"
  }

  /// The text, filled up with spaces to `width` columns.
  package static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - columns(text)))
  }

  /// East Asian Width W and F, Unicode 16, without the emoji that have a property of their own.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E, 0x3041...0x3247,
      0x3250...0x4DBF, 0x4DC0...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
      0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FFF, 0x17000...0x18CFF, 0x18D00...0x18D08,
      0x1AFF0...0x1AFFF, 0x1B000...0x1B2FF, 0x1D300...0x1D376, 0x1F200...0x1F265, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
