/// The code points of a pattern, divided into classes whose members no set of the pattern tells apart.
///
/// The automata then work on a handful of classes instead of a million code points.
struct PatternAlphabet: Sendable {
  /// The class of each ASCII character.
  private let ascii: [UInt16]
  /// First code points of ranges beyond ASCII, ascending, and the class of each range.
  private let starts: [UInt32]
  private let classes: [UInt16]
  let classCount: Int
  /// For each class whether its members are word characters. Meaningful only when the program asks.
  let isWord: [Bool]
  /// For each set, then each class: whether the class is inside the set.
  private let membership: [Bool]

  /// Bounds the tables below to a few megabytes.
  private static let maxCells = 1 << 21

  init(_ program: PatternProgram) throws(PatternError) {
    var sets = program.sets
    if program.usesWordBoundary { sets.append(.word) }
    var starts: Set<UInt32> = [0, 0x80]
    for set in sets {
      for range in set.ranges {
        starts.insert(range.lowerBound)
        if range.upperBound < ScalarSet.last { starts.insert(range.upperBound + 1) }
      }
    }
    let sorted = starts.sorted()
    /// For each start the sets that contain it, as bits.
    let words = (sets.count + 63) / 64
    let tooLarge = PatternError(column: 1, message: "the pattern has too many characters and classes")
    guard sorted.count * words <= Self.maxCells else { throw tooLarge }
    var signatures = [[UInt64]](repeating: [UInt64](repeating: 0, count: words), count: sorted.count)
    for (number, set) in sets.enumerated() {
      var index = 0
      for range in set.ranges {
        while index < sorted.count, sorted[index] < range.lowerBound { index += 1 }
        while index < sorted.count, sorted[index] <= range.upperBound {
          signatures[index][number / 64] |= 1 << UInt64(number % 64)
          index += 1
        }
      }
    }
    var numbers: [[UInt64]: UInt16] = [:]
    var representatives: [[UInt64]] = []
    let classes = signatures.map { signature in
      if let number = numbers[signature] { return number }
      // Below 65,536: a thousand sets of a pattern of 16,384 characters have at most twice as many ends, and Unicode
      // properties a few thousand more.
      let number = UInt16(truncatingIfNeeded: representatives.count)
      numbers[signature] = number
      representatives.append(signature)
      return number
    }
    guard representatives.count * sets.count <= Self.maxCells else { throw tooLarge }
    func contains(_ signature: [UInt64], _ set: Int) -> Bool { signature[set / 64] >> UInt64(set % 64) & 1 == 1 }
    classCount = representatives.count
    isWord = representatives.map { program.usesWordBoundary && contains($0, sets.count - 1) }
    membership = program.sets.indices.flatMap { set in representatives.map { contains($0, set) } }
    var ascii: [UInt16] = []
    var index = 0
    for value in 0..<0x80 as Range<UInt32> {
      while index + 1 < sorted.count, sorted[index + 1] <= value { index += 1 }
      ascii.append(classes[index])
    }
    self.ascii = ascii
    let beyond = sorted.firstIndex(of: 0x80) ?? 0
    self.starts = Array(sorted[beyond...])
    self.classes = Array(classes[beyond...])
  }

  func set(_ set: Int, contains number: Int) -> Bool { membership[set * classCount + number] }

  @inline(__always)
  func number(of scalar: UInt32) -> Int {
    if scalar < 0x80 { return Int(ascii[Int(scalar)]) }
    var low = 0
    var high = starts.count
    // The last start that is not above the scalar; the first start is 0x80.
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= scalar { low = middle } else { high = middle }
    }
    return Int(classes[low])
  }
}
