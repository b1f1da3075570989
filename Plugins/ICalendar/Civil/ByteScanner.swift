/// Reads short ASCII formats (dates, durations, offsets, zone rules) from left to right.
struct ByteScanner {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  init(_ text: some StringProtocol) {
    self.init(Array(text.utf8))
  }

  var isAtEnd: Bool { position >= bytes.count }
  var next: UInt8? { isAtEnd ? nil : bytes[position] }

  mutating func skip() {
    if !isAtEnd { position += 1 }
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: scalar) else { return false }
    position += 1
    return true
  }

  /// Exactly `count` digits, at most nine; nil and nothing taken when they are not there.
  mutating func digits(_ count: Int) -> Int? {
    guard count <= 9, bytes.count - position >= count else { return nil }
    var value = 0
    for byte in bytes[position..<position + count] {
      guard byte.isDigit else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    position += count
    return value
  }

  /// One or more digits; nil when there is none or when the number is above `limit`.
  mutating func number(upTo limit: Int) -> Int? {
    var value = 0
    var count = 0
    while let byte = next, byte.isDigit {
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      let (sum, overflow2) = tens.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
      guard !overflow2, sum <= limit else { return nil }
      value = sum
      count += 1
      position += 1
    }
    return count > 0 ? value : nil
  }

  mutating func skipDigits() -> Int {
    let start = position
    while let byte = next, byte.isDigit { position += 1 }
    return position - start
  }

  /// The bytes up to the first that does not satisfy `condition`.
  mutating func text(while condition: (UInt8) -> Bool) -> String {
    let start = position
    while let byte = next, condition(byte) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }
}

extension UInt8 {
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
  var isLetter: Bool { (self | 0x20) >= UInt8(ascii: "a") && (self | 0x20) <= UInt8(ascii: "z") }
}
