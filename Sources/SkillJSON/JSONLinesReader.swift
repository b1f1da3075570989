/// Reads newline-delimited JSON from pieces that may be cut anywhere, also inside of a character.
///
/// A line that is not JSON, or too long, is reported once and left behind: the lines after it can still be read. Empty
/// lines are skipped; a carriage return before the line feed is white space.
package struct JSONLinesReader: Sendable {
  private var lines: LineBuffer
  private let limits: JSONLimits
  /// The number of the line that was given out last.
  package private(set) var lineNumber = 0

  /// - Parameter limits: for each line.
  package init(limits: JSONLimits = .default) {
    self.limits = limits
    lines = LineBuffer(maxLength: min(limits.maxBytes, JSONLimits.largest), ends: .lineFeed)
  }

  package mutating func append(_ bytes: some Sequence<UInt8>) { lines.append(bytes) }

  /// The value of the next whole line; nil when none has come yet.
  /// - Throws: when that line is not JSON; its place counts lines from the beginning of the stream.
  package mutating func next() throws(JSONError) -> JSON? {
    while let line = lines.next() {
      if let value = try parse(line) { return value }
    }
    return nil
  }

  /// The value after the last line feed, at the end of the stream; nil when there is nothing.
  package mutating func finish() throws(JSONError) -> JSON? {
    guard let line = lines.rest() else { return nil }
    return try parse(line)
  }

  private mutating func parse(_ line: LineBuffer.Line) throws(JSONError) -> JSON? {
    lineNumber += 1
    switch line {
    case .tooLong:
      throw JSONError(
        position: JSONPosition(line: lineNumber, column: 1, offset: 0),
        message: "the line has more than \(limits.maxBytes) bytes")
    case .bytes(let bytes):
      let isBlank = bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      if isBlank { return nil }
      do throws(JSONError) {
        return try JSON(parsing: bytes, limits: limits)
      } catch {
        var error = error
        error.position.line = lineNumber
        throw error
      }
    }
  }
}
