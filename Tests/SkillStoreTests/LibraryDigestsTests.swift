import SkillBundle
import SkillStore
import SkillSystem
import Testing

@Suite("Digests of libraries")
struct LibraryDigestsTests {
  private let folder = TemporaryFolder()
  private let file = FileIdentity(device: .max, inode: 7, size: 8, modified: -9, changed: 10)

  @Test("a digest is known to the next process, as long as nothing about the file differs")
  func remembered() throws {
    do { try Store(path: folder("s.db")).libraryDigests.remember(digest(1), of: file) }
    let digests = try Store(path: folder("s.db")).libraryDigests
    #expect(digests.digest(of: file) == digest(1))
    for other in [
      FileIdentity(device: 1, inode: 7, size: 8, modified: -9, changed: 10),
      FileIdentity(device: .max, inode: 8, size: 8, modified: -9, changed: 10),
      FileIdentity(device: .max, inode: 7, size: 9, modified: -9, changed: 10),
      FileIdentity(device: .max, inode: 7, size: 8, modified: 9, changed: 10),
      FileIdentity(device: .max, inode: 7, size: 8, modified: -9, changed: 11),
    ] { #expect(digests.digest(of: other) == nil) }
  }

  @Test("a newer state of a file takes the place of the old one")
  func replaced() throws {
    let store = try Store(path: folder("s.db"))
    let newer = FileIdentity(device: .max, inode: 7, size: 9, modified: 1, changed: 12)
    store.libraryDigests.remember(digest(1), of: file)
    store.libraryDigests.remember(digest(2), of: newer)
    #expect(store.libraryDigests.digest(of: file) == nil)
    #expect(store.libraryDigests.digest(of: newer) == digest(2))
    let count = try store.database.read { c throws(SkillError) in
      try c.row("SELECT count(*) FROM library_digests") { $0.integer(0) }
    }
    #expect(count == 1)
  }

  @Test("a store that fails costs the memory, not the call")
  func failing() throws {
    let store = try Store(path: folder("s.db"))
    try store.database.write(durable: false) { c throws(SkillError) in try c.run("DROP TABLE library_digests") }
    store.libraryDigests.remember(digest(1), of: file)
    #expect(store.libraryDigests.digest(of: file) == nil)
  }
}
