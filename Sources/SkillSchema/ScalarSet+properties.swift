import Synchronization

/// `\p{…}`: general categories and the binary properties that the standard library knows. Scripts are not among them.
extension ScalarSet {
  /// The set that a property expression names; nil when it is not known.
  static func property(_ expression: String) -> ScalarSet? {
    if let known = cache.withLock({ $0[expression] }) { return known }
    var name = expression
    for prefix in ["General_Category=", "gc="] where name.hasPrefix(prefix) {
      name.removeFirst(prefix.count)
      guard let categories = categories(name) else { return nil }
      return remember(expression) { categories.contains($0.generalCategory) }
    }
    if let categories = categories(name) { return remember(expression) { categories.contains($0.generalCategory) } }
    switch name {
    case "Any": return any
    case "ASCII": return ScalarSet([0...0x7F])
    case "Assigned": return remember(expression) { $0.generalCategory != .unassigned }
    default: return binaryProperty(name).map { test in remember(expression, where: test) }
    }
  }

  /// Sets that were asked for. The names are few, so it does not grow without end.
  private static let cache = Mutex<[String: ScalarSet]>([:])

  private static func remember(
    _ expression: String, where test: (Unicode.Scalar.Properties) -> Bool
  ) -> ScalarSet {
    var ranges: [ClosedRange<UInt32>] = []
    // Planes 4 to 13 are unassigned and planes 15 and 16 are private use but for their last two code points: one
    // scalar answers for the range.
    for range: ClosedRange<UInt32> in [0x40000...0xDFFFF, 0xE1000...0xEFFFF, 0xF0000...0xFFFFD, 0x100000...0x10FFFD] {
      if let first = Unicode.Scalar(range.lowerBound), test(first.properties) { ranges.append(range) }
    }
    for plane: ClosedRange<UInt32> in [0...0x3FFFF, 0xE0000...0xE0FFF, 0xFFFFE...0xFFFFF, 0x10FFFE...0x10FFFF] {
      var start: UInt32?
      for value in plane {
        if let scalar = Unicode.Scalar(value), test(scalar.properties) {
          if start == nil { start = value }
        } else if let first = start {
          ranges.append(first...value - 1)
          start = nil
        }
      }
      if let first = start { ranges.append(first...plane.upperBound) }
    }
    let set = ScalarSet(ranges)
    cache.withLock { $0[expression] = set }
    return set
  }

  private static func categories(_ name: String) -> [Unicode.GeneralCategory]? {
    switch name {
    case "L", "Letter":
      [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter]
    case "LC", "Cased_Letter": [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter]
    case "Lu", "Uppercase_Letter": [.uppercaseLetter]
    case "Ll", "Lowercase_Letter": [.lowercaseLetter]
    case "Lt", "Titlecase_Letter": [.titlecaseLetter]
    case "Lm", "Modifier_Letter": [.modifierLetter]
    case "Lo", "Other_Letter": [.otherLetter]
    case "M", "Mark", "Combining_Mark": [.nonspacingMark, .spacingMark, .enclosingMark]
    case "Mn", "Nonspacing_Mark": [.nonspacingMark]
    case "Mc", "Spacing_Mark": [.spacingMark]
    case "Me", "Enclosing_Mark": [.enclosingMark]
    case "N", "Number": [.decimalNumber, .letterNumber, .otherNumber]
    case "Nd", "Decimal_Number", "digit": [.decimalNumber]
    case "Nl", "Letter_Number": [.letterNumber]
    case "No", "Other_Number": [.otherNumber]
    case "P", "Punctuation", "punct":
      [
        .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
        .finalPunctuation, .otherPunctuation,
      ]
    case "Pc", "Connector_Punctuation": [.connectorPunctuation]
    case "Pd", "Dash_Punctuation": [.dashPunctuation]
    case "Ps", "Open_Punctuation": [.openPunctuation]
    case "Pe", "Close_Punctuation": [.closePunctuation]
    case "Pi", "Initial_Punctuation": [.initialPunctuation]
    case "Pf", "Final_Punctuation": [.finalPunctuation]
    case "Po", "Other_Punctuation": [.otherPunctuation]
    case "S", "Symbol": [.mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol]
    case "Sm", "Math_Symbol": [.mathSymbol]
    case "Sc", "Currency_Symbol": [.currencySymbol]
    case "Sk", "Modifier_Symbol": [.modifierSymbol]
    case "So", "Other_Symbol": [.otherSymbol]
    case "Z", "Separator": [.spaceSeparator, .lineSeparator, .paragraphSeparator]
    case "Zs", "Space_Separator": [.spaceSeparator]
    case "Zl", "Line_Separator": [.lineSeparator]
    case "Zp", "Paragraph_Separator": [.paragraphSeparator]
    case "C", "Other": [.control, .format, .surrogate, .privateUse, .unassigned]
    case "Cc", "Control", "cntrl": [.control]
    case "Cf", "Format": [.format]
    case "Cs", "Surrogate": [.surrogate]
    case "Co", "Private_Use": [.privateUse]
    case "Cn", "Unassigned": [.unassigned]
    default: nil
    }
  }

  private static func binaryProperty(_ name: String) -> ((Unicode.Scalar.Properties) -> Bool)? {
    switch name {
    case "Alphabetic", "Alpha": { $0.isAlphabetic }
    case "Uppercase", "Upper": { $0.isUppercase }
    case "Lowercase", "Lower": { $0.isLowercase }
    case "White_Space", "space": { $0.isWhitespace }
    case "Cased": { $0.isCased }
    case "Case_Ignorable", "CI": { $0.isCaseIgnorable }
    case "Dash": { $0.isDash }
    case "Default_Ignorable_Code_Point", "DI": { $0.isDefaultIgnorableCodePoint }
    case "Diacritic", "Dia": { $0.isDiacritic }
    case "Emoji": { $0.isEmoji }
    case "Emoji_Modifier", "EMod": { $0.isEmojiModifier }
    case "Emoji_Modifier_Base", "EBase": { $0.isEmojiModifierBase }
    case "Emoji_Presentation", "EPres": { $0.isEmojiPresentation }
    case "Hex_Digit", "Hex": { $0.isHexDigit }
    case "ASCII_Hex_Digit", "AHex": { $0.isASCIIHexDigit }
    case "ID_Start", "IDS": { $0.isIDStart }
    case "ID_Continue", "IDC": { $0.isIDContinue }
    case "XID_Start", "XIDS": { $0.isXIDStart }
    case "XID_Continue", "XIDC": { $0.isXIDContinue }
    case "Ideographic", "Ideo": { $0.isIdeographic }
    case "Math": { $0.isMath }
    case "Noncharacter_Code_Point", "NChar": { $0.isNoncharacterCodePoint }
    case "Quotation_Mark", "QMark": { $0.isQuotationMark }
    case "Variation_Selector", "VS": { $0.isVariationSelector }
    default: nil
    }
  }
}
