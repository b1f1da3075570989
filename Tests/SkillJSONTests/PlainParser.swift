/// RFC 8259 by recursive descent, as plain as can be.
struct PlainParser {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func accepts() -> Bool {
    guard String(validating: bytes, as: UTF8.self) != nil else { return false }
    space()
    guard value() else { return false }
    space()
    return position == bytes.count
  }

  private var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func take(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  private mutating func space() {
    while position < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[position]) { position += 1 }
  }

  private mutating func value() -> Bool {
    switch next {
    case UInt8(ascii: "{"): return list("}") { $0.member() }
    case UInt8(ascii: "["): return list("]") { $0.value() }
    case UInt8(ascii: "\""): return string()
    default: return take("true") || take("false") || take("null") || number()
    }
  }

  private mutating func list(_ end: String, _ item: (inout Self) -> Bool) -> Bool {
    position += 1
    space()
    if take(end) { return true }
    repeat {
      space()
      guard item(&self) else { return false }
      space()
    } while take(",")
    return take(end)
  }

  private mutating func member() -> Bool {
    guard next == UInt8(ascii: "\""), string() else { return false }
    space()
    guard take(":") else { return false }
    space()
    return value()
  }

  private mutating func string() -> Bool {
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") { return true }
      if byte < 0x20 { return false }
      guard byte == UInt8(ascii: "\\") else { continue }
      let letter = next
      position += 1
      if letter == UInt8(ascii: "u") {
        guard let unit = unit() else { return false }
        if (0xDC00...0xDFFF).contains(unit) { return false }
        if (0xD800...0xDBFF).contains(unit) {
          guard take("\\u"), let low = self.unit(), (0xDC00...0xDFFF).contains(low) else { return false }
        }
      } else if !"\"\\/bfnrt".utf8.contains(letter) {
        return false
      }
    }
    return false
  }

  private mutating func unit() -> Int? {
    guard position + 4 <= bytes.count else { return nil }
    let digits = bytes[position..<position + 4]
    position += 4
    guard digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private mutating func number() -> Bool {
    _ = take("-")
    if !take("0") { guard (0x31...0x39).contains(next), digits() else { return false } }
    if take(".") { guard digits() else { return false } }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      guard digits() else { return false }
    }
    return true
  }

  private mutating func digits() -> Bool {
    let start = position
    while (0x30...0x39).contains(next) { position += 1 }
    return position > start
  }
}
