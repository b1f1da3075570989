/// Cuts the bytes of a file into logical lines.
///
/// A physical line ends with CRLF or LF (or with the file); one that begins with a space or a tab continues the line
/// before it. Unfolding joins bytes and not characters, because some programs fold in the middle of a character.
struct LineSplitter: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position = 0
  private var number = 1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A byte order mark belongs to no line.
    if bytes.starts(with: Self.byteOrderMark) { position = Self.byteOrderMark.count }
  }

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  mutating func next() -> ContentLine? {
    guard position < bytes.count else { return nil }
    let start = position
    let firstNumber = number
    let first = physicalLine()
    guard position < bytes.count, isFold(bytes[position]), !first.isEmpty else {
      return ContentLine(unfolded: bytes[first], raw: bytes[start..<position], number: firstNumber)
    }
    var unfolded = Array(bytes[first])
    while position < bytes.count, isFold(bytes[position]) {
      let piece = physicalLine()
      unfolded += bytes[piece].dropFirst()
    }
    return ContentLine(unfolded: unfolded, raw: bytes[start..<position], number: firstNumber)
  }

  private func isFold(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  /// Steps over one physical line and returns where its contents are, without the line end.
  private mutating func physicalLine() -> Range<Int> {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
    var end = position
    if position < bytes.count { position += 1 }
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    number += 1
    return start..<end
  }
}
