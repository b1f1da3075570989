/// One logical line of a calendar file, `NAME;PARAMETER=value:value`, with the bytes it was read from.
///
/// The bytes are what is written back, so that a line nobody edits stays as it was: its folds, its line end, and
/// whatever is wrong with it.
package struct ContentLine: Sendable {
  /// In upper case. Empty for a line that is blank or is not a content line at all.
  package let name: String
  package let parameters: [Parameter]
  /// As written, unfolded, escapes not resolved. Bytes that are not UTF-8 are shown as U+FFFD.
  package let value: String
  /// The verbatim bytes, folds and line end included.
  package let raw: ArraySlice<UInt8>
  /// Where the line begins in its file, from 1; 0 when it was not read from one.
  package let number: Int

  package struct Parameter: Hashable, Sendable {
    /// In upper case.
    package let name: String
    /// Without quotes; the escapes of RFC 6868 are resolved.
    package let values: [String]

    package init(_ name: String, _ values: [String]) {
      self.name = name
      self.values = values
    }
  }

  /// The first value of a parameter.
  package func parameter(_ name: String) -> String? {
    parameters.first { $0.name == name }?.values.first
  }

  /// The value with TEXT escapes resolved.
  package var text: String { CalendarText.unescaped(value) }
}

// MARK: - Reading

extension ContentLine {
  /// Takes a line apart. A line without a name or a colon becomes one with an empty name.
  init(unfolded bytes: some Collection<UInt8>, raw: ArraySlice<UInt8>, number: Int) {
    var parser = LineParser(bytes)
    let parts = parser.parse()
    name = parts?.name ?? ""
    parameters = parts?.parameters ?? []
    value = parts?.value ?? ""
    self.raw = raw
    self.number = number
  }
}

private struct LineParser<Bytes: Collection<UInt8>> {
  private let bytes: Bytes
  private var index: Bytes.Index

  init(_ bytes: Bytes) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  mutating func parse() -> (name: String, parameters: [ContentLine.Parameter], value: String)? {
    // Anything but a delimiter is let through: real files have names with spaces and underscores.
    let name = take { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "\"") }
    guard !name.isEmpty, index < bytes.endIndex else { return nil }
    var parameters: [ContentLine.Parameter] = []
    while index < bytes.endIndex, bytes[index] == UInt8(ascii: ";") {
      bytes.formIndex(after: &index)
      guard let parameter = parameter() else { return nil }
      parameters.append(parameter)
    }
    guard index < bytes.endIndex, bytes[index] == UInt8(ascii: ":") else { return nil }
    bytes.formIndex(after: &index)
    return (name.uppercased(), parameters, String(decoding: bytes[index...], as: UTF8.self))
  }

  private mutating func parameter() -> ContentLine.Parameter? {
    let name = take { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }
    var values: [String] = []
    // `;VALUE` without `=`: seen in the wild, and harmless.
    guard index < bytes.endIndex, bytes[index] == UInt8(ascii: "=") else {
      return index < bytes.endIndex ? ContentLine.Parameter(name.uppercased(), values) : nil
    }
    repeat {
      bytes.formIndex(after: &index)
      var text = ""
      // Quoted and bare pieces may follow each other in files of careless writers.
      while index < bytes.endIndex {
        if bytes[index] == UInt8(ascii: "\"") {
          bytes.formIndex(after: &index)
          text += take { $0 != UInt8(ascii: "\"") }
          guard index < bytes.endIndex else { return nil }
          bytes.formIndex(after: &index)
        } else {
          let piece = take {
            $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ":")
          }
          if piece.isEmpty { break }
          text += piece
        }
      }
      values.append(CalendarText.resolvingCarets(text))
    } while index < bytes.endIndex && bytes[index] == UInt8(ascii: ",")
    return ContentLine.Parameter(name.uppercased(), values)
  }

  private mutating func take(while condition: (UInt8) -> Bool) -> String {
    let start = index
    while index < bytes.endIndex, condition(bytes[index]) { bytes.formIndex(after: &index) }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }
}
