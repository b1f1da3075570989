/// The eight bytes by which a signature says which key made it.
///
/// They are chosen by whoever made the key and prove nothing: two keys may carry the same one.
package struct MinisignKeyID: Hashable, Sendable {
  /// Exactly 8 bytes, in the order in which they stand in a key file.
  package let bytes: [UInt8]

  init(_ bytes: ArraySlice<UInt8>) {
    precondition(bytes.count == 8, "a minisign key id has 8 bytes")
    self.bytes = Array(bytes)
  }

  /// Reads what a person types: up to 16 hexadecimal digits in either case, as minisign prints them (leading zeros may
  /// be missing). Nil for anything else.
  package init?(text: String) {
    guard (1...16).contains(text.utf8.count), text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }),
      let number = UInt64(text, radix: 16)
    else { return nil }
    bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }

  /// 16 upper-case hexadecimal digits: the bytes as a little-endian number, as minisign prints them.
  package var text: String { Hex.encodeUppercase(bytes.reversed()) }
}

extension MinisignKeyID: CustomStringConvertible {
  package var description: String { text }
}

extension MinisignKeyID: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    left.bytes.reversed().lexicographicallyPrecedes(right.bytes.reversed())
  }
}
