extension PatternParser {
  /// An escape outside of a class; the backslash is next.
  mutating func escape() throws(PatternError) -> PatternSyntax {
    switch peek(1) {
    case "b":
      skip(2)
      return .wordBoundary
    case "B":
      skip(2)
      return .notWordBoundary
    case "k":
      skip(2)
      return try namedReference()
    case .some("1"..."9"):
      skip()
      return numberedReference()
    default:
      if let set = try classEscape() { return .set(set) }
      return .set(ScalarSet(try characterEscape()))
    }
  }

  /// `[…]`; the bracket is next.
  mutating func characterClass() throws(PatternError) -> ScalarSet {
    skip()
    let isInverted = take("^")
    var ranges: [ClosedRange<UInt32>] = []
    while !take("]") {
      guard next != nil else { throw error("'[' without ']'") }
      let first = try classAtom()
      // A hyphen at the end stands for itself.
      guard next == "-", let after = peek(1), after != "]" else {
        ranges += first.ranges
        continue
      }
      guard let low = first.single else { throw error("a range cannot begin with a class") }
      skip()
      guard let high = try classAtom().single else { throw error("a range cannot end with a class") }
      guard low <= high else { throw error("the ends of a range are in the wrong order") }
      ranges.append(low...high)
    }
    let set = ScalarSet(ranges)
    return isInverted ? set.inverted : set
  }

  private mutating func classAtom() throws(PatternError) -> ScalarSet {
    guard let scalar = next else { throw error("'[' without ']'") }
    guard scalar == "\\" else {
      skip()
      return ScalarSet(scalar.value)
    }
    switch peek(1) {
    case "b":
      skip(2)
      return ScalarSet(0x08)
    case "-":
      skip(2)
      return ScalarSet(0x2D)
    default:
      if let set = try classEscape() { return set }
      return ScalarSet(try characterEscape())
    }
  }

  /// `\d` and its like; nil when the escape is something else.
  private mutating func classEscape() throws(PatternError) -> ScalarSet? {
    guard let letter = peek(1) else { return nil }
    let set: ScalarSet
    switch letter {
    case "d": set = .digits
    case "D": set = ScalarSet.digits.inverted
    case "w": set = .word
    case "W": set = ScalarSet.word.inverted
    case "s": set = .space
    case "S": set = ScalarSet.space.inverted
    case "p", "P":
      guard peek(2) == "{" else { throw error("\\\(letter) must be followed by a property in { }") }
      var offset = 3
      var name = String.UnicodeScalarView()
      while let scalar = peek(offset), scalar != "}" {
        name.append(scalar)
        offset += 1
      }
      guard peek(offset) == "}" else { throw error("\\\(letter) must be followed by a property in { }") }
      guard let property = ScalarSet.property(String(name)) else {
        throw error("the property \(String(name)) is not known here (scripts are not; write ranges)")
      }
      skip(offset + 1)
      return letter == "P" ? property.inverted : property
    default: return nil
    }
    skip(2)
    return set
  }

  /// An escape that stands for one character; the backslash is next.
  private mutating func characterEscape() throws(PatternError) -> UInt32 {
    guard let letter = peek(1) else { throw error("a backslash at the end") }
    switch letter {
    case "t": return simple(0x09)
    case "n": return simple(0x0A)
    case "v": return simple(0x0B)
    case "f": return simple(0x0C)
    case "r": return simple(0x0D)
    case "0":
      if let digit = peek(2), case "0"..."9" = digit { throw error("octal escapes are not taken") }
      return simple(0)
    case "c":
      guard let control = peek(2), control.isASCII, control.properties.isAlphabetic else {
        throw error("\\c must be followed by a letter")
      }
      skip(3)
      return control.value & 0x1F
    case "x":
      guard let value = hexadecimal(at: 2, count: 2) else { throw error("\\x must be followed by two digits") }
      skip(4)
      return value
    case "u": return try unicodeEscape()
    default:
      guard letter.isASCII, !letter.properties.isAlphabetic, letter.properties.numericType == nil,
        letter.value > 0x20
      else { throw error("'\\\(letter)' has no meaning in ECMAScript") }
      return simple(letter.value)
    }
  }

  private mutating func simple(_ value: UInt32) -> UInt32 {
    skip(2)
    return value
  }

  /// `\u{1F600}`, `\uXXXX`, or two halves of a pair. A half alone is kept; no text can match it.
  private mutating func unicodeEscape() throws(PatternError) -> UInt32 {
    if peek(2) == "{" {
      var offset = 3
      var value: UInt32 = 0
      while let scalar = peek(offset), let digit = digit(scalar), value <= ScalarSet.last {
        value = value << 4 | digit
        offset += 1
      }
      guard offset > 3, peek(offset) == "}", value <= ScalarSet.last else {
        throw error("\\u{ must be followed by a code point and '}'")
      }
      skip(offset + 1)
      return value
    }
    guard let value = hexadecimal(at: 2, count: 4) else { throw error("\\u must be followed by four digits") }
    if case 0xD800...0xDBFF = value, peek(6) == "\\", peek(7) == "u", let low = hexadecimal(at: 8, count: 4),
      case 0xDC00...0xDFFF = low
    {
      skip(12)
      return 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
    }
    skip(6)
    return value
  }

  private func hexadecimal(at offset: Int, count: Int) -> UInt32? {
    var value: UInt32 = 0
    for index in offset..<offset + count {
      guard let scalar = peek(index), let digit = digit(scalar) else { return nil }
      value = value << 4 | digit
    }
    return value
  }

  private func digit(_ scalar: Unicode.Scalar) -> UInt32? {
    switch scalar {
    case "0"..."9": scalar.value - 0x30
    case "a"..."f": scalar.value - 0x57
    case "A"..."F": scalar.value - 0x37
    default: nil
    }
  }
}

extension ScalarSet {
  /// The only member.
  var single: UInt32? {
    guard ranges.count == 1, ranges[0].count == 1 else { return nil }
    return ranges[0].lowerBound
  }
}
