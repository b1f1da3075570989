import Glibc

/// Grows while a text is parsed, then becomes an array of the exact size.
///
/// The first entries live in memory lent by the caller (the stack), so a small text costs no allocation but the final
/// array. Safe to use although it holds pointers: `entries` always points to `capacity` entries of which the first
/// `count` are initialised, `append` grows before it writes, and `subscript` is given only indices that `append`
/// returned.
@safe struct JSONTape: ~Copyable {
  private var entries: UnsafeMutablePointer<JSONEntry>
  private var capacity: Int
  private var isOwned = false
  private(set) var count = 0

  /// `scratch` must outlive the tape and hold at least one entry.
  @unsafe init(scratch: UnsafeMutableBufferPointer<JSONEntry>) {
    // A buffer of at least one element has a base address.
    unsafe entries = scratch.baseAddress!
    capacity = scratch.count
  }

  deinit {
    // JSONEntry is trivial: nothing to deinitialise.
    if isOwned { unsafe free(entries) }
  }

  @inline(__always)
  mutating func append(_ entry: JSONEntry) {
    if _slowPath(count == capacity) { grow() }
    unsafe (entries + count).initialize(to: entry)
    count &+= 1
  }

  subscript(index: Int) -> JSONEntry {
    @inline(__always) get { unsafe entries[index] }
    @inline(__always) _modify { yield unsafe &entries[index] }
  }

  /// Large blocks grow by moving pages, not bytes: that is why this is `realloc`.
  @inline(never)
  private mutating func grow() {
    let larger = max(1024, capacity * 2)
    // At most half a billion entries of 16 bytes: no overflow.
    let size = larger * MemoryLayout<JSONEntry>.stride
    guard let block = unsafe realloc(isOwned ? entries : nil, size) else { fatalError("out of memory") }
    let moved = unsafe block.bindMemory(to: JSONEntry.self, capacity: larger)
    if !isOwned { unsafe moved.moveInitialize(from: entries, count: count) }
    unsafe entries = moved
    capacity = larger
    isOwned = true
  }

  func makeArray() -> [JSONEntry] {
    unsafe Array(UnsafeBufferPointer(start: entries, count: count))
  }
}
