/// Hexadecimal text.
enum Hex {
  /// Two lower-case digits a byte.
  static func encode(_ bytes: some Collection<UInt8>) -> String {
    spell(bytes, digits: "0123456789abcdef")
  }

  /// Two upper-case digits a byte.
  static func encodeUppercase(_ bytes: some Collection<UInt8>) -> String {
    spell(bytes, digits: "0123456789ABCDEF")
  }

  /// Nil when the text has an odd length or any character besides `0-9a-f`.
  static func decodeLowercase(_ text: String) -> [UInt8]? {
    guard text.utf8.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 2)
    var high: UInt8?
    for character in text.utf8 {
      let digit: UInt8
      switch character {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return bytes
  }

  private static func spell(_ bytes: some Collection<UInt8>, digits: StaticString) -> String {
    let alphabet = Array("\(digits)".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(alphabet[Int(byte >> 4)])
      text.append(alphabet[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
