/// URIs (RFC 3986), IRIs (RFC 3987) and URI templates (RFC 6570), by their grammars.
enum URIFormats {
  static func isURI(_ text: Span<UInt8>, isReference: Bool, international: Bool) -> Bool {
    var start = 0
    let colon = schemeEnd(text)
    if let colon {
      start = colon + 1
    } else if !isReference {
      return false
    }
    let end = text.count
    let fragment = FormatBytes.first(UInt8(ascii: "#"), text, start..<end) ?? end
    let query = FormatBytes.first(UInt8(ascii: "?"), text, start..<fragment) ?? fragment
    if fragment < end, !all(text, fragment + 1..<end, .query, international) { return false }
    if query < fragment, !all(text, query + 1..<fragment, .query, international) { return false }
    var path = start
    if query - start >= 2, text[start] == UInt8(ascii: "/"), text[start + 1] == UInt8(ascii: "/") {
      path = FormatBytes.first(UInt8(ascii: "/"), text, start + 2..<query) ?? query
      guard isAuthority(text, start + 2..<path, international) else { return false }
    } else if colon == nil {
      // A colon in the first segment would have made it a scheme.
      let segment = FormatBytes.first(UInt8(ascii: "/"), text, path..<query) ?? query
      if FormatBytes.first(UInt8(ascii: ":"), text, path..<segment) != nil { return false }
    }
    return all(text, path..<query, .path, international)
  }

  /// Where the colon after a scheme is.
  private static func schemeEnd(_ text: Span<UInt8>) -> Int? {
    guard text.count > 0, FormatBytes.isLetter(text[0]) else { return nil }
    for index in 1..<text.count {
      switch text[index] {
      case UInt8(ascii: ":"): return index
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): continue
      case let byte where FormatBytes.isLetter(byte) || FormatBytes.isDigit(byte): continue
      default: return nil
      }
    }
    return nil
  }

  private static func isAuthority(_ text: Span<UInt8>, _ range: Range<Int>, _ international: Bool) -> Bool {
    var start = range.lowerBound
    if let at = FormatBytes.first(UInt8(ascii: "@"), text, range) {
      guard all(text, start..<at, .userinfo, international) else { return false }
      start = at + 1
    }
    var end = range.upperBound
    if start < end, text[start] == UInt8(ascii: "[") {
      guard let close = FormatBytes.first(UInt8(ascii: "]"), text, start..<end),
        AddressFormats.isIPv6(text, start + 1..<close) || isFutureAddress(text, start + 1..<close)
      else { return false }
      return close + 1 == end || text[close + 1] == UInt8(ascii: ":") && areDigits(text, close + 2..<end)
    }
    if let colon = FormatBytes.first(UInt8(ascii: ":"), text, start..<end) {
      guard areDigits(text, colon + 1..<end) else { return false }
      end = colon
    }
    return all(text, start..<end, .host, international)
  }

  private static func areDigits(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    range.allSatisfy { FormatBytes.isDigit(text[$0]) }
  }

  /// `v1.x`
  private static func isFutureAddress(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard let first = range.first, text[first] | 0x20 == UInt8(ascii: "v"),
      let dot = FormatBytes.first(UInt8(ascii: "."), text, range), dot > first + 1, dot + 1 < range.upperBound
    else { return false }
    return (first + 1..<dot).allSatisfy { FormatBytes.isHexDigit(text[$0]) }
      && (dot + 1..<range.upperBound).allSatisfy { text[$0] != UInt8(ascii: "%") && allows(text[$0], .userinfo) }
  }

  // MARK: Characters

  private enum Part { case userinfo, host, path, query }

  private static func allows(_ byte: UInt8, _ part: Part) -> Bool {
    if FormatBytes.isLetter(byte) || FormatBytes.isDigit(byte) { return true }
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "!"),
      UInt8(ascii: "$"), UInt8(ascii: "&")...UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "%"):
      return true
    case UInt8(ascii: ":"): return part != .host
    case UInt8(ascii: "@"), UInt8(ascii: "/"): return part == .path || part == .query
    case UInt8(ascii: "?"): return part == .query
    default: return false
    }
  }

  /// Every character is allowed there, and each `%` is followed by two hexadecimal digits.
  private static func all(_ text: Span<UInt8>, _ range: Range<Int>, _ part: Part, _ international: Bool) -> Bool {
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = text[position]
      if byte >= 0x80 {
        guard international, isInternational(scalar(in: text, &position), inQuery: part == .query) else { return false }
        continue
      }
      guard allows(byte, part) else { return false }
      if byte == UInt8(ascii: "%") {
        guard isEscape(text, position, range.upperBound) else { return false }
        position += 2
      }
      position += 1
    }
    return true
  }

  private static func isEscape(_ text: Span<UInt8>, _ position: Int, _ end: Int) -> Bool {
    end - position >= 3 && FormatBytes.isHexDigit(text[position + 1]) && FormatBytes.isHexDigit(text[position + 2])
  }

  /// `ucschar`, and in a query `iprivate`.
  private static func isInternational(_ scalar: UInt32, inQuery: Bool) -> Bool {
    switch scalar {
    case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: true
    case 0xE000...0xF8FF, 0xF0000...0xFFFFD, 0x100000...0x10FFFD: inQuery
    case 0x10000...0xDFFFF: scalar & 0xFFFF <= 0xFFFD
    case 0xE1000...0xEFFFD: true
    default: false
    }
  }

  // MARK: Templates

  static func isTemplate(_ text: Span<UInt8>) -> Bool {
    var position = 0
    while position < text.count {
      let byte = text[position]
      if byte == UInt8(ascii: "{") {
        position += 1
        guard expression(text, &position) else { return false }
        continue
      }
      if byte >= 0x80 {
        guard isInternational(scalar(in: text, &position), inQuery: true) else { return false }
        continue
      }
      switch byte {
      case 0...0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
        UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "}"):
        return false
      case UInt8(ascii: "%"):
        guard isEscape(text, position, text.count) else { return false }
        position += 3
      default: position += 1
      }
    }
    return true
  }

  /// Between braces: an operator, then variables between commas.
  private static func expression(_ text: Span<UInt8>, _ position: inout Int) -> Bool {
    if position < text.count, "+#./;?&".utf8.contains(text[position]) { position += 1 }
    repeat {
      guard variable(text, &position) else { return false }
    } while FormatBytes.take(UInt8(ascii: ","), text, &position)
    return FormatBytes.take(UInt8(ascii: "}"), text, &position)
  }

  private static func variable(_ text: Span<UInt8>, _ position: inout Int) -> Bool {
    repeat {
      let start = position
      while position < text.count {
        let byte = text[position]
        if FormatBytes.isLetter(byte) || FormatBytes.isDigit(byte) || byte == UInt8(ascii: "_") {
          position += 1
        } else if byte == UInt8(ascii: "%"), isEscape(text, position, text.count) {
          position += 3
        } else {
          break
        }
      }
      guard position > start else { return false }
    } while FormatBytes.take(UInt8(ascii: "."), text, &position)
    if FormatBytes.take(UInt8(ascii: "*"), text, &position) { return true }
    guard FormatBytes.take(UInt8(ascii: ":"), text, &position) else { return true }
    let start = position
    guard FormatBytes.skipDigits(text, &position) else { return false }
    return position - start <= 4 && text[start] != UInt8(ascii: "0")
  }
}
