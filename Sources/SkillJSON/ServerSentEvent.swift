/// One event of a `text/event-stream`.
package struct ServerSentEvent: Hashable, Sendable {
  /// `message` when the stream does not say.
  package var event: String
  /// The data lines, joined by line feeds.
  package var data: String
  /// The last id that the stream gave, with this event or before it; empty when none.
  package var id: String

  package init(event: String = "message", data: String, id: String = "") {
    self.event = event
    self.data = data
    self.id = id
  }
}

/// Reads server-sent events (the HTML standard, section 9.2.6) from pieces that may be cut anywhere, also inside of a
/// character or between a carriage return and its line feed.
package struct ServerSentEventReader: Sendable {
  private var lines: LineBuffer
  private let maxBytes: Int
  private var isFirstLine = true
  private var event = ""
  private var data: [UInt8] = []
  private var hasData = false
  /// The rest of an event that was too large.
  private var isSkipping = false
  private var id = ""
  /// What the stream asked a client to wait before it connects again, in milliseconds.
  package private(set) var retry: Int?

  package struct TooLarge: Error, Hashable, CustomStringConvertible {
    package var maxBytes: Int
    package var description: String { "an event of the stream has more than \(maxBytes) bytes" }
  }

  /// - Parameter maxBytes: for a line and for the data of one event.
  package init(maxBytes: Int = 64 << 20) {
    self.maxBytes = maxBytes
    lines = LineBuffer(maxLength: maxBytes, ends: .any)
  }

  package mutating func append(_ bytes: some Sequence<UInt8>) { lines.append(bytes) }

  /// The next whole event; nil when none has come yet. Events without data are not given out, as the standard says.
  /// - Throws: when an event is too large. It is left behind; the events after it can still be read.
  package mutating func next() throws(TooLarge) -> ServerSentEvent? {
    while let line = lines.next() {
      if let event = try take(line) { return event }
    }
    return nil
  }

  /// The event that the end of the stream cut off; nil when there is none.
  ///
  /// The standard drops it. Some servers of models leave the last empty line out, so the caller may look.
  package mutating func finish() throws(TooLarge) -> ServerSentEvent? {
    if let line = lines.rest(), let event = try take(line) { return event }
    return dispatch()
  }

  private mutating func take(_ line: LineBuffer.Line) throws(TooLarge) -> ServerSentEvent? {
    guard case .bytes(var bytes) = line else {
      if isSkipping { return nil }
      throw discard()
    }
    if isSkipping {
      isSkipping = !bytes.isEmpty
      return nil
    }
    if isFirstLine {
      isFirstLine = false
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    }
    if bytes.isEmpty { return dispatch() }
    let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
    if colon == 0 { return nil }  // a comment
    var value = bytes[min(colon + 1, bytes.count)...]
    if value.first == 0x20 { value = value.dropFirst() }
    switch String(decoding: bytes[..<colon], as: UTF8.self) {
    case "data":
      guard data.count + value.count <= maxBytes else { throw discard() }
      data += value
      data.append(0x0A)
      hasData = true
    case "event": event = String(decoding: value, as: UTF8.self)
    case "id": if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
    case "retry":
      if !value.isEmpty, value.allSatisfy({ $0 &- 0x30 < 10 }) {
        retry = Int(String(decoding: value, as: UTF8.self)) ?? retry
      }
    default: break
    }
    return nil
  }

  private mutating func dispatch() -> ServerSentEvent? {
    defer { reset() }
    guard hasData else { return nil }
    return ServerSentEvent(
      event: event.isEmpty ? "message" : event, data: String(decoding: data.dropLast(), as: UTF8.self), id: id)
  }

  private mutating func discard() -> TooLarge {
    reset()
    isSkipping = true
    return TooLarge(maxBytes: maxBytes)
  }

  private mutating func reset() {
    event = ""
    data.removeAll(keepingCapacity: data.capacity <= 1 << 20)
    hasData = false
  }
}
