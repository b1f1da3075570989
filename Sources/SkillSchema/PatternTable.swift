/// A pattern as a table of a deterministic automaton: one look-up a character, nothing allocated.
struct PatternTable: Sendable {
  /// For each state, for each class of the alphabet and then for the end of the text: the next state.
  private let next: [UInt16]
  private let width: Int

  /// States with a meaning of their own. At the end of the text a state leads to `matched` or to `failed`.
  static let failed: UInt16 = 0
  static let matched: UInt16 = 1
  static let first: UInt16 = 2

  /// What bounds the table and the time to make it. A pattern beyond that is simulated instead.
  private static let maxEntries = 1 << 16
  private static let maxSteps = 1 << 19

  /// A set of places, and what stands before them as far as assertions can tell.
  private struct Key: Hashable {
    var places: [Int]
    var before: Before
  }

  private enum Before: Hashable {
    case start, word, other
  }

  /// Nil when there is a look-around or the table would be too large.
  init?(_ program: PatternProgram, _ alphabet: PatternAlphabet) {
    guard program.looks.isEmpty else { return nil }
    var simulation = PatternSimulation(program, alphabet, budget: Self.maxSteps)
    let width = alphabet.classCount + 1
    var numbers: [Key: UInt16] = [:]
    var keys = [Key(places: [program.start], before: .start)]
    numbers[keys[0]] = Self.first
    var next = [UInt16](repeating: Self.failed, count: width)
    next += [UInt16](repeating: Self.matched, count: width)
    // Any class is as good as another of the same kind when it stands before a place.
    let wordClass = alphabet.isWord.firstIndex(of: true)
    let otherClass = alphabet.isWord.firstIndex(of: false)
    var done = 0
    while done < keys.count {
      let key = keys[done]
      done += 1
      let before: Int? =
        switch key.before {
        case .start: nil
        case .word: wordClass
        case .other: otherClass
        }
      // The places after closing depend on the next character only through assertions, so they are the same for all
      // classes of one kind.
      let closedBeforeWord = wordClass.map { simulation.close(key.places, .init(before: before, after: $0)) }
      let closedBeforeOther = otherClass.map { simulation.close(key.places, .init(before: before, after: $0)) }
      for number in 0..<alphabet.classCount {
        let isWord = alphabet.isWord[number]
        guard let (places, isMatch) = isWord ? closedBeforeWord : closedBeforeOther else { return nil }
        if isMatch {
          next.append(Self.matched)
          continue
        }
        let after = simulation.advance(places, over: number).sorted()
        guard !after.isEmpty else {
          next.append(Self.failed)
          continue
        }
        let target = Key(places: after, before: isWord ? .word : .other)
        if let known = numbers[target] {
          next.append(known)
        } else {
          let state = keys.count + Int(Self.first)
          guard state * width < Self.maxEntries else { return nil }
          numbers[target] = UInt16(truncatingIfNeeded: state)
          keys.append(target)
          next.append(UInt16(truncatingIfNeeded: state))
        }
      }
      next.append(
        simulation.close(key.places, .init(before: before, after: nil)).isMatch ? Self.matched : Self.failed)
      guard simulation.budget > 0 else { return nil }
    }
    self.next = next
    self.width = width
  }

  @inline(__always)
  func state(after state: UInt16, _ number: Int) -> UInt16 { next[Int(state) * width + number] }

  @inline(__always)
  func isMatchAtEnd(_ state: UInt16) -> Bool { next[Int(state) * width + width - 1] == Self.matched }

  /// Whether no text at all leads to a match.
  var matchesNothing: Bool { !next[(Int(Self.first) * width)...].contains(Self.matched) }
}
