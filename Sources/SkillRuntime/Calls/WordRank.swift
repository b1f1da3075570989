import SkillBundle

/// Narrows many skills to the likeliest by the words of a text: how many of the text's pieces stand in what a skill says
/// about itself. Pieces are words, and for writing without spaces the pairs of neighbouring characters.
enum WordRank {
  /// All of them when there are at most `limit`; otherwise those with the most pieces in common, in a stable order.
  static func likeliest(_ skills: [VerifiedSkill], text: String, limit: Int) -> [VerifiedSkill] {
    guard skills.count > limit else { return skills }
    let wanted = pieces(text)
    let scored = skills.map { skill in
      let manifest = skill.manifest
      let about = ([manifest.identifier.text, manifest.displayName, manifest.description] + manifest.examples)
      return (skill, pieces(about.joined(separator: "\n")).intersection(wanted).count)
    }
    return scored.sorted { ($1.1, $0.0.manifest.identifier) < ($0.1, $1.0.manifest.identifier) }.prefix(limit).map(\.0)
  }

  static func pieces(_ text: String) -> Set<String> {
    var pieces: Set<String> = []
    var word = ""
    var previous: Character?
    for character in text.lowercased() {
      if isIdeograph(character) {
        if let previous { pieces.insert("\(previous)\(character)") }
        pieces.insert(String(character))
        previous = character
        finish(&word, &pieces)
      } else {
        previous = nil
        if character.isLetter || character.isNumber { word.append(character) } else { finish(&word, &pieces) }
      }
    }
    finish(&word, &pieces)
    return pieces
  }

  private static func finish(_ word: inout String, _ pieces: inout Set<String>) {
    if word.count > 1 { pieces.insert(word) }
    word = ""
  }

  private static func isIdeograph(_ character: Character) -> Bool {
    character.unicodeScalars.first.map { (0x3040...0x30FF).contains($0.value) || (0x3400...0x9FFF).contains($0.value) }
      ?? false
  }
}
