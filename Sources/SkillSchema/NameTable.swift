/// Strings that are looked up by their bytes, sorted by length and then by bytes.
///
/// A binary search over lengths mostly; nothing is hashed, so no choice of names can make it slow.
struct NameTable: Sendable {
  private let bytes: [UInt8]
  /// Where each name begins; one more at the end.
  private let starts: [Int]

  /// `names` must be sorted by ``precedes(_:_:)`` and distinct.
  init(sorted names: [[UInt8]]) {
    bytes = Array(names.joined())
    var starts = [0]
    for name in names { starts.append((starts.last ?? 0) + name.count) }
    self.starts = starts
  }

  static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count != right.count ? left.count < right.count : left.lexicographicallyPrecedes(right)
  }

  var count: Int { starts.count - 1 }

  func name(_ index: Int) -> String { String(decoding: bytes[starts[index]..<starts[index + 1]], as: UTF8.self) }

  /// The place of a name.
  func find(_ name: Span<UInt8>) -> Int? {
    var low = 0
    var high = starts.count - 1
    while low < high {
      let middle = (low + high) / 2
      let order = compare(middle, name)
      if order == 0 { return middle }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Below 0 when the name at `index` comes before `name`.
  private func compare(_ index: Int, _ name: Span<UInt8>) -> Int {
    let start = starts[index]
    let count = starts[index + 1] - start
    guard count == name.count else { return count - name.count }
    for offset in 0..<count {
      let difference = Int(bytes[start + offset]) - Int(name[offset])
      if difference != 0 { return difference }
    }
    return 0
  }
}
