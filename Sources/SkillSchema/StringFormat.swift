/// The values of `format` that are checked. All others say something to people only.
enum StringFormat: String, Sendable, CaseIterable {
  case dateTime = "date-time"
  case date
  case time
  case duration
  case email
  case idnEmail = "idn-email"
  case hostname
  case idnHostname = "idn-hostname"
  case ipv4
  case ipv6
  case uri
  case uriReference = "uri-reference"
  case iri
  case iriReference = "iri-reference"
  case uriTemplate = "uri-template"
  case uuid
  case jsonPointer = "json-pointer"
  case relativeJSONPointer = "relative-json-pointer"
  case regex

  func accepts(_ text: Span<UInt8>) -> Bool {
    switch self {
    case .dateTime: DateFormats.isDateTime(text)
    case .date: DateFormats.isDate(text)
    case .time: DateFormats.isTime(text)
    case .duration: DateFormats.isDuration(text)
    case .email: MailFormats.isAddress(text, international: false)
    case .idnEmail: MailFormats.isAddress(text, international: true)
    case .hostname: HostFormats.isHostname(text, international: false)
    case .idnHostname: HostFormats.isHostname(text, international: true)
    case .ipv4: AddressFormats.isIPv4(text, 0..<text.count)
    case .ipv6: AddressFormats.isIPv6(text, 0..<text.count)
    case .uri: URIFormats.isURI(text, isReference: false, international: false)
    case .uriReference: URIFormats.isURI(text, isReference: true, international: false)
    case .iri: URIFormats.isURI(text, isReference: false, international: true)
    case .iriReference: URIFormats.isURI(text, isReference: true, international: true)
    case .uriTemplate: URIFormats.isTemplate(text)
    case .uuid: IdentifierFormats.isUUID(text)
    case .jsonPointer: IdentifierFormats.isPointer(text, from: 0)
    case .relativeJSONPointer: IdentifierFormats.isRelativePointer(text)
    case .regex: Pattern.isValid(string(text))
    }
  }

  /// What a value looks like, for people and models.
  var phrase: String {
    switch self {
    case .dateTime: "a date and time such as 2026-03-01T09:30:00Z"
    case .date: "a date such as 2026-03-01"
    case .time: "a time with an offset such as 09:30:00Z"
    case .duration: "a duration such as P1DT12H"
    case .email, .idnEmail: "an e-mail address"
    case .hostname, .idnHostname: "a host name such as www.example.com"
    case .ipv4: "an IPv4 address such as 192.0.2.1"
    case .ipv6: "an IPv6 address such as 2001:db8::1"
    case .uri, .iri: "a URI with a scheme such as https://example.com/page"
    case .uriReference, .iriReference: "a URI or a relative reference such as /page"
    case .uriTemplate: "a URI template such as /users/{id}"
    case .uuid: "a UUID such as 2eb8aa08-aa98-11ea-b4aa-73b441d16380"
    case .jsonPointer: "a JSON pointer such as /days/0"
    case .relativeJSONPointer: "a relative JSON pointer such as 1/name"
    case .regex: "a regular expression of ECMAScript"
    }
  }
}

func string(_ text: Span<UInt8>) -> String {
  unsafe text.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
}

/// Reading bytes one after the other, shared by the formats.
enum FormatBytes {
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
  static func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- 0x61 < 6 }

  static func take(_ byte: UInt8, _ text: Span<UInt8>, _ position: inout Int) -> Bool {
    guard position < text.count, text[position] == byte else { return false }
    position += 1
    return true
  }

  /// Exactly `count` digits.
  static func number(_ text: Span<UInt8>, _ position: inout Int, count: Int) -> Int? {
    guard text.count - position >= count else { return nil }
    var value = 0
    for _ in 0..<count {
      guard isDigit(text[position]) else { return nil }
      value = value * 10 + Int(text[position] & 0x0F)
      position += 1
    }
    return value
  }

  /// As many digits as there are; false when there are none.
  static func skipDigits(_ text: Span<UInt8>, _ position: inout Int) -> Bool {
    let start = position
    while position < text.count, isDigit(text[position]) { position += 1 }
    return position > start
  }

  /// Where a byte is first, from `start` on.
  static func first(_ byte: UInt8, _ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    for index in range where text[index] == byte { return index }
    return nil
  }
}
