/// Moments as RFC 3339 writes them, with the offset that skills need.
package enum MomentText {
  /// Checks the form and the ranges; the text itself is what skills are given.
  package static func check(_ text: String) throws(ValueProblem) -> String {
    let problem = ValueProblem("it is not a moment with an offset", hint: "write 2026-03-01T09:00:00+08:00")
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.count <= 40 else { throw problem }
    func number(_ start: Int, _ count: Int) -> Int? {
      guard start + count <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[start..<start + count] {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      return value
    }
    func range(_ start: Int, _ allowed: ClosedRange<Int>, separator: String) throws(ValueProblem) {
      guard let value = number(start, 2), allowed.contains(value), separator.utf8.contains(bytes[start - 1]) else {
        throw problem
      }
    }
    guard number(0, 4) != nil else { throw problem }
    try range(5, 1...12, separator: "-")
    try range(8, 1...31, separator: "-")
    try range(11, 0...23, separator: "Tt ")
    try range(14, 0...59, separator: ":")
    try range(17, 0...60, separator: ":")
    var end = 19
    if bytes[end] == UInt8(ascii: ".") {
      end += 1
      let digits = bytes[end...].prefix { (0x30...0x39).contains($0) }.count
      guard (1...9).contains(digits) else { throw problem }
      end += digits
    }
    guard end < bytes.count else { throw problem }
    if bytes.count == end + 1, bytes[end] | 0x20 == UInt8(ascii: "z") { return text }
    guard bytes.count == end + 6, "+-".utf8.contains(bytes[end]) else { throw problem }
    try range(end + 1, 0...23, separator: "+-")
    try range(end + 4, 0...59, separator: ":")
    return text
  }
}
