/// What somebody wrote for a moment or a day: RFC 3339, or less.
///
/// Models and people leave out what they think obvious, so a day without a time and a time without an offset are
/// understood; what they mean is decided where the zone is known.
package enum TimeText: Hashable, Sendable {
  /// `2026-03-07`.
  case day(CivilDate)
  /// `2026-03-07T09:30` or `2026-03-07T09:30:00`: the clock of the caller's zone.
  case clock(CivilDateTime)
  /// `2026-03-07T09:30:00+08:00` or `…Z`. The offset is in seconds.
  case moment(Instant, offset: Int)

  /// Nil when the text is none of these. A space is taken for the `T`; fractions of a second are dropped.
  package init?(parsing text: some StringProtocol) {
    var scanner = ByteScanner(Array(text.utf8))
    guard let year = scanner.digits(4), scanner.take("-"), let month = scanner.digits(2), scanner.take("-"),
      let day = scanner.digits(2), let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    if scanner.isAtEnd {
      self = .day(date)
      return
    }
    guard scanner.take("T") || scanner.take("t") || scanner.take(" "),
      let hour = scanner.digits(2), scanner.take(":"), let minute = scanner.digits(2)
    else { return nil }
    var second = 0
    if scanner.take(":") {
      guard let value = scanner.digits(2) else { return nil }
      second = value
      if scanner.take(".") || scanner.take(",") {
        guard scanner.skipDigits() > 0 else { return nil }
      }
    }
    guard let clock = CivilDateTime(date, hour: hour, minute: minute, second: second) else { return nil }
    if scanner.isAtEnd {
      self = .clock(clock)
      return
    }
    guard let offset = Self.offset(&scanner), scanner.isAtEnd else { return nil }
    self = .moment(Instant(seconds: clock.clockSeconds - Int64(offset)), offset: offset)
  }

  private static func offset(_ scanner: inout ByteScanner) -> Int? {
    if scanner.take("Z") || scanner.take("z") { return 0 }
    let sign: Int
    if scanner.take("+") {
      sign = 1
    } else if scanner.take("-") {
      sign = -1
    } else {
      return nil
    }
    guard let hours = scanner.digits(2), hours <= 23 else { return nil }
    _ = scanner.take(":")
    guard let minutes = scanner.digits(2), minutes <= 59 else { return nil }
    return sign * (hours * 3_600 + minutes * 60)
  }
}
