/// Bytes of a stream until the end of their line has come.
///
/// Pieces may be cut anywhere. A byte is looked at once and moved at most a fixed number of times, however small the
/// pieces are. A line that grows too long is dropped up to its end, so memory stays bounded.
struct LineBuffer: Sendable {
  enum Ends: Sendable {
    case lineFeed
    /// A carriage return alone ends a line too; one with a line feed is one end.
    case any
  }

  enum Line {
    case bytes([UInt8])
    /// It was longer than allowed and is gone.
    case tooLong
  }

  private var buffer: [UInt8] = []
  /// Where the line begins that has not been given out yet.
  private var start = 0
  /// Where to go on looking for its end.
  private var searched = 0
  /// The last end was a carriage return: a line feed right after it belongs to it.
  private var skipsLineFeed = false
  private var isDropping = false
  private let maxLength: Int
  private let ends: Ends

  init(maxLength: Int, ends: Ends) {
    self.maxLength = maxLength
    self.ends = ends
  }

  mutating func append(_ bytes: some Sequence<UInt8>) {
    // What has been given out is dropped when it is more than half, so each byte is moved about once.
    if start > 4096, start > buffer.count / 2 {
      buffer.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next whole line, without its end; nil when it has not come yet.
  mutating func next() -> Line? {
    if skipsLineFeed, start < buffer.count {
      skipsLineFeed = false
      if buffer[start] == 0x0A { moveStart(to: start + 1) }
    }
    while searched < buffer.count {
      let byte = buffer[searched]
      guard byte == 0x0A || byte == 0x0D && ends == .any else {
        searched += 1
        continue
      }
      let line = buffer[start..<searched]
      skipsLineFeed = byte == 0x0D
      moveStart(to: searched + 1)
      if isDropping || line.count > maxLength {
        isDropping = false
        return .tooLong
      }
      return .bytes(Array(line))
    }
    if buffer.count - start > maxLength {
      isDropping = true
      moveStart(to: buffer.count)
    }
    return nil
  }

  /// What came after the last end, at the end of the stream; nil when there is nothing.
  mutating func rest() -> Line? {
    defer {
      isDropping = false
      moveStart(to: buffer.count)
    }
    if isDropping || buffer.count - start > maxLength { return .tooLong }
    return start < buffer.count ? .bytes(Array(buffer[start...])) : nil
  }

  private mutating func moveStart(to position: Int) {
    start = position
    searched = position
    if start == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 20)
      start = 0
      searched = 0
    }
  }
}
