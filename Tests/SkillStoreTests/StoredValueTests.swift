import SkillRuntime
import SkillStore
import SkillSystem
import Testing

/// What skills keep for themselves.
@Suite struct StoredValueTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = TemporaryFolder()
    store = try Store(path: folder("skillhost.db"))
  }

  private func code(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return (error as? SkillError)?.code.name }
    return nil
  }

  @Test func aValueIsKeptReplacedAndRemoved() throws {
    #expect(try store.storedValue([1], of: "a.b") == nil)
    try store.storeValue([0, 255, 0], [1], of: "a.b")
    #expect(try store.storedValue([1], of: "a.b") == [0, 255, 0])
    try store.storeValue([], [1], of: "a.b")
    #expect(try store.storedValue([1], of: "a.b") == [])
    // Another opening of the same file is what another process sees.
    let other = try Store(path: folder("skillhost.db"))
    #expect(try other.storedValue([1], of: "a.b") == [])
    try store.removeValue([1], of: "a.b")
    try store.removeValue([1], of: "a.b")
    #expect(try other.storedValue([1], of: "a.b") == nil)
  }

  @Test func skillsDoNotSeeEachOther() throws {
    try store.storeValue([1], [9], of: "a.one")
    try store.storeValue([2], [9], of: "a.two")
    try store.removeValue([9], of: "a.one")
    #expect(try store.storedValue([9], of: "a.two") == [2])
    #expect(try store.storedKeys(prefix: [], of: "a.one") == [])
  }

  @Test func keysComeInByteOrder() throws {
    let keys: [[UInt8]] = [Array("ab".utf8), Array("a".utf8), [0xFF], Array("a\0z".utf8), Array("\u{e9}".utf8), [0]]
    for (size, key) in keys.enumerated() { try store.storeValue([UInt8](repeating: 7, count: size), key, of: "a.b") }
    #expect(
      try store.storedKeys(prefix: [], of: "a.b").map(\.key)
        == [[0], Array("a".utf8), Array("a\0z".utf8), Array("ab".utf8), Array("\u{e9}".utf8), [0xFF]])
    #expect(
      try store.storedKeys(prefix: Array("a".utf8), of: "a.b") == [
        StoredKey(key: Array("a".utf8), valueSize: 1), StoredKey(key: Array("a\0z".utf8), valueSize: 3),
        StoredKey(key: Array("ab".utf8), valueSize: 0),
      ])
    #expect(try store.storedKeys(prefix: [0xC3], of: "a.b").count == 1)
    #expect(try store.storedKeys(prefix: Array("abc".utf8), of: "a.b") == [])
  }

  @Test func theQuotaIsPerSkillAndNothingChangesBeyondIt() throws {
    let quarter = [UInt8](repeating: 1, count: 256 * 1024 - 1)
    for key in UInt8(1)...4 { try store.storeValue(quarter, [key], of: "a.b") }
    #expect(code { try store.storeValue([], [5], of: "a.b") } == "storage_full")
    #expect(code { try store.storeValue(quarter + [0], [4], of: "a.b") } == "storage_full")
    #expect(try store.storedValue([4], of: "a.b") == quarter)
    try store.storeValue([], [4], of: "a.b")
    try store.storeValue([UInt8](repeating: 2, count: 1000), [5], of: "a.b")
    try store.storeValue(quarter, [1], of: "a.c")
    #expect(code { try store.storeValue([UInt8](repeating: 0, count: 262_145), [1], of: "a.d") } == "storage_full")
    #expect(code { try store.storeValue([], [], of: "a.d") } == "storage_full")
    #expect(code { try store.storeValue([], [UInt8](repeating: 0, count: 257), of: "a.d") } == "storage_full")
  }

  @Test func aThousandKeysAndNoMore() throws {
    for number in 0..<1000 { try store.storeValue([], Array("k\(number)".utf8), of: "a.b") }
    #expect(code { try store.storeValue([], Array("one more".utf8), of: "a.b") } == "storage_full")
    try store.storeValue([1], Array("k1".utf8), of: "a.b")
    #expect(try store.storedKeys(prefix: [], of: "a.b").count == 1000)
  }
}
