/// Produces the occurrences of a rule in order, as clocks of the zone that DTSTART is in.
///
/// The rule is read as a filter: each period (day, week, month or year) is walked day by day, and a day is kept when
/// every part of the rule accepts it (``RecurrenceFilter``). That is one loop for all the combinations of RFC 5545's table, where building
/// the sets up from the parts needs a case for each. A rule without COUNT begins near the window, so that its age
/// costs nothing; one with COUNT has to be walked from its start.
///
/// DTSTART is the first occurrence even where the rule does not name its day, as most programs do.
package struct RecurrenceIterator {
  private let rule: RecurrenceRule
  private let filter: RecurrenceFilter
  private let start: CivilDateTime
  private let isDay: Bool
  private let zone: Zone
  private let upper: CivilDateTime
  private let secondsOfDay: [Int]

  private var period: Int
  private var pending: ArraySlice<CivilDateTime> = []
  private var emitted = 0
  private var hasEmittedStart = false
  private var isFinished = false

  /// - Parameters:
  ///   - zone: where an UNTIL in UTC is compared.
  ///   - lower: what lies before it need not be produced (but may be).
  ///   - upper: nothing after it is produced.
  package init(
    _ rule: RecurrenceRule, start: CivilDateTime, isDay: Bool, zone: Zone, lower: CivilDateTime, upper: CivilDateTime
  ) {
    self.rule = rule
    self.start = start
    self.isDay = isDay
    self.zone = zone
    self.upper = upper
    filter = RecurrenceFilter(rule, start: start.date)
    secondsOfDay = isDay ? [0] : Self.times(rule, start: start)
    period = 0
    if case .count = rule.end {
    } else if lower > start {
      period = Self.periods(rule, from: start.date, to: lower.date)
      hasEmittedStart = period > 0
    }
  }

  package mutating func next(_ budget: inout ExpansionBudget) -> CivilDateTime? {
    if !hasEmittedStart {
      hasEmittedStart = true
      return emit(start)
    }
    while !isFinished {
      while let candidate = pending.popFirst() {
        if candidate > start { return emit(candidate) }
      }
      fill(&budget)
    }
    return nil
  }

  private mutating func emit(_ clock: CivilDateTime) -> CivilDateTime? {
    guard clock <= upper, isBeforeEnd(clock) else {
      isFinished = true
      return nil
    }
    emitted += 1
    return clock
  }

  private func isBeforeEnd(_ clock: CivilDateTime) -> Bool {
    switch rule.end {
    case .never: true
    case .count(let count): emitted < count
    case .until(.day(let last)): clock.date <= last
    case .until(let last) where isDay: clock.date <= last.date
    case .until(.floating(let last)), .until(.zoned(let last, _)): clock <= last
    case .until(.utc(let last)): zone.instant(of: clock) <= Instant(utc: last)
    }
  }

  // MARK: Periods

  /// Puts the occurrences of the next period into `pending`.
  private mutating func fill(_ budget: inout ExpansionBudget) {
    let (offset, overflow) = period.multipliedReportingOverflow(by: rule.interval)
    guard !overflow, !budget.isExhausted, let dates = dates(periodsAfterStart: offset, &budget) else {
      isFinished = true
      return
    }
    period += 1
    var clocks: [CivilDateTime] = []
    clocks.reserveCapacity(dates.count * secondsOfDay.count)
    for date in dates {
      for second in secondsOfDay {
        if let clock = CivilDateTime(date, secondOfDay: second) { clocks.append(clock) }
      }
    }
    budget.spend(clocks.count)
    if !rule.positions.isEmpty {
      clocks = clocks.enumerated().filter { index, _ in
        rule.positions.contains(index + 1) || rule.positions.contains(index - clocks.count)
      }.map(\.element)
    }
    pending = clocks[...]
  }

  /// The accepted days of a period, in order. Nil when the period begins after the window or outside the calendar.
  private func dates(periodsAfterStart offset: Int, _ budget: inout ExpansionBudget) -> [CivilDate]? {
    switch rule.frequency {
    case .daily:
      budget.spend(1)
      guard let date = start.date.adding(days: offset), date <= upper.date else { return nil }
      return filter.accepts(date) ? [date] : []
    case .weekly:
      budget.spend(7)
      let (days, overflow) = offset.multipliedReportingOverflow(by: 7)
      guard !overflow, let first = start.date.startOfWeek(rule.weekStart)?.adding(days: days), first <= upper.date
      else { return nil }
      return (0..<7).compactMap { first.adding(days: $0) }.filter(filter.accepts)
    case .monthly:
      let month = CivilDate(year: start.date.year, month: start.date.month, day: 1)
      guard let first = month?.adding(months: offset), first <= upper.date else { return nil }
      return filter.days(inMonth: first.month, year: first.year, &budget)
    case .yearly:
      let (year, overflow) = start.date.year.addingReportingOverflow(offset)
      guard !overflow, year <= upper.date.year, year <= 9_999 else { return nil }
      budget.spend(1)
      return (1...12).flatMap { month in
        filter.mayHaveDays(inMonth: month) ? filter.days(inMonth: month, year: year, &budget) : []
      }
    }
  }

  /// How many whole periods of the rule lie between two days, less one to be safe; never negative.
  private static func periods(_ rule: RecurrenceRule, from start: CivilDate, to lower: CivilDate) -> Int {
    let units =
      switch rule.frequency {
      case .daily: lower.daysSinceEpoch - start.daysSinceEpoch
      case .weekly: (lower.daysSinceEpoch - start.daysSinceEpoch) / 7
      case .monthly: (lower.year - start.year) * 12 + lower.month - start.month
      case .yearly: lower.year - start.year
      }
    return max(units / rule.interval - 1, 0)
  }

  /// The times of day, in order and at most 1,440 of them.
  private static func times(_ rule: RecurrenceRule, start: CivilDateTime) -> [Int] {
    let hours = rule.hours.isEmpty ? [start.hour] : rule.hours
    let minutes = rule.minutes.isEmpty ? [start.minute] : rule.minutes
    let seconds = rule.seconds.isEmpty ? [start.second] : rule.seconds
    var times: Set<Int> = []
    for hour in hours.sorted() {
      for minute in minutes.sorted() {
        for second in seconds.sorted() {
          if times.count < 1_440 { times.insert(hour * 3_600 + minute * 60 + min(second, 59)) }
        }
      }
    }
    return times.sorted()
  }
}
