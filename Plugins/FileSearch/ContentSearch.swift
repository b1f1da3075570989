import Glibc

/// Looks for a text in a file's bytes, block by block.
///
/// Memory does not grow with the file or its lines, and time grows with nothing but the bytes read. A text that lies
/// across two blocks is found.
struct ContentSearch {
  enum Result {
    case found(line: Int, text: String)
    case absent
    case binary
    case unreadable
  }

  private static let blockSize = 64 << 10
  /// A NUL byte this near the start makes a file binary.
  private static let sniffed = 8 << 10
  /// How much of a long line is shown, in bytes, before and after the place.
  private static let shown = 100

  private var buffer = [UInt8](repeating: 0, count: blockSize)

  /// Searches a file from its start; `read` is told of each block.
  mutating func search(_ descriptor: Int32, for needle: Needle, read: (Int) throws -> Void) throws -> Result {
    var progress = needle.start
    var offset = 0
    var line = 1
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return .unreadable }
      guard count > 0 else { return .absent }
      try read(count)
      if offset == 0, buffer[..<min(count, Self.sniffed)].contains(0) { return .binary }
      let found = buffer.withUnsafeBytes { bytes in
        needle.advance(&progress, UnsafeRawBufferPointer(rebasing: bytes[..<count]))
      }
      line += lines(upTo: found?.end ?? count)
      if let found {
        let place = offset + found.end - found.length
        return .found(line: line - needle.lineBreaks, text: Self.line(descriptor, around: max(place, 0)))
      }
      offset += count
    }
  }

  private func lines(upTo end: Int) -> Int {
    buffer.withUnsafeBytes { bytes in bytes[..<end].reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) } }
  }

  /// The line around a place in the file, at most ``shown`` bytes of it on either side, without control characters.
  private static func line(_ descriptor: Int32, around place: Int) -> String {
    let start = max(place - shown, 0)
    var bytes = [UInt8](repeating: 0, count: 2 * shown)
    let count = max(pread(descriptor, &bytes, bytes.count, start), 0)
    let middle = min(place - start, count)
    let isBreak = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    let first = bytes[..<middle].lastIndex(where: isBreak).map { $0 + 1 } ?? 0
    let last = bytes[middle..<count].firstIndex(where: isBreak) ?? count
    // A character that the cut went through is dropped.
    var piece = bytes[first..<last]
    if first == 0, start > 0 { piece = piece.drop { $0 & 0xC0 == 0x80 } }
    let text = String(decoding: piece, as: UTF8.self)
    let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) }
    return String(scalars).trimmed
  }
}

extension String {
  /// Without white space at both ends.
  var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}
