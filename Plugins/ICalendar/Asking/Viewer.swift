/// Who asks: when it is for them, and by which clock.
package struct Viewer: Sendable {
  package let now: Instant
  package let zone: Zone
  /// Set when the zone that was asked for is not known and another is used.
  package let warning: String?

  /// - Parameters:
  ///   - timezone: the name that the host gave; nil when it gave none.
  ///   - offset: the offset that the host wrote into its "now", when it told one.
  package init(now: Instant, offset: Int?, timezone: String?, catalog: ZoneCatalog) {
    self.now = now
    var zone = timezone.flatMap(catalog.zone)
    warning =
      timezone != nil && zone == nil
      ? "the time zone '\(timezone ?? "")' is not known; another one is used" : nil
    if zone == nil {
      let local = catalog.local()
      if let offset, local.offset(at: now) != offset {
        let minutes = abs(offset) / 60
        let name = "UTC\(offset < 0 ? "-" : "+")\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
        zone = .fixed(offset: offset, name: name)
      } else {
        zone = local
      }
    }
    self.zone = zone ?? .utc
  }

  package var today: CivilDate { zone.civil(at: now).date }

  /// `2026-03-07T09:30:00+08:00`.
  package func text(_ instant: Instant) -> String { zone.rfc3339(instant) }

  /// The moment that was meant: of a day, its start.
  package func instant(_ text: TimeText) -> Instant {
    switch text {
    case .day(let date): zone.startOfDay(date)
    case .clock(let clock): zone.instant(of: clock)
    case .moment(let instant, _): instant
    }
  }

  /// The start of the day after the one that is meant; of a time, the time itself.
  package func end(_ text: TimeText) -> Instant {
    if case .day(let date) = text { return startOfDay(after: date) }
    return instant(text)
  }

  package func startOfDay(after date: CivilDate, days: Int = 1) -> Instant {
    date.adding(days: days).map(zone.startOfDay) ?? Instant(seconds: .max)
  }

  /// Reads an argument.
  package func time(_ text: String, argument: String) throws(AskingError) -> TimeText {
    if let time = TimeText(parsing: text.trimmed) { return time }
    throw AskingError(
      "bad_time",
      "'\(argument)' is '\(text.prefix(60))': expected a day such as 2026-03-07 or a time such as "
        + "2026-03-07T09:00:00+08:00")
  }
}

/// What is wrong with what somebody asked for.
package struct AskingError: Error, Hashable, Sendable {
  /// A stable word: `bad_time`.
  package let code: String
  package let message: String

  package init(_ code: String, _ message: String) {
    self.code = code
    self.message = message
  }
}
