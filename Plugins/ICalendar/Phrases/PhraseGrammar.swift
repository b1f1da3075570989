/// What both languages share: how days are counted from today.
///
/// Weeks begin on Monday. A weekday alone is the next such day, today included; "next Monday" and "下周一" are the one
/// in the week after this, and "this Friday" is the next Friday.
struct PhraseGrammar {
  let today: CivilDate

  func meaning(at cursor: inout PhraseCursor) -> PhraseMeaning? {
    let first = cursor.text.first
    let isLatin = first.map { $0.isAlphabetic || $0 == "@" } ?? false
    if isLatin { return english(&cursor) }
    if let meaning = chinese(&cursor) { return meaning }
    return first.map(\.isASCIIDigit) == true ? english(&cursor) : nil
  }

  func day(shift: Int) -> PhraseMeaning? {
    today.adding(days: shift).map { .day($0, isWeekday: false) }
  }

  func weekday(_ weekday: Weekday, weekShift: Int?) -> PhraseMeaning? {
    guard let weekShift else {
      return today.adding(days: weekday.distance(after: today.weekday)).map { .day($0, isWeekday: true) }
    }
    return today.startOfWeek(.monday)?.adding(days: 7 * weekShift + weekday.rawValue)
      .map { .day($0, isWeekday: false) }
  }

  func week(shift: Int) -> PhraseMeaning? {
    guard let monday = today.startOfWeek(.monday)?.adding(days: 7 * shift) else { return nil }
    return .days(monday, count: 7)
  }

  /// Saturday and Sunday. On a Sunday, "the weekend" is what is left of it.
  func weekend(shift: Int) -> PhraseMeaning? {
    if shift == 0, today.weekday == .sunday { return .days(today, count: 1) }
    guard let saturday = today.startOfWeek(.monday)?.adding(days: 7 * shift + 5) else { return nil }
    return .days(saturday, count: 2)
  }

  func month(shift: Int) -> PhraseMeaning? {
    guard let first = CivilDate(year: today.year, month: today.month, day: 1)?.adding(months: shift) else { return nil }
    return .days(first, count: CivilDate.daysInMonth(first.month, ofYear: first.year))
  }

  /// A day of the year; without a year, the next one that is not past.
  func date(year: Int?, month: Int, day: Int) -> PhraseMeaning? {
    if let year { return CivilDate(year: year, month: month, day: day).map { .day($0, isWeekday: false) } }
    // Eight years hold a 29 February at any time.
    for year in today.year...today.year + 8 {
      if let date = CivilDate(year: year, month: month, day: day), date >= today {
        return .day(date, isWeekday: false)
      }
    }
    return nil
  }

  /// The next day with that number.
  func dayOfMonth(_ day: Int) -> PhraseMeaning? {
    guard let first = CivilDate(year: today.year, month: today.month, day: 1) else { return nil }
    for shift in 0...2 {
      if let month = first.adding(months: shift), let date = CivilDate(year: month.year, month: month.month, day: day),
        date >= today
      {
        return .day(date, isWeekday: false)
      }
    }
    return nil
  }

  /// So many half units from now. Days are counted by the calendar, hours by the clock.
  func meaning(ofLater halves: Int, _ unit: TimeUnit) -> PhraseMeaning? {
    let halves = min(halves, 20_000)
    if let minutes = unit.minutes { return .later(seconds: Int64(halves * minutes) * 30) }
    let count = halves / 2
    switch unit {
    case .week: return day(shift: 7 * count)
    case .month: return today.adding(months: count).map { .day($0, isWeekday: false) }
    default: return day(shift: count)
    }
  }
}
