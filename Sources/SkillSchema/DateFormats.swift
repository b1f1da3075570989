/// Dates, times and durations of RFC 3339.
enum DateFormats {
  static func isDateTime(_ text: Span<UInt8>) -> Bool {
    var position = 0
    guard date(text, &position), position < text.count, text[position] | 0x20 == UInt8(ascii: "t") else { return false }
    position += 1
    return time(text, &position) && position == text.count
  }

  static func isDate(_ text: Span<UInt8>) -> Bool {
    var position = 0
    return date(text, &position) && position == text.count
  }

  static func isTime(_ text: Span<UInt8>) -> Bool {
    var position = 0
    return time(text, &position) && position == text.count
  }

  private static func date(_ text: Span<UInt8>, _ position: inout Int) -> Bool {
    guard let year = FormatBytes.number(text, &position, count: 4),
      FormatBytes.take(UInt8(ascii: "-"), text, &position),
      let month = FormatBytes.number(text, &position, count: 2), 1...12 ~= month,
      FormatBytes.take(UInt8(ascii: "-"), text, &position),
      let day = FormatBytes.number(text, &position, count: 2), day >= 1
    else { return false }
    return day <= days(in: month, of: year)
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func time(_ text: Span<UInt8>, _ position: inout Int) -> Bool {
    guard let hour = FormatBytes.number(text, &position, count: 2), hour <= 23,
      FormatBytes.take(UInt8(ascii: ":"), text, &position),
      let minute = FormatBytes.number(text, &position, count: 2), minute <= 59,
      FormatBytes.take(UInt8(ascii: ":"), text, &position),
      let second = FormatBytes.number(text, &position, count: 2), second <= 60
    else { return false }
    if FormatBytes.take(UInt8(ascii: "."), text, &position), !FormatBytes.skipDigits(text, &position) { return false }
    guard let offset = offset(text, &position) else { return false }
    // A leap second comes at the end of a day in UTC.
    return second < 60 || (hour * 60 + minute - offset + 2 * 1440) % 1440 == 1439
  }

  /// Minutes east of UTC.
  private static func offset(_ text: Span<UInt8>, _ position: inout Int) -> Int? {
    guard position < text.count else { return nil }
    let sign = text[position]
    position += 1
    if sign | 0x20 == UInt8(ascii: "z") { return 0 }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let hour = FormatBytes.number(text, &position, count: 2), hour <= 23,
      FormatBytes.take(UInt8(ascii: ":"), text, &position),
      let minute = FormatBytes.number(text, &position, count: 2), minute <= 59
    else { return nil }
    return (hour * 60 + minute) * (sign == UInt8(ascii: "-") ? -1 : 1)
  }

  /// The grammar of RFC 3339, appendix A: units in order and without gaps, weeks alone.
  static func isDuration(_ text: Span<UInt8>) -> Bool {
    var position = 0
    guard FormatBytes.take(UInt8(ascii: "P"), text, &position), position < text.count else { return false }
    if text[text.count - 1] == UInt8(ascii: "W") {
      return FormatBytes.skipDigits(text, &position) && position == text.count - 1
    }
    guard units("YMD", text, &position) else { return false }
    guard position < text.count else { return true }
    guard FormatBytes.take(UInt8(ascii: "T"), text, &position), position < text.count else { return false }
    return units("HMS", text, &position) && position == text.count
  }

  /// Numbers with units, each the next of those in `letters` after the first.
  private static func units(_ letters: StaticString, _ text: Span<UInt8>, _ position: inout Int) -> Bool {
    let letters = Array(letters.description.utf8)
    var next: Int?
    while position < text.count, text[position] != UInt8(ascii: "T") {
      guard FormatBytes.skipDigits(text, &position), position < text.count,
        let unit = letters.firstIndex(of: text[position]), next == nil || next == unit
      else { return false }
      next = unit + 1
      position += 1
    }
    return true
  }
}
