/// The entries of a document while it is parsed: the memory of the array that they will be.
///
/// How many there are at most is known before: each but the first follows a structural character of its own
/// (``bound(for:)``). So the array is made once, near its exact size, and neither grown nor copied.
///
/// Safe to use although it holds a pointer: it lives inside the closure that lends the memory, `append` compares with
/// the capacity before it writes, and `subscript` is given only indices of entries that were appended.
@safe struct JSONTape: ~Copyable {
  private let entries: UnsafeMutableBufferPointer<JSONEntry>
  private(set) var count = 0

  @unsafe init(_ memory: UnsafeMutableBufferPointer<JSONEntry>) { unsafe entries = memory }

  @inline(__always)
  mutating func append(_ entry: JSONEntry) {
    precondition(unsafe count < entries.count, "a JSON text has more values than separators")
    unsafe entries.initializeElement(at: count, to: entry)
    count &+= 1
  }

  subscript(index: Int) -> JSONEntry {
    @inline(__always) get { unsafe entries[index] }
    // Not `_modify`: with the thread sanitizer Swift 6.3.1 makes a broken module of it. Optimised, both are one store.
    @inline(__always) set { unsafe entries[index] = newValue }
  }

  /// The most entries that can be appended while a text is parsed, whether it is valid or not.
  ///
  /// A key follows `{` or a comma, an element `[` or a comma, the value of a member a colon, and each of these
  /// characters has only one entry after it; the same characters inside of strings only make the bound larger.
  ///
  /// For texts that are all separators there is a second bound. A container with k children has k - 1 separators
  /// between them and its two brackets, a scalar has at least one byte: e entries take at least 2e - 1 bytes, less one
  /// for each container that has not been closed.
  static func bound(for bytes: [UInt8], maxDepth: Int) -> Int {
    let structural = unsafe bytes.withUnsafeBytes { text in
      var count = 0
      var position = 0
      while text.count - position >= 8 {
        // Eight counters of eight bits: full after 255 rounds.
        var counters: UInt64 = 0
        for _ in 0..<min(255, (text.count - position) / 8) {
          // Eight bytes from `position` on exist.
          let word = unsafe text.loadUnaligned(fromByteOffset: position, as: UInt64.self)
          let found =
            zeros(word ^ 0x2C2C_2C2C_2C2C_2C2C) | zeros(word ^ 0x3A3A_3A3A_3A3A_3A3A)
            | zeros((word | 0x2020_2020_2020_2020) ^ 0x7B7B_7B7B_7B7B_7B7B)
          counters &+= found &>> 7
          position &+= 8
        }
        let pairs = (counters & 0x00FF_00FF_00FF_00FF) &+ (counters &>> 8 & 0x00FF_00FF_00FF_00FF)
        count &+= Int((pairs &* 0x0001_0001_0001_0001) &>> 48)
      }
      while position < text.count {
        let byte = unsafe text[position]
        if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") || byte | 0x20 == UInt8(ascii: "{") { count += 1 }
        position += 1
      }
      return count
    }
    return min(structural + 1, (bytes.count + 1 + min(max(maxDepth, 0), bytes.count)) / 2)
  }

  /// The high bit of each byte that is zero, and no other bit.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 {
    ~(((word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F) | word | 0x7F7F_7F7F_7F7F_7F7F)
  }
}
