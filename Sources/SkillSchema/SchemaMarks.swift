/// A set of small numbers: which children of one array or object have been evaluated, or which names were seen.
///
/// The first 64 need no memory of their own.
struct SchemaMarks {
  private var first: UInt64 = 0
  private var more: [UInt64] = []
  private var isAll = false

  mutating func insert(_ index: Int) {
    if index < 64 {
      first |= 1 << UInt64(index)
      return
    }
    let word = index / 64 - 1
    if word >= more.count { more.append(contentsOf: repeatElement(0, count: word + 1 - more.count)) }
    more[word] |= 1 << UInt64(index % 64)
  }

  /// Whether all below `count` are there.
  func containsAll(_ count: Int) -> Bool {
    if isAll { return true }
    let low = count >= 64 ? UInt64.max : 1 << UInt64(count) - 1
    guard first & low == low else { return false }
    return count <= 64 || (64..<count).allSatisfy(contains)
  }

  mutating func insertAll() { isAll = true }

  func contains(_ index: Int) -> Bool {
    if isAll { return true }
    if index < 64 { return first >> UInt64(index) & 1 == 1 }
    let word = index / 64 - 1
    return word < more.count && more[word] >> UInt64(index % 64) & 1 == 1
  }

  mutating func formUnion(_ other: SchemaMarks) {
    first |= other.first
    isAll = isAll || other.isAll
    if other.more.count > more.count {
      more.append(contentsOf: repeatElement(0, count: other.more.count - more.count))
    }
    for (index, word) in other.more.enumerated() { more[index] |= word }
  }
}
