extension JSONParser {
  /// Checks the string whose opening quote is at `position` and moves past its closing quote.
  /// - Returns: whether it has escapes.
  @inline(__always)
  func scanString(_ position: inout Int) throws(JSONFailure) -> Bool {
    let start = position
    var next = position &+ 1
    var hasEscapes = false
    while true {
      next = skipPlainBytes(from: next)
      guard next < end else { throw JSONFailure(offset: start, reason: .unterminated) }
      let byte = unsafe base[next]
      if byte == UInt8(ascii: "\"") {
        position = next &+ 1
        return hasEscapes
      }
      if byte >= 0x80 {
        next = try skipNonASCII(from: next)
      } else if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        next = try skipEscape(at: next)
      } else {
        throw JSONFailure(offset: next, reason: .control)
      }
    }
  }

  /// The first byte from `start` on that is a quote, a backslash, a control character or not ASCII; or `end`.
  @inline(__always)
  private func skipPlainBytes(from start: Int) -> Int {
    var position = start
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while end &- position >= 8 {
      let word = unsafe word(at: position)
      // A byte is zero where it is the one looked for; the subtraction borrows only from bytes above a zero byte,
      // so the lowest bit found is always true. Bytes with the high bit set are found by `word` itself.
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      let special = (quote &- ones) | (backslash &- ones) | (word &- ones &* 0x20) | word
      let found = special & highs
      if found != 0 {
        position &+= found.trailingZeroBitCount &>> 3
        // A false alarm is possible only above a true one or where the high bit was set before the subtraction,
        // which is a byte that is not ASCII: also a stop.
        return position
      }
      position &+= 8
    }
    while position < end {
      let byte = unsafe base[position]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 || byte >= 0x80 { return position }
      position &+= 1
    }
    return position
  }

  /// Checks UTF-8 from a byte that is not ASCII up to the next that is.
  private func skipNonASCII(from start: Int) throws(JSONFailure) -> Int {
    var position = start
    while position < end {
      let byte = unsafe base[position]
      if byte < 0x80 { return position }
      let left = end &- position
      switch byte {
      case 0xC2...0xDF:
        guard left >= 2, isContinuation(position &+ 1) else { throw JSONFailure(offset: position, reason: .utf8) }
        position &+= 2
      case 0xE0...0xEF:
        guard left >= 3, isContinuation(position &+ 1), isContinuation(position &+ 2) else {
          throw JSONFailure(offset: position, reason: .utf8)
        }
        let second = unsafe base[position &+ 1]
        if byte == 0xE0 && second < 0xA0 || byte == 0xED && second > 0x9F {  // overlong; a surrogate
          throw JSONFailure(offset: position, reason: .utf8)
        }
        position &+= 3
      case 0xF0...0xF4:
        guard left >= 4, isContinuation(position &+ 1), isContinuation(position &+ 2), isContinuation(position &+ 3)
        else { throw JSONFailure(offset: position, reason: .utf8) }
        let second = unsafe base[position &+ 1]
        if byte == 0xF0 && second < 0x90 || byte == 0xF4 && second > 0x8F {  // overlong; past U+10FFFF
          throw JSONFailure(offset: position, reason: .utf8)
        }
        position &+= 4
      default:
        throw JSONFailure(offset: position, reason: .utf8)
      }
    }
    return position
  }

  /// The caller has compared `position` with `end`.
  @inline(__always)
  private func isContinuation(_ position: Int) -> Bool { unsafe base[position] & 0xC0 == 0x80 }

  /// Checks the escape whose backslash is at `start`, with both halves of a surrogate pair.
  private func skipEscape(at start: Int) throws(JSONFailure) -> Int {
    guard start &+ 1 < end else { throw JSONFailure(offset: end, reason: .escape) }
    switch unsafe base[start &+ 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start &+ 2
    case UInt8(ascii: "u"):
      let unit = try hexDigits(at: start &+ 2)
      switch unit {
      case 0xD800...0xDBFF:
        guard end &- start >= 8, unsafe base[start &+ 6] == UInt8(ascii: "\\"),
          unsafe base[start &+ 7] == UInt8(ascii: "u")
        else { throw JSONFailure(offset: start, reason: .loneSurrogate) }
        guard case 0xDC00...0xDFFF = try hexDigits(at: start &+ 8) else {
          throw JSONFailure(offset: start, reason: .loneSurrogate)
        }
        return start &+ 12
      case 0xDC00...0xDFFF: throw JSONFailure(offset: start, reason: .loneSurrogate)
      default: return start &+ 6
      }
    default: throw JSONFailure(offset: start &+ 1, reason: .escape)
    }
  }

  private func hexDigits(at start: Int) throws(JSONFailure) -> UInt32 {
    var unit: UInt32 = 0
    for position in start..<start &+ 4 {
      guard position < end, let digit = unsafe hexadecimalValue(base[position]) else {
        throw JSONFailure(offset: min(position, end), reason: .hexDigits)
      }
      unit = unit << 4 | digit
    }
    return unit
  }

  /// Checks the number that begins at `position` and moves past it.
  /// - Returns: whether it has neither fraction nor exponent.
  @inline(__always)
  func scanNumber(_ position: inout Int) throws(JSONFailure) -> Bool {
    var next = position
    if unsafe base[next] == UInt8(ascii: "-") { next &+= 1 }
    guard next < end else { throw JSONFailure(offset: next, reason: .digit) }
    let first = unsafe base[next]
    guard first &- 0x30 < 10 else { throw JSONFailure(offset: next, reason: .digit) }
    next &+= 1
    if first == 0x30 {
      if next < end, unsafe base[next] &- 0x30 < 10 { throw JSONFailure(offset: next &- 1, reason: .leadingZero) }
    } else {
      while next < end, unsafe base[next] &- 0x30 < 10 { next &+= 1 }
    }
    guard next < end else {
      position = next
      return true
    }
    var isInteger = true
    if unsafe base[next] == UInt8(ascii: ".") {
      isInteger = false
      next = try skipDigits(from: next &+ 1)
    }
    if next < end, unsafe base[next] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      next &+= 1
      if next < end, unsafe base[next] == UInt8(ascii: "+") || base[next] == UInt8(ascii: "-") { next &+= 1 }
      next = try skipDigits(from: next)
    }
    position = next
    return isInteger
  }

  /// At least one digit.
  @inline(__always)
  private func skipDigits(from start: Int) throws(JSONFailure) -> Int {
    var position = start
    while position < end, unsafe base[position] &- 0x30 < 10 { position &+= 1 }
    guard position > start else { throw JSONFailure(offset: position, reason: .digit) }
    return position
  }
}

/// The value of a hexadecimal digit.
@inline(__always)
func hexadecimalValue(_ byte: UInt8) -> UInt32? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte &- 0x30)
  case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte &- 0x57)
  case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte &- 0x37)
  default: nil
  }
}
