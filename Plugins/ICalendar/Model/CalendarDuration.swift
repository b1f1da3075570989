/// A DURATION value. Days and weeks are nominal (the same clock some days later), the rest is exact.
package struct CalendarDuration: Hashable, Sendable {
  /// Both have the same sign.
  package let days: Int
  package let seconds: Int64

  package init(days: Int = 0, seconds: Int64 = 0) {
    self.days = days
    self.seconds = seconds
  }

  /// Reads `P1DT2H30M`, `-PT15M`, `P2W`, and `-P0DT0H10M0S` as Google writes it. Nil for anything else, and for a
  /// part above ten million, which no calendar means.
  package init?(parsing text: some StringProtocol) {
    var scanner = ByteScanner(text.trimmed)
    let isNegative = scanner.take("-")
    if !isNegative { _ = scanner.take("+") }
    guard scanner.take("P") || scanner.take("p") else { return nil }
    var days = 0
    var seconds: Int64 = 0
    var isTime = false
    var parts = 0
    while !scanner.isAtEnd {
      if !isTime, scanner.take("T") || scanner.take("t") {
        isTime = true
        continue
      }
      guard let number = scanner.number(upTo: 10_000_000), let unit = scanner.next else { return nil }
      scanner.skip()
      parts += 1
      guard parts <= 8 else { return nil }
      switch (unit & 0xDF, isTime) {
      case (UInt8(ascii: "W"), false): days += number * 7
      case (UInt8(ascii: "D"), false): days += number
      case (UInt8(ascii: "H"), true): seconds += Int64(number) * 3_600
      case (UInt8(ascii: "M"), true): seconds += Int64(number) * 60
      case (UInt8(ascii: "S"), true): seconds += Int64(number)
      default: return nil
      }
    }
    guard parts > 0 else { return nil }
    self.days = isNegative ? -days : days
    self.seconds = isNegative ? -seconds : seconds
  }

  package var isNegative: Bool { days < 0 || seconds < 0 }

  /// The moment this long after `clock` as `zone` shows it: first the days by the clock, then the exact part.
  package func end(after clock: CivilDateTime, in zone: Zone) -> Instant {
    let day = clock.date.adding(days: days) ?? clock.date
    // The second of the day is one that exists, so the clock does.
    let shifted = CivilDateTime(day, secondOfDay: clock.secondOfDay) ?? clock
    return zone.instant(of: shifted).adding(seconds: seconds)
  }
}
