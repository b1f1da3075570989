/// Whether a day belongs to a rule, with what the rule leaves open taken from DTSTART.
struct RecurrenceFilter {
  private let months: Set<Int>
  private let weekNumbers: Set<Int>
  private let yearDays: Set<Int>
  private let monthDays: Set<Int>
  private let plainDays: Set<Weekday>
  private let ordinalDays: [RecurrenceRule.DayRule]
  private let weekStart: Weekday
  private let ordinalsCountInYear: Bool

  init(_ rule: RecurrenceRule, start: CivilDate) {
    var months = rule.months
    var monthDays = rule.monthDays
    var days = rule.days
    if rule.yearDays.isEmpty, monthDays.isEmpty, days.isEmpty {
      switch rule.frequency {
      case .daily: break
      case .weekly: days = [.init(ordinal: nil, weekday: start.weekday)]
      case .monthly: monthDays = [start.day]
      case .yearly where rule.weekNumbers.isEmpty:
        if months.isEmpty { months = [start.month] }
        monthDays = [start.day]
      case .yearly: days = [.init(ordinal: nil, weekday: start.weekday)]
      }
    }
    self.months = months
    self.monthDays = monthDays
    yearDays = rule.yearDays
    weekNumbers = rule.frequency == .yearly ? rule.weekNumbers : []
    weekStart = rule.weekStart
    ordinalsCountInYear = rule.frequency == .yearly && rule.months.isEmpty
    // Ordinals mean nothing in a week or a day; the weekday alone then counts.
    let hasOrdinals = (rule.frequency == .monthly || rule.frequency == .yearly) && weekNumbers.isEmpty
    plainDays = Set(days.filter { $0.ordinal == nil || !hasOrdinals }.map(\.weekday))
    ordinalDays = hasOrdinals ? days.filter { $0.ordinal != nil } : []
  }

  func mayHaveDays(inMonth month: Int) -> Bool { months.isEmpty || months.contains(month) }

  /// The accepted days of a month, in order. What most rules ask for (the third Friday, the last day) is found
  /// without walking through the month.
  func days(inMonth month: Int, year: Int, _ budget: inout ExpansionBudget) -> [CivilDate] {
    guard mayHaveDays(inMonth: month) else {
      budget.spend(1)
      return []
    }
    let length = CivilDate.daysInMonth(month, ofYear: year)
    if yearDays.isEmpty, weekNumbers.isEmpty, plainDays.isEmpty {
      if monthDays.isEmpty, !ordinalDays.isEmpty, !ordinalsCountInYear {
        budget.spend(ordinalDays.count)
        let dates = ordinalDays.compactMap { rule in
          CivilDate.occurrence(rule.ordinal ?? 0, of: rule.weekday, month: month, year: year)
        }
        return Set(dates).sorted()
      }
      if ordinalDays.isEmpty, !monthDays.isEmpty {
        budget.spend(monthDays.count)
        let days = Set(monthDays.map { $0 > 0 ? $0 : length + 1 + $0 })
        return days.sorted().compactMap { CivilDate(year: year, month: month, day: $0) }
      }
    }
    budget.spend(length)
    return (1...length).compactMap { CivilDate(year: year, month: month, day: $0) }.filter(accepts)
  }

  func accepts(_ date: CivilDate) -> Bool {
    mayHaveDays(inMonth: date.month) && acceptsMonthDay(date) && acceptsYearDay(date) && acceptsWeekday(date)
      && acceptsWeekNumber(date)
  }

  private func acceptsMonthDay(_ date: CivilDate) -> Bool {
    monthDays.isEmpty || monthDays.contains(date.day)
      || monthDays.contains(date.day - CivilDate.daysInMonth(date.month, ofYear: date.year) - 1)
  }

  private func acceptsYearDay(_ date: CivilDate) -> Bool {
    yearDays.isEmpty || yearDays.contains(date.dayOfYear)
      || yearDays.contains(date.dayOfYear - CivilDate.daysInYear(date.year) - 1)
  }

  private func acceptsWeekday(_ date: CivilDate) -> Bool {
    if plainDays.isEmpty, ordinalDays.isEmpty { return true }
    let weekday = date.weekday
    if plainDays.contains(weekday) { return true }
    guard !ordinalDays.isEmpty else { return false }
    let position = ordinalsCountInYear ? date.dayOfYear : date.day
    let length =
      ordinalsCountInYear
      ? CivilDate.daysInYear(date.year) : CivilDate.daysInMonth(date.month, ofYear: date.year)
    let fromStart = (position - 1) / 7 + 1
    let fromEnd = -((length - position) / 7 + 1)
    return ordinalDays.contains { $0.weekday == weekday && ($0.ordinal == fromStart || $0.ordinal == fromEnd) }
  }

  /// Week 1 is the first with at least four days in the year; days at the turn of the year may be in a week of the
  /// other year.
  private func acceptsWeekNumber(_ date: CivilDate) -> Bool {
    if weekNumbers.isEmpty { return true }
    var year = date.year
    var first = firstWeekStart(year)
    let day = date.daysSinceEpoch
    if day < first {
      year -= 1
      first = firstWeekStart(year)
    } else if day >= firstWeekStart(year + 1) {
      year += 1
      first = firstWeekStart(year)
    }
    let number = (day - first) / 7 + 1
    let count = (firstWeekStart(year + 1) - first) / 7
    return weekNumbers.contains(number) || weekNumbers.contains(number - count - 1)
  }

  /// The day on which week 1 of the year begins. Years at the very ends of the calendar are taken as the nearest.
  private func firstWeekStart(_ year: Int) -> Int {
    // 4 January is in week 1 by the rule of four days.
    guard let fourth = CivilDate(year: min(max(year, 1), 9_999), month: 1, day: 4) else { return 0 }
    return fourth.daysSinceEpoch - fourth.weekday.distance(after: weekStart)
  }
}
