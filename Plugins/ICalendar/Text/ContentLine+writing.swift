extension ContentLine {
  /// A new line. `value` is written as it is: escape text first, or use `init(_:text:)`.
  package init(_ name: String, _ parameters: [Parameter] = [], value: String) {
    self.name = name.uppercased()
    self.parameters = parameters
    self.value = value
    number = 0
    var line = self.name
    for parameter in parameters {
      line += ";\(parameter.name)=" + parameter.values.map(CalendarText.parameterValue).joined(separator: ",")
    }
    raw = Self.folded("\(line):\(value)")[...]
  }

  /// A new line with a TEXT value, which is escaped here.
  package init(_ name: String, text: String) {
    self.init(name, value: CalendarText.escaped(text))
  }

  /// The line cut into pieces of at most 75 octets, never inside a character, with CRLF after each.
  ///
  /// A line feed in the line would begin a new one, so control characters are written as spaces.
  static func folded(_ line: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(line.utf8.count + line.utf8.count / 25 + 2)
    var width = 0
    for scalar in line.unicodeScalars {
      let isControl = (scalar.value < 0x20 && scalar != "\t") || scalar.value == 0x7F
      let encoded = Array(String(isControl ? " " : scalar).utf8)
      if width + encoded.count > 75 {
        bytes += [UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: " ")]
        width = 1
      }
      bytes += encoded
      width += encoded.count
    }
    return bytes + [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
  }
}
