/// Appends JSON to an array of bytes.
///
/// Commas, colons and indentation are its own business. The calls must make sense: inside ``object(_:)`` only members
/// are written, inside ``array(_:)`` only values, and at the top exactly one value.
package struct JSONWriter: Sendable {
  /// What has been written so far.
  package private(set) var bytes: [UInt8] = []
  private let isPretty: Bool
  private var depth = 0
  /// Something has been written in the innermost container, so a comma is due.
  private var needsComma = false
  /// The next value belongs to a key: no comma and no new line before it.
  private var isAfterKey = false

  /// - Parameter pretty: a line for each member and element, indented by two spaces; else everything is one line.
  package init(pretty: Bool = false) { isPretty = pretty }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  // MARK: Containers

  package mutating func object<Failure: Error>(
    _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    open(UInt8(ascii: "{"))
    try body(&self)
    close(UInt8(ascii: "}"))
  }

  package mutating func array<Failure: Error>(
    _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    open(UInt8(ascii: "["))
    try body(&self)
    close(UInt8(ascii: "]"))
  }

  /// A member whose value `body` writes: exactly one value.
  package mutating func member<Failure: Error>(
    _ key: String, _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    self.key(key)
    try body(&self)
    if isAfterKey { null() }  // body wrote nothing
  }

  /// A key; the next thing written is its value.
  package mutating func key(_ key: String) {
    separate()
    appendQuoted(key)
    appendColon()
  }

  /// A key as it is spelled, quotes included.
  mutating func keyToken(_ token: ArraySlice<UInt8>) {
    separate()
    bytes.append(contentsOf: token)
    appendColon()
  }

  private mutating func appendColon() {
    bytes.append(UInt8(ascii: ":"))
    if isPretty { bytes.append(UInt8(ascii: " ")) }
    isAfterKey = true
  }

  mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    depth += 1
    needsComma = false
  }

  mutating func close(_ bracket: UInt8) {
    depth -= 1
    if needsComma { startLine() }
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if isAfterKey {
      isAfterKey = false
      return
    }
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    if depth > 0 { startLine() }
  }

  private mutating func startLine() {
    guard isPretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
  }

  // MARK: Values

  package mutating func value(_ string: String) {
    separate()
    appendQuoted(string)
    needsComma = true
  }

  package mutating func value(_ integer: Int) { append(integer) }
  package mutating func value(_ integer: UInt64) { append(integer) }

  /// The shortest spelling that reads back as the same double; an integral one has no fraction (`5`, not `5.0`). What
  /// is not finite is written as null.
  package mutating func value(_ double: Double) {
    guard double.isFinite else { return null() }
    var text = double.description
    if text.hasSuffix(".0") { text.removeLast(2) }
    raw(text.utf8)
  }

  package mutating func value(_ bool: Bool) { raw(bool ? "true".utf8 : "false".utf8) }
  package mutating func null() { raw("null".utf8) }

  /// A value as it is spelled in its document.
  ///
  /// Verbatim, but for line breaks: without `pretty`, a text that has any is written without the space between its
  /// tokens, so that what a compact writer writes is always one line. With `pretty` it is indented anew.
  package mutating func value(_ json: JSON) {
    if isPretty || json.hasLineBreaks {
      appendTokens(of: json)
    } else {
      raw(json.document.bytes[json.entry.range])
    }
  }

  /// Bytes that are already one valid JSON value. They are trusted.
  package mutating func raw(_ value: some Collection<UInt8>) {
    separate()
    bytes.append(contentsOf: value)
    needsComma = true
  }

  private mutating func append(_ integer: some FixedWidthInteger) {
    separate()
    bytes.append(contentsOf: integer.description.utf8)
    needsComma = true
  }

  /// A string in quotes, escaped where JSON needs it and nowhere else.
  private mutating func appendQuoted(_ string: String) {
    var string = string
    string.withUTF8 { buffer in unsafe JSONEscaping.append(buffer, to: &bytes) }
  }
}
