/// The name of a city, reduced to what two spellings of it have in common: no case, no accents, no spaces or hyphens,
/// and without the Chinese word for "city" at its end.
struct CityName: Hashable {
  private let key: String
  private let original: String

  init(_ name: String) {
    original = name
    var key = String.UnicodeScalarView()
    for scalar in name.lowercased().unicodeScalars {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spaceSeparator, .dashPunctuation, .control, .otherPunctuation: continue
      default: key.append(Self.base(of: scalar))
      }
    }
    var text = String(key)
    if text.count > 2, text.hasSuffix("市") { text.removeLast() }
    self.key = text
  }

  static func == (left: CityName, right: CityName) -> Bool { left.key == right.key }

  func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// The letter below an accent, from the character's name: LATIN SMALL LETTER U WITH DIAERESIS is a u.
  private static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard scalar.value >= 0xC0, let name = scalar.properties.name, name.hasPrefix("LATIN SMALL LETTER ") else {
      return scalar
    }
    let letter = name.dropFirst(19).prefix { $0 != " " }
    return letter.count == 1 ? letter.lowercased().unicodeScalars.first ?? scalar : scalar
  }

  /// The name as a file name: no slash, no leading dot, no control characters, at most 100 characters.
  var fileName: String {
    let scalars = original.unicodeScalars.map { scalar -> Character in
      scalar == "/" || scalar.properties.generalCategory == .control ? "_" : Character(scalar)
    }
    let name = String(scalars.prefix(100))
    return name.isEmpty || name.hasPrefix(".") ? "_" + name : name
  }
}
