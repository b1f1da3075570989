/// The word of a list that was probably meant.
package enum Suggestion {
  /// The candidate with the fewest mistakes, if they are few for its length: one up to four letters, two up to seven,
  /// else three. Of equals the first.
  package static func nearest(to typed: String, among candidates: [String]) -> String? {
    let typed = Array(typed.lowercased())
    guard typed.count <= 64 else { return nil }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let letters = Array(candidate)
      let allowed = letters.count <= 4 ? 1 : letters.count <= 7 ? 2 : 3
      guard abs(letters.count - typed.count) <= allowed else { continue }
      let distance = mistakes(typed, letters)
      if distance <= allowed, best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
    }
    if let best { return best.candidate }
    // A word cut short is not a misspelling but means the same.
    guard typed.count >= 2 else { return nil }
    return candidates.first { $0.starts(with: typed) }
  }

  /// How many letters were inserted, left out, replaced or swapped with their neighbour.
  static func mistakes(_ one: [Character], _ other: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for (row, letter) in one.enumerated() {
      var current = [row + 1]
      for (column, against) in other.enumerated() {
        var cost = min(last[column] + (letter == against ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == other[column - 1], one[row - 1] == against {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[other.count]
  }
}
