/// A place in a text.
package struct JSONPosition: Sendable, Hashable {
  /// Counted from 1; a line ends with a line feed.
  package var line: Int
  /// Counted from 1, in bytes of UTF-8.
  package var column: Int
  /// Counted from 0, in bytes.
  package var offset: Int

  package init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// The place of byte `offset` in `bytes`; costs a walk over everything before it.
  package init(offset: Int, in bytes: [UInt8]) {
    let offset = min(max(offset, 0), bytes.count)
    var line = 1
    var lineStart = 0
    for index in 0..<offset where bytes[index] == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    self.init(line: line, column: offset - lineStart + 1, offset: offset)
  }
}

extension JSONPosition: CustomStringConvertible {
  package var description: String { "line \(line), column \(column)" }
}

/// Why a text is not JSON that is taken here, and where.
package struct JSONError: Error, Hashable, Sendable {
  package var position: JSONPosition
  /// What is wrong, without the place.
  package var message: String

  package init(position: JSONPosition, message: String) {
    self.position = position
    self.message = message
  }
}

extension JSONError: CustomStringConvertible {
  /// `line 3, column 7: expected ',' or '}' after a value, found 'x'`
  package var description: String { "\(position): \(message)" }
}
