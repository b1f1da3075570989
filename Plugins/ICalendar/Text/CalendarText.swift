/// The escapes of TEXT values (RFC 5545, 3.3.11) and of parameter values (RFC 6868).
package enum CalendarText {
  /// Resolves `\n`, `\,`, `\;` and `\\`. A backslash before anything else is kept, as other programs do.
  package static func unescaped(_ value: some StringProtocol) -> String {
    guard value.utf8.contains(UInt8(ascii: "\\")) else { return String(value) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(value.utf8.count)
    var isEscaped = false
    for byte in value.utf8 {
      if !isEscaped {
        if byte == UInt8(ascii: "\\") { isEscaped = true } else { bytes.append(byte) }
        continue
      }
      isEscaped = false
      switch byte {
      case UInt8(ascii: "n"), UInt8(ascii: "N"): bytes.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"): bytes.append(byte)
      default: bytes += [UInt8(ascii: "\\"), byte]
      }
    }
    if isEscaped { bytes.append(UInt8(ascii: "\\")) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Escapes text for a TEXT value. CRLF, CR and LF become `\n`; other control characters, which the format has no
  /// way to write, become spaces.
  package static func escaped(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 8)
    var lastWasReturn = false
    for byte in text.utf8 {
      defer { lastWasReturn = byte == UInt8(ascii: "\r") }
      switch byte {
      case UInt8(ascii: "\n"): if !lastWasReturn { bytes += Array("\\n".utf8) }
      case UInt8(ascii: "\r"): bytes += Array("\\n".utf8)
      case UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: ";"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\t"): bytes.append(byte)
      case 0..<0x20, 0x7F: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `^n`, `^'` and `^^` in a parameter value.
  static func resolvingCarets(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "^")) else { return text }
    var result = ""
    var isEscaped = false
    for character in text {
      guard isEscaped else {
        if character == "^" { isEscaped = true } else { result.append(character) }
        continue
      }
      isEscaped = false
      switch character {
      case "n": result.append("\n")
      case "'": result.append("\"")
      case "^": result.append("^")
      default: result += "^\(character)"
      }
    }
    return isEscaped ? result + "^" : result
  }

  /// A parameter value as it is written: quoted where it must be, with the escapes of RFC 6868.
  static func parameterValue(_ text: String) -> String {
    var escaped = ""
    var needsQuotes = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": escaped += "^'"
      case "^": escaped += "^^"
      case "\n": escaped += "^n"
      case ",", ";", ":":
        needsQuotes = true
        escaped.unicodeScalars.append(scalar)
      default: escaped.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar)
      }
    }
    return needsQuotes ? "\"\(escaped)\"" : escaped
  }
}
