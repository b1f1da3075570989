/// The rule for all the years to come at the end of a zone file: a POSIX `TZ` string such as
/// `CET-1CEST,M3.5.0,M10.5.0/3`, with the extension of RFC 8536 that a time may be from -167 to 167 hours.
struct PosixRules: ZoneRules {
  /// One of the two changes of a year.
  struct Change: Hashable, Sendable {
    enum Day: Hashable, Sendable {
      /// `Mm.w.d`: weekday `d` of week `w` (5: the last) of month `m`.
      case weekday(month: Int, week: Int, Weekday)
      /// `Jn`: day 1 to 365, 29 February never counted.
      case julian(Int)
      /// `n`: day 0 to 365, 29 February counted.
      case zeroBased(Int)
    }

    let day: Day
    /// Seconds after midnight, by the clock that holds before the change.
    let time: Int

    func date(in year: Int) -> CivilDate? {
      switch day {
      case .weekday(let month, let week, let weekday):
        return CivilDate.occurrence(week == 5 ? -1 : week, of: weekday, month: month, year: year)
      case .julian(let number):
        let isAfterLeapDay = CivilDate.isLeap(year) && number >= 60
        return CivilDate(year: year, month: 1, day: 1)?.adding(days: number - 1 + (isAfterLeapDay ? 1 : 0))
      case .zeroBased(let number):
        return CivilDate(year: year, month: 1, day: 1)?.adding(days: number)
      }
    }
  }

  let standardName: String
  let standardOffset: Int
  /// Nil when the zone has one offset all year.
  let daylight: (name: String, offset: Int, start: Change, end: Change)?

  /// Nil when the text is not such a rule.
  init?(parsing text: String) {
    var scanner = ByteScanner(text)
    guard let name = Self.name(&scanner), let offset = Self.time(&scanner, hours: 24) else { return nil }
    standardName = name
    standardOffset = -offset
    if scanner.isAtEnd {
      daylight = nil
      return
    }
    guard let daylightName = Self.name(&scanner) else { return nil }
    var daylightOffset = standardOffset + 3_600
    if scanner.next != UInt8(ascii: ",") {
      guard let offset = Self.time(&scanner, hours: 24) else { return nil }
      daylightOffset = -offset
    }
    guard scanner.take(","), let start = Self.change(&scanner), scanner.take(","),
      let end = Self.change(&scanner), scanner.isAtEnd
    else { return nil }
    daylight = (daylightName, daylightOffset, start, end)
  }

  func offset(at seconds: Int64) -> Int {
    guard daylight != nil else { return standardOffset }
    let year = Instant(seconds: seconds).utc.date.year
    let near = changes(years: year - 1...year + 1)
    return near.last { $0.seconds <= seconds }?.after ?? near.first?.before ?? standardOffset
  }

  func transitions(from: Int64, to: Int64) -> [ZoneTransition] {
    guard daylight != nil else { return [] }
    let first = Instant(seconds: from).utc.date.year
    let last = Instant(seconds: to).utc.date.year
    return changes(years: first - 1...last + 1).filter { from < $0.seconds && $0.seconds <= to }
  }

  /// The changes of these years in order, each with the offset that it ends and the one that it begins.
  private func changes(years: ClosedRange<Int>) -> [ZoneTransition] {
    guard let daylight else { return [] }
    var found: [ZoneTransition] = []
    for year in years {
      for (change, before, after) in [
        (daylight.start, standardOffset, daylight.offset), (daylight.end, daylight.offset, standardOffset),
      ] {
        guard let date = change.date(in: year) else { continue }
        let local = Int64(date.daysSinceEpoch) * 86_400 + Int64(change.time)
        found.append(ZoneTransition(seconds: local - Int64(before), before: before, after: after))
      }
    }
    return found.sorted { $0.seconds < $1.seconds }
  }
}

// MARK: - Reading the text

extension PosixRules {
  /// Letters, or anything between angle brackets (`<+0330>`).
  private static func name(_ scanner: inout ByteScanner) -> String? {
    if scanner.take("<") {
      let name = scanner.text { $0 != UInt8(ascii: ">") }
      return scanner.take(">") && !name.isEmpty ? name : nil
    }
    let name = scanner.text { $0.isLetter }
    return name.utf8.count >= 3 ? name : nil
  }

  /// `[+-]hh[:mm[:ss]]` in seconds.
  private static func time(_ scanner: inout ByteScanner, hours limit: Int) -> Int? {
    let isNegative = scanner.take("-")
    if !isNegative { _ = scanner.take("+") }
    guard let hours = scanner.number(upTo: limit) else { return nil }
    var seconds = hours * 3_600
    if scanner.take(":") {
      guard let minutes = scanner.number(upTo: 59) else { return nil }
      seconds += minutes * 60
      if scanner.take(":") {
        guard let rest = scanner.number(upTo: 59) else { return nil }
        seconds += rest
      }
    }
    return isNegative ? -seconds : seconds
  }

  private static func change(_ scanner: inout ByteScanner) -> Change? {
    let day: Change.Day
    if scanner.take("M") {
      guard let month = scanner.number(upTo: 12), month >= 1, scanner.take("."),
        let week = scanner.number(upTo: 5), week >= 1, scanner.take("."),
        let sundayBased = scanner.number(upTo: 6), let weekday = Weekday(rawValue: (sundayBased + 6) % 7)
      else { return nil }
      day = .weekday(month: month, week: week, weekday)
    } else if scanner.take("J") {
      guard let number = scanner.number(upTo: 365), number >= 1 else { return nil }
      day = .julian(number)
    } else {
      guard let number = scanner.number(upTo: 365) else { return nil }
      day = .zeroBased(number)
    }
    var seconds = 2 * 3_600
    if scanner.take("/") {
      guard let time = Self.time(&scanner, hours: 167) else { return nil }
      seconds = time
    }
    return Change(day: day, time: seconds)
  }
}

extension CivilDate {
  /// The `ordinal`-th such weekday of a month, counted from its end when negative. Nil when there is none.
  static func occurrence(_ ordinal: Int, of weekday: Weekday, month: Int, year: Int) -> CivilDate? {
    guard ordinal != 0, abs(ordinal) <= 5, (1...12).contains(month), (1...9999).contains(year),
      let first = CivilDate(year: year, month: month, day: 1)
    else { return nil }
    let length = daysInMonth(month, ofYear: year)
    if ordinal > 0 {
      let day = 1 + weekday.distance(after: first.weekday) + (ordinal - 1) * 7
      return CivilDate(year: year, month: month, day: day)
    }
    let last = first.weekday.rawValue + length - 1
    let day = length - (last - weekday.rawValue) % 7 + (ordinal + 1) * 7
    return CivilDate(year: year, month: month, day: day)
  }
}
