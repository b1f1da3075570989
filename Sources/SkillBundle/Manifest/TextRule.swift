/// Which characters a text of a manifest may hold.
///
/// Manifests are written by strangers, shown on terminals and in consoles, and read by models. A name must not be able
/// to move the cursor, to run backwards, or to look like another name by characters nobody sees. Longer texts need line
/// ends and, in some languages, joiners; what hides instructions from people but not from models is refused there too.
package enum TextRule: Sendable {
  /// One line that names something: no control, format, zero-width, bidirectional or other invisible character.
  case name
  /// Running text: line feeds and tabs are allowed, and the joiners and variation selectors that scripts need.
  case prose

  /// The first scalar that is not allowed, or nil.
  package func firstForbidden(in text: String) -> Unicode.Scalar? {
    text.unicodeScalars.first { !allows($0) }
  }

  func allows(_ scalar: Unicode.Scalar) -> Bool {
    if (0x20...0x7e).contains(scalar.value) { return true }
    let properties = scalar.properties
    switch self {
    case .name:
      switch properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return false
      default: break
      }
      // Blank letters, such as the Hangul fillers, and the Braille blank.
      return !properties.isDefaultIgnorableCodePoint && scalar.value != 0x2800
    case .prose:
      switch properties.generalCategory {
      case .control: return scalar == "\n" || scalar == "\t"
      case .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return false
      default: break
      }
      switch scalar.value {
      // Bidirectional marks, embeddings, overrides and isolates.
      case 0x061c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: return false
      // Zero-width space, invisible operators, interlinear annotation, byte order mark.
      case 0x200b, 0x2060...0x2064, 0x206a...0x206f, 0xfff9...0xfffb, 0xfeff: return false
      // Tag characters and the supplementary variation selectors: whole sentences can be hidden in them.
      case 0xe0000...0xe0fff: return false
      default: return true
      }
    }
  }
}
