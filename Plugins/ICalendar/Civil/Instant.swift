import Glibc

/// A moment in time: seconds since 1970-01-01T00:00:00Z, always inside the years 1 to 9999 of UTC, give or take
/// the widest zone offset, so that sums of a few of them cannot overflow.
package struct Instant: Hashable, Sendable {
  package let seconds: Int64

  /// Moments outside the range become its nearest end.
  package init(seconds: Int64) {
    self.seconds = min(max(seconds, Self.earliest), Self.latest)
  }

  /// The clock read as UTC.
  package init(utc clock: CivilDateTime) {
    self.init(seconds: clock.clockSeconds)
  }

  /// The system's clock.
  package static var now: Instant { Instant(seconds: Int64(time(nil))) }

  /// Stays at the end of the range instead of leaving it.
  package func adding(seconds: Int64) -> Instant {
    let (sum, overflow) = self.seconds.addingReportingOverflow(seconds)
    return Instant(seconds: overflow ? (seconds < 0 ? .min : .max) : sum)
  }

  /// The clock in UTC.
  package var utc: CivilDateTime { civil(offset: 0) }

  /// The clock of a zone that is `offset` seconds ahead of UTC; at the ends of the range, the last clock that exists.
  package func civil(offset: Int) -> CivilDateTime {
    if let clock = CivilDateTime(clockSeconds: seconds + Int64(offset)) { return clock }
    // Both exist: they are the first and the last second of the range of CivilDate.
    return seconds < 0
      ? CivilDateTime(startOf: CivilDate(year: 1, month: 1, day: 1)!)
      : CivilDateTime(CivilDate(year: 9999, month: 12, day: 31)!, secondOfDay: 86_399)!
  }

  /// `20260307T093000Z`, as RFC 5545 writes UTC.
  package var basic: String { utc.basic + "Z" }

  private static let earliest: Int64 = -62_135_596_800 - 172_800
  private static let latest: Int64 = 253_402_300_799 + 172_800
}

extension Instant: Comparable {
  package static func < (a: Instant, b: Instant) -> Bool { a.seconds < b.seconds }
}
