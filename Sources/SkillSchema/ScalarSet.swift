/// A set of Unicode code points as sorted ranges that neither touch nor overlap.
struct ScalarSet: Hashable, Sendable {
  private(set) var ranges: [ClosedRange<UInt32>]

  static let last: UInt32 = 0x10FFFF

  /// Takes ranges in any order, overlapping or not.
  init(_ ranges: some Sequence<ClosedRange<UInt32>>) {
    var result: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let previous = result.last, range.lowerBound <= previous.upperBound &+ 1 {
        result[result.count - 1] = previous.lowerBound...max(previous.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    self.ranges = result
  }

  init(_ scalar: UInt32) { ranges = [scalar...scalar] }

  var isEmpty: Bool { ranges.isEmpty }

  /// Every code point that is not in this set.
  var inverted: ScalarSet {
    var result: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { result.append(next...range.lowerBound - 1) }
      next = range.upperBound + 1
    }
    if next <= Self.last { result.append(next...Self.last) }
    return ScalarSet(sorted: result)
  }

  private init(sorted ranges: [ClosedRange<UInt32>]) { self.ranges = ranges }

  func contains(_ scalar: UInt32) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(scalar)
  }
}

// MARK: - The classes of ECMAScript

extension ScalarSet {
  static let any = ScalarSet([0...last])
  static let digits = ScalarSet([0x30...0x39])
  static let word = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  /// White space and line terminators of ECMA-262.
  static let space = ScalarSet([
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
    0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])
  /// What `.` matches: everything but line terminators.
  static let notLineEnd = ScalarSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029]).inverted
}
