/// A DATE or DATE-TIME value: which day or clock it names, and by whose clock.
package enum CalendarTime: Sendable {
  /// A whole day, wherever one is.
  case day(CivilDate)
  /// A clock of no particular zone: whoever looks at it reads it as theirs.
  case floating(CivilDateTime)
  case utc(CivilDateTime)
  case zoned(CivilDateTime, Zone)

  package var isDay: Bool { if case .day = self { true } else { false } }

  package var date: CivilDate { clock.date }

  /// The clock that the value names; midnight for a day.
  package var clock: CivilDateTime {
    switch self {
    case .day(let date): CivilDateTime(startOf: date)
    case .floating(let clock), .utc(let clock), .zoned(let clock, _): clock
    }
  }

  /// The zone whose clock it is; `viewer` for days and floating times.
  package func zone(for viewer: Zone) -> Zone {
    switch self {
    case .day, .floating: viewer
    case .utc: .utc
    case .zoned(_, let zone): zone
    }
  }

  /// The moment that it means to somebody in the zone `viewer`.
  package func instant(for viewer: Zone) -> Instant {
    zone(for: viewer).instant(of: clock)
  }

  /// The same kind of value with another clock; the day of it for a day.
  func with(_ clock: CivilDateTime) -> CalendarTime {
    switch self {
    case .day: .day(clock.date)
    case .floating: .floating(clock)
    case .utc: .utc(clock)
    case .zoned(_, let zone): .zoned(clock, zone)
    }
  }
}

// MARK: - Reading

extension CalendarTime {
  /// Reads `20260307`, `20260307T093000` and `20260307T093000Z`; the form decides, not the VALUE parameter, because
  /// files have it wrong. A clock with a `zone` is of that zone, else floating. Nil for anything else.
  package init?(parsing text: some StringProtocol, zone: Zone? = nil) {
    var scanner = ByteScanner(text.trimmed)
    guard let year = scanner.digits(4), let month = scanner.digits(2), let day = scanner.digits(2),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    if scanner.isAtEnd {
      self = .day(date)
      return
    }
    guard scanner.take("T") || scanner.take("t"), let hour = scanner.digits(2), let minute = scanner.digits(2)
    else { return nil }
    // Some programs leave out the seconds.
    let second = scanner.isAtEnd || scanner.next.map { !$0.isDigit } ?? true ? 0 : scanner.digits(2)
    guard let second, let clock = CivilDateTime(date, hour: hour, minute: minute, second: second) else { return nil }
    if scanner.take("Z") || scanner.take("z") {
      self = .utc(clock)
    } else if let zone {
      self = .zoned(clock, zone)
    } else {
      self = .floating(clock)
    }
    guard scanner.isAtEnd else { return nil }
  }
}

// MARK: - Writing

extension CalendarTime {
  /// The line for it: `DTSTART;TZID=Europe/Berlin:20260307T093000`.
  package func line(_ name: String) -> ContentLine {
    switch self {
    case .day(let date):
      ContentLine(name, [.init("VALUE", ["DATE"])], value: date.basic)
    case .floating(let clock):
      ContentLine(name, value: clock.basic)
    case .utc(let clock):
      ContentLine(name, value: clock.basic + "Z")
    case .zoned(let clock, let zone):
      ContentLine(name, [.init("TZID", [zone.name])], value: clock.basic)
    }
  }
}
