/// What the parser throws: a place and a reason, without any allocation. It becomes a ``JSONError`` outside.
struct JSONFailure: Error {
  enum Reason: UInt8 {
    case value, valueOrEndOfArray, keyOrEndOfObject, key, colon, commaOrEndOfArray, commaOrEndOfObject, end
    case leadingZero, digit, literal
    case control, escape, hexDigits, loneSurrogate, utf8, unterminated
    case depth, size
  }

  var offset: Int
  var reason: Reason
}

extension JSONFailure {
  func error(in bytes: [UInt8], limits: JSONLimits) -> JSONError {
    JSONError(position: JSONPosition(offset: offset, in: bytes), message: message(in: bytes, limits: limits))
  }

  private func message(in bytes: [UInt8], limits: JSONLimits) -> String {
    switch reason {
    case .value: "expected a value, found \(found(in: bytes))"
    case .valueOrEndOfArray: "expected a value or ']', found \(found(in: bytes))"
    case .keyOrEndOfObject: "expected a key in double quotes or '}', found \(found(in: bytes))"
    case .key: "expected a key in double quotes after ',', found \(found(in: bytes))"
    case .colon: "expected ':' after a key, found \(found(in: bytes))"
    case .commaOrEndOfArray: "expected ',' or ']' after a value, found \(found(in: bytes))"
    case .commaOrEndOfObject: "expected ',' or '}' after a value, found \(found(in: bytes))"
    case .end: "expected nothing after the value, found \(found(in: bytes))"
    case .leadingZero: "a number must not begin with a zero that is followed by a digit"
    case .digit: "expected a digit, found \(found(in: bytes))"
    case .literal: "expected a value (true, false and null are written in full, in lower case)"
    case .control: "\(found(in: bytes)) in a string must be written as an escape"
    case .escape: "a backslash must be followed by one of \" \\ / b f n r t u, found \(found(in: bytes))"
    case .hexDigits: "\\u must be followed by four hexadecimal digits, found \(found(in: bytes))"
    case .loneSurrogate: "a \\u escape is half of a surrogate pair and the other half is missing"
    case .utf8: "the bytes are not valid UTF-8"
    case .unterminated: "the string has no closing quote"
    case .depth: "containers are nested more than \(limits.maxDepth) deep"
    case .size: "the text has \(bytes.count) bytes; at most \(min(limits.maxBytes, JSONLimits.largest)) are taken"
    }
  }

  /// What stands at the offset, in words that fit one line of a terminal.
  private func found(in bytes: [UInt8]) -> String {
    guard offset < bytes.count else { return "the end of the text" }
    if offset == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return "a byte order mark" }
    let byte = bytes[offset]
    switch byte {
    case 0x0A: return "a line break"
    case 0x09: return "a tab"
    case 0x21...0x7E: return byte == UInt8(ascii: "'") ? "a single quote" : "'\(Character(UnicodeScalar(byte)))'"
    case 0x20: return "a space"
    case 0x00..<0x80:
      let digits = String(byte, radix: 16)
      return "the control character 0x\(digits.count == 1 ? "0" : "")\(digits)"
    default: return "a character that is not ASCII"
    }
  }
}
