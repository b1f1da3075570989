/// UIDs for what is written here.
package enum UniqueIdentifier {
  /// A new one that nobody else has: 128 random bits.
  package static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    let bits = [generator.next() as UInt64, generator.next()]
    return hex(bits.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }) + domain
  }

  /// The one for an idempotency key: the same key of the same skill always gives the same UID, and from the UID the
  /// key cannot be found.
  package static func derived(from key: String, skill: String) -> String {
    hex(Array(SHA256.hash(Array("\(skill)\n\(key)".utf8)).prefix(16))) + domain
  }

  private static let domain = "@skillhost"

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let text = String(byte, radix: 16)
      return byte < 16 ? "0" + text : text
    }.joined()
  }
}
