/// What a clock on the wall shows: a day and a time of that day, in no particular zone.
package struct CivilDateTime: Hashable, Sendable {
  package let date: CivilDate
  /// 0 to 86,399.
  package let secondOfDay: Int

  /// Nil unless `secondOfDay` is 0 to 86,399.
  package init?(_ date: CivilDate, secondOfDay: Int) {
    guard (0..<86_400).contains(secondOfDay) else { return nil }
    self.date = date
    self.secondOfDay = secondOfDay
  }

  /// Nil unless the time exists. A leap second (60) is taken as the second before it.
  package init?(_ date: CivilDate, hour: Int, minute: Int, second: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second) else { return nil }
    self.date = date
    secondOfDay = hour * 3_600 + minute * 60 + min(second, 59)
  }

  /// Midnight at the start of that day.
  package init(startOf date: CivilDate) {
    self.date = date
    secondOfDay = 0
  }

  /// The clock `seconds` after 1970-01-01T00:00:00 on the same clock. Nil outside the years 1 to 9999.
  package init?(clockSeconds seconds: Int64) {
    let (quotient, remainder) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let days = remainder < 0 ? quotient - 1 : quotient
    guard let date = CivilDate(daysSinceEpoch: Int(days)) else { return nil }
    self.date = date
    secondOfDay = Int(remainder < 0 ? remainder + 86_400 : remainder)
  }

  /// Seconds since 1970-01-01T00:00:00 on the same clock: for arithmetic, not a moment in time.
  package var clockSeconds: Int64 { Int64(date.daysSinceEpoch) * 86_400 + Int64(secondOfDay) }

  package var hour: Int { secondOfDay / 3_600 }
  package var minute: Int { secondOfDay / 60 % 60 }
  package var second: Int { secondOfDay % 60 }

  /// Nil outside the years 1 to 9999, whatever the number.
  package func adding(seconds: Int64) -> CivilDateTime? {
    let (sum, overflow) = clockSeconds.addingReportingOverflow(seconds)
    return overflow ? nil : CivilDateTime(clockSeconds: sum)
  }
}

extension CivilDateTime: Comparable {
  package static func < (a: CivilDateTime, b: CivilDateTime) -> Bool {
    (a.date, a.secondOfDay) < (b.date, b.secondOfDay)
  }
}

extension CivilDateTime: CustomStringConvertible {
  /// `2026-03-07T09:30:00`.
  package var description: String {
    "\(date)T\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))"
  }

  /// `20260307T093000`, as RFC 5545 writes it.
  package var basic: String { "\(date.basic)T\(padded(hour, 2))\(padded(minute, 2))\(padded(second, 2))" }
}
