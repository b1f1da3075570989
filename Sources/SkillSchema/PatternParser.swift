/// Reads ECMAScript regular expressions (ECMA-262 with the `u` flag, which JSON Schema asks for).
///
/// More is taken than the `u` flag allows where old patterns rely on it and the meaning is plain: a backslash before
/// any ASCII punctuation, and `]`, `{`, `}` that stand for themselves.
struct PatternParser {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0
  private var groupNames: Set<String> = []
  private var groupCount = 0
  /// The largest number that a backreference asks for.
  private var highestReference = 0
  private var namedReferences: [String] = []

  static let maxLength = 16_384
  static let maxDepth = 100

  static func parse(_ text: String) throws(PatternError) -> PatternSyntax {
    var parser = PatternParser(text)
    guard parser.scalars.count <= maxLength else {
      throw PatternError(column: 1, message: "the pattern is longer than \(maxLength) characters")
    }
    let syntax = try parser.alternatives()
    guard parser.isAtEnd else { throw parser.error("')' without '('") }
    if parser.highestReference > parser.groupCount {
      throw parser.error("there is no group \(parser.highestReference)")
    }
    for name in parser.namedReferences where !parser.groupNames.contains(name) {
      throw parser.error("there is no group named \(name)")
    }
    return syntax
  }

  private init(_ text: String) { scalars = Array(text.unicodeScalars) }

  // MARK: Reading

  var isAtEnd: Bool { position == scalars.count }
  var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  func error(_ message: String) -> PatternError { PatternError(column: position + 1, message: message) }

  func peek(_ offset: Int) -> Unicode.Scalar? {
    position + offset < scalars.count ? scalars[position + offset] : nil
  }

  mutating func skip(_ count: Int = 1) { position += count }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  mutating func take(_ text: String) -> Bool {
    let wanted = text.unicodeScalars
    guard scalars[position...].starts(with: wanted) else { return false }
    position += wanted.count
    return true
  }

  // MARK: Structure

  private mutating func alternatives() throws(PatternError) -> PatternSyntax {
    var parts = [try sequence()]
    while take("|" as Unicode.Scalar) { parts.append(try sequence()) }
    return parts.count == 1 ? parts[0] : .alternatives(parts)
  }

  private mutating func sequence() throws(PatternError) -> PatternSyntax {
    var parts: [PatternSyntax] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      let part = try term()
      parts.append(try quantified(part))
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func term() throws(PatternError) -> PatternSyntax {
    guard let scalar = next else { return .empty }
    switch scalar {
    case "^":
      skip()
      return .start
    case "$":
      skip()
      return .end
    case ".":
      skip()
      return .set(.notLineEnd)
    case "(":
      return try group()
    case "[":
      return .set(try characterClass())
    case "\\":
      return try escape()
    case "*", "+", "?":
      throw error("there is nothing before '\(scalar)' to repeat")
    case "{" where quantifierAhead() != nil:
      throw error("there is nothing before '{' to repeat")
    default:
      skip()
      return .set(ScalarSet(scalar.value))
    }
  }

  private mutating func group() throws(PatternError) -> PatternSyntax {
    guard depth < Self.maxDepth else { throw error("groups are nested more than \(Self.maxDepth) deep") }
    let start = position
    skip()
    depth += 1
    defer { depth -= 1 }
    var wrap: (PatternSyntax) -> PatternSyntax = { $0 }
    if take("?" as Unicode.Scalar) {
      if take(":") {
      } else if take("=") {
        wrap = { .look($0, isAhead: true, isNegative: false) }
      } else if take("!") {
        wrap = { .look($0, isAhead: true, isNegative: true) }
      } else if take("<=") {
        wrap = { .look($0, isAhead: false, isNegative: false) }
      } else if take("<!") {
        wrap = { .look($0, isAhead: false, isNegative: true) }
      } else if take("<") {
        let name = try groupName()
        guard groupNames.insert(name).inserted else { throw error("there are two groups named \(name)") }
        groupCount += 1
      } else if try takeModifiers() {
        wrap = { _ in .unsupported("flags inside of the pattern") }
      } else {
        throw error("expected one of : = ! <= <! or a name in < > after '(?'")
      }
    } else {
      groupCount += 1
    }
    let inner = try alternatives()
    guard take(")") else {
      position = start
      throw error("'(' without ')'")
    }
    return wrap(inner)
  }

  /// `i-ms:`; flags without a colon, as in other languages, are not ECMAScript.
  private mutating func takeModifiers() throws(PatternError) -> Bool {
    var offset = 0
    while let scalar = peek(offset), "ims-".unicodeScalars.contains(scalar) { offset += 1 }
    guard offset > 0, peek(offset) == ":" else { return false }
    skip(offset + 1)
    return true
  }

  private mutating func groupName() throws(PatternError) -> String {
    var name = String.UnicodeScalarView()
    while let scalar = next, scalar != ">" {
      let properties = scalar.properties
      guard scalar == "$" || scalar == "_" || (name.isEmpty ? properties.isIDStart : properties.isIDContinue) else {
        throw error("'\(scalar)' cannot be in the name of a group")
      }
      name.append(scalar)
      skip()
    }
    guard !name.isEmpty, take(">") else { throw error("the name of a group must end with '>'") }
    return String(name)
  }

  // MARK: Repetition

  private mutating func quantified(_ part: PatternSyntax) throws(PatternError) -> PatternSyntax {
    let least: Int
    let most: Int?
    switch next {
    case "*":
      (least, most) = (0, nil)
      skip()
    case "+":
      (least, most) = (1, nil)
      skip()
    case "?":
      (least, most) = (0, 1)
      skip()
    case "{":
      guard let quantifier = quantifierAhead() else { return part }
      (least, most) = (quantifier.least, quantifier.most)
      if let most, most < least { throw error("the numbers of a repetition are in the wrong order") }
      skip(quantifier.length)
    default:
      return part
    }
    switch part {
    case .start, .end, .wordBoundary, .notWordBoundary, .look: throw error("an assertion cannot be repeated")
    default: break
    }
    // Lazy or greedy: the same texts match.
    _ = take("?" as Unicode.Scalar)
    return .repeated(part, least: least, most: most)
  }

  /// `{2}`, `{2,}` or `{2,5}` at this place. Numbers beyond a million count as a million, which no pattern can hold.
  private func quantifierAhead() -> (least: Int, most: Int?, length: Int)? {
    var offset = 1
    guard let least = number(at: &offset) else { return nil }
    var most: Int? = least
    if peek(offset) == "," {
      offset += 1
      most = number(at: &offset)
    }
    return peek(offset) == "}" ? (least, most, offset + 1) : nil
  }

  private func number(at offset: inout Int) -> Int? {
    var value: Int?
    while let scalar = peek(offset), case "0"..."9" = scalar {
      value = min((value ?? 0) * 10 + Int(scalar.value - 0x30), 1_000_000)
      offset += 1
    }
    return value
  }

  // MARK: References

  mutating func numberedReference() -> PatternSyntax {
    var offset = 0
    highestReference = max(highestReference, number(at: &offset) ?? 0)
    skip(offset)
    return .unsupported("a backreference")
  }

  mutating func namedReference() throws(PatternError) -> PatternSyntax {
    guard take("<") else { throw error("\\k must be followed by the name of a group in < >") }
    namedReferences.append(try groupName())
    return .unsupported("a backreference")
  }
}
