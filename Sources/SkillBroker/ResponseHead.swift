package import SkillLoader

/// Collects the head of a response, line by line as it arrives.
package struct ResponseHead: Sendable {
  package private(set) var head = HTTPServiceHead(status: 0, fields: [])
  /// Everything, interim responses included: a server may send those without end.
  private var bytes = 0

  package init() {}

  package enum Event: Equatable { case more, complete, tooLarge, malformed }

  /// Takes one line with its end.
  package mutating func take(_ line: [UInt8]) -> Event {
    bytes += line.count
    guard bytes <= ServiceLimits.responseHeaderBytes else { return .tooLarge }
    var line = line[...]
    while let last = line.last, last == 0x0A || last == 0x0D { line.removeLast() }
    if line.isEmpty { return (100..<200).contains(head.status) ? .more : .complete }
    if line.starts(with: "HTTP/".utf8) { return takeStatus(line) }
    if line.first == 0x20 || line.first == 0x09 {
      // A folded line goes on with the one before.
      guard let last = head.fields.indices.last else { return .malformed }
      head.fields[last].value += " " + Self.text(line)
      return .more
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return .malformed }
    guard head.fields.count < ServiceLimits.responseHeaders else { return .tooLarge }
    head.fields.append(HTTPField(Self.text(line[..<colon]).lowercased(), Self.text(line[(colon + 1)...])))
    return .more
  }

  private mutating func takeStatus(_ line: ArraySlice<UInt8>) -> Event {
    let parts = line.split(separator: 0x20, maxSplits: 2)
    guard parts.count >= 2, parts[1].count == 3, let status = Int(String(decoding: parts[1], as: UTF8.self)),
      (100...599).contains(status)
    else { return .malformed }
    head = HTTPServiceHead(status: status, fields: [])
    return .more
  }

  /// Without white space at both ends; what is not UTF-8 becomes U+FFFD.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    var bytes = bytes
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Where the server sends the request instead; nil when it is the answer.
  package var redirection: String? {
    guard [301, 302, 303, 307, 308].contains(head.status) else { return nil }
    return head.fields.first { $0.name == "location" }?.value
  }
}
