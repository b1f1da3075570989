/// Internationalised host names (IDNA2008: RFC 5890 to 5893).
///
/// Which characters are valid is derived from Unicode properties as RFC 5892 says, so it follows the standard library's
/// version of Unicode. Of what that library does not know, scripts and directions are taken from their blocks, and
/// joining types only for the Arabic script.
enum InternationalHost {
  /// A whole name: labels in either form between any of the four dots.
  static func isValid(_ name: String) -> Bool {
    let labels = name.unicodeScalars.split(omittingEmptySubsequences: false) { isDot($0.value) }
    var length = labels.count - 1
    var decoded: [[UInt32]] = []
    for label in labels {
      let scalars = label.map { $0.value }
      if scalars.allSatisfy({ $0 < 0x80 }) {
        let bytes = scalars.map { UInt8(truncatingIfNeeded: $0) }
        guard HostFormats.isLabel(bytes.span, 0..<bytes.count) else { return false }
        length += bytes.count
        let text = String(label).lowercased()
        decoded.append(text.hasPrefix("xn--") ? Punycode.decode(text.dropFirst(4)) ?? [] : scalars)
      } else {
        guard isLabel(scalars), let encoded = Punycode.encode(scalars), encoded.count + 4 <= 63 else { return false }
        length += encoded.count + 4
        decoded.append(scalars)
      }
    }
    return length <= 253 && hasValidDirections(decoded)
  }

  private static func isDot(_ scalar: UInt32) -> Bool {
    scalar == 0x2E || scalar == 0x3002 || scalar == 0xFF0E || scalar == 0xFF61
  }

  /// `xn--…` in lower case: it must decode, encode to the same again and hold what is valid.
  static func isEncodedLabel(_ label: String) -> Bool {
    let code = label.dropFirst(4)
    guard let scalars = Punycode.decode(code), scalars.contains(where: { $0 >= 0x80 }), isLabel(scalars) else {
      return false
    }
    return Punycode.encode(scalars) == Array(code.utf8)
  }

  /// A label in decoded form (RFC 5891, section 4.2).
  private static func isLabel(_ scalars: [UInt32]) -> Bool {
    guard let first = scalars.first, first != 0x2D, scalars.last != 0x2D,
      !(scalars.count >= 4 && scalars[2] == 0x2D && scalars[3] == 0x2D)
    else { return false }
    switch Unicode.Scalar(first)?.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return false
    default: break
    }
    return scalars.indices.allSatisfy { index in
      isContextual(scalars[index]) ? fitsContext(scalars, index) : isValid(scalars[index])
    }
  }

  /// PVALID of RFC 5892, section 3.
  private static func isValid(_ value: UInt32) -> Bool {
    switch value {
    case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
    case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
    case 0x2D, 0x30...0x39, 0x61...0x7A: return true
    case 0..<0x80: return false
    case 0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7FB: return false  // old Hangul letters
    default: break
    }
    guard let properties = Unicode.Scalar(value)?.properties else { return false }
    guard !properties.changesWhenNFKCCaseFolded, !properties.isDefaultIgnorableCodePoint,
      !properties.isNoncharacterCodePoint, !properties.isWhitespace
    else { return false }
    return switch properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark,
      .decimalNumber:
      true
    default: false
    }
  }

  // MARK: Context (RFC 5892, appendix A)

  private static func isContextual(_ value: UInt32) -> Bool {
    switch value {
    case 0x200C, 0x200D, 0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB, 0x660...0x669, 0x6F0...0x6F9: true
    default: false
    }
  }

  private static func fitsContext(_ label: [UInt32], _ index: Int) -> Bool {
    let before = index > 0 ? label[index - 1] : nil
    let after = index + 1 < label.count ? label[index + 1] : nil
    switch label[index] {
    case 0x200C: return isVirama(before) || joins(label, index)
    case 0x200D: return isVirama(before)
    case 0xB7: return before == 0x6C && after == 0x6C
    case 0x375: return after.map(isGreek) ?? false
    case 0x5F3, 0x5F4: return before.map(isHebrew) ?? false
    case 0x30FB: return label.contains(where: isJapanese)
    case 0x660...0x669: return !label.contains { 0x6F0...0x6F9 ~= $0 }
    default: return !label.contains { 0x660...0x669 ~= $0 }
    }
  }

  private static func isVirama(_ value: UInt32?) -> Bool {
    value.flatMap(Unicode.Scalar.init)?.properties.canonicalCombiningClass == .virama
  }

  private static func isGreek(_ value: UInt32) -> Bool {
    switch value {
    case 0x370...0x373, 0x375...0x377, 0x37A...0x37D, 0x37F, 0x384, 0x386, 0x388...0x3E1, 0x3F0...0x3FF,
      0x1D26...0x1D2A, 0x1F00...0x1FFE, 0x2126, 0xAB65, 0x10140...0x1018E, 0x1D200...0x1D245:
      true
    default: false
    }
  }

  private static func isHebrew(_ value: UInt32) -> Bool {
    0x591...0x5F4 ~= value || 0xFB1D...0xFB4F ~= value
  }

  private static func isJapanese(_ value: UInt32) -> Bool {
    switch value {
    case 0x3041...0x3096, 0x309D...0x309F, 0x1B001...0x1B11F, 0x1F200: true  // Hiragana
    case 0x30A1...0x30FA, 0x30FD...0x30FF, 0x31F0...0x31FF, 0x32D0...0x3357, 0xFF66...0xFF9D, 0x1B000: true  // Katakana
    case 0x2E80...0x2FD5, 0x3005, 0x3007, 0x3021...0x3029, 0x3038...0x303B, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xF900...0xFAD9, 0x20000...0x323AF:
      true  // Han
    default: false
    }
  }

  /// A zero width non-joiner between letters that would join: (L or D) T* ZWNJ T* (R or D).
  private static func joins(_ label: [UInt32], _ index: Int) -> Bool {
    guard let before = label[..<index].last(where: { !isTransparent($0) }),
      let after = label[(index + 1)...].first(where: { !isTransparent($0) })
    else { return false }
    return joinsBothSides(before) && (joinsBothSides(after) || joinsRight(after))
  }

  private static func isTransparent(_ value: UInt32) -> Bool {
    switch Unicode.Scalar(value)?.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: value != 0x200C && value != 0x200D
    default: false
    }
  }

  private static func joinsRight(_ value: UInt32) -> Bool {
    switch value {
    case 0x622...0x625, 0x627, 0x629, 0x62F...0x632, 0x648, 0x671...0x673, 0x675...0x677, 0x688...0x699, 0x6C0,
      0x6C3...0x6CB, 0x6CD, 0x6CF, 0x6D2, 0x6D3, 0x6D5, 0x6EE, 0x6EF, 0x759...0x75B, 0x76B, 0x76C, 0x771, 0x773, 0x774,
      0x778, 0x779:
      true
    default: false
    }
  }

  private static func joinsBothSides(_ value: UInt32) -> Bool {
    switch value {
    case 0x621, 0x674, 0x6D4, 0x6DD: false
    case 0x620...0x64A, 0x66E...0x6D5, 0x6FA...0x6FF, 0x750...0x77F: !joinsRight(value)
    default: false
    }
  }

  // MARK: Directions (RFC 5893)

  private enum Direction {
    case left, right, europeanNumber, arabicNumber, mark, other
  }

  private static func direction(_ value: UInt32) -> Direction {
    switch value {
    case 0x30...0x39, 0x6F0...0x6F9: return .europeanNumber
    case 0x660...0x669, 0x66B, 0x66C, 0x6DD: return .arabicNumber
    case 0x2D, 0x2E, 0xB7, 0x375, 0x30FB, 0x200C, 0x200D: return .other
    default: break
    }
    switch Unicode.Scalar(value)?.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return .mark
    default: break
    }
    return switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: .right
    default: .left
    }
  }

  /// When any label has letters written from the right, every label must keep to one direction.
  private static func hasValidDirections(_ labels: [[UInt32]]) -> Bool {
    let directions = labels.map { $0.map(direction) }
    guard directions.contains(where: { $0.contains { $0 == .right || $0 == .arabicNumber } }) else { return true }
    return directions.allSatisfy { label in
      guard let first = label.first, let last = label.last(where: { $0 != .mark }) else { return false }
      switch first {
      case .right:
        return !label.contains(.left) && last != .other
          && !(label.contains(.europeanNumber) && label.contains(.arabicNumber))
      case .left:
        return !label.contains { $0 == .right || $0 == .arabicNumber } && (last == .left || last == .europeanNumber)
      default: return false
      }
    }
  }
}
