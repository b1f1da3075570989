/// The matchers for English. Each looks at one place of the phrase and takes what it understands.
extension PhraseGrammar {
  func english(_ cursor: inout PhraseCursor) -> PhraseMeaning? {
    for matcher in [Self.relative, Self.span, Self.clock, Self.date, Self.dayPart, Self.length] {
      var copy = cursor
      if let meaning = matcher(self)(&copy) {
        cursor = copy
        return meaning
      }
    }
    return nil
  }

  // MARK: in two hours, three days from now

  private func relative(_ cursor: inout PhraseCursor) -> PhraseMeaning? {
    let hasIn = cursor.take("in")
    guard let (amount, unit) = amount(&cursor) else { return nil }
    guard hasIn || cursor.takeAll("from", "now") || cursor.take("later") else { return nil }
    return meaning(ofLater: amount, unit)
  }

  /// `two hours`, `an hour and a half`, `half an hour`, `3 days`: doubled, so that halves are whole.
  private func amount(_ cursor: inout PhraseCursor) -> (halves: Int, TimeUnit)? {
    var halves: Int
    if cursor.take("half") {
      _ = cursor.take("a", "an")
      halves = 1
    } else if cursor.take("a", "an") {
      halves = 2
    } else if let number = cursor.number(), number > 0 {
      halves = number * 2
      if cursor.takeAll("and", "a", "half") { halves += 1 }
      _ = cursor.take("-")
    } else {
      return nil
    }
    guard let unit = TimeUnit(english: cursor.text) else { return nil }
    cursor.index += 1
    if cursor.takeAll("and", "a", "half") { halves += 1 }
    return (halves, unit)
  }

  // MARK: this week, the next three days

  private func span(_ cursor: inout PhraseCursor) -> PhraseMeaning? {
    _ = cursor.take("for", "in", "over", "during", "on", "at")
    _ = cursor.take("the")
    let shift: Int
    if cursor.take("this", "current") {
      shift = 0
    } else if cursor.take("next", "following", "coming") {
      if let number = cursor.number() {
        guard let unit = TimeUnit(english: cursor.text), unit == .day || unit == .week, number > 0 else { return nil }
        cursor.index += 1
        return .days(today, count: min(number, 400) * (unit == .week ? 7 : 1))
      }
      shift = 1
    } else if cursor.take("last") {
      shift = -1
    } else if cursor.take("weekend") {
      return weekend(shift: 0)
    } else {
      return nil
    }
    if cursor.take("week") { return week(shift: shift) }
    if cursor.take("weekend") { return weekend(shift: shift) }
    if cursor.take("month") { return month(shift: shift) }
    return nil
  }

  // MARK: today, next Monday, 5 March

  private func date(_ cursor: inout PhraseCursor) -> PhraseMeaning? {
    let hasPreposition = cursor.take("on", "by", "for", "from", "before", "until", "due")
    if cursor.takeAll("the", "day", "after", "tomorrow") || cursor.takeAll("day", "after", "tomorrow") {
      return day(shift: 2)
    }
    if cursor.take("today") { return day(shift: 0) }
    if cursor.take("tomorrow", "tmrw", "tmr") { return day(shift: 1) }
    if cursor.take("yesterday") { return day(shift: -1) }
    if cursor.take("tonight") { return .dayPart(today, .evening) }
    if let meaning = weekday(&cursor, hasPreposition: hasPreposition) { return meaning }
    return calendarDate(&cursor, hasPreposition: hasPreposition)
  }

  private func weekday(_ cursor: inout PhraseCursor, hasPreposition: Bool) -> PhraseMeaning? {
    var copy = cursor
    var shift: Int?
    if copy.take("next") {
      shift = 1
    } else if copy.take("last") {
      shift = -1
    } else {
      _ = copy.take("this", "coming")
    }
    let hasWord = hasPreposition || copy.index > cursor.index
    let weekday: Weekday
    if let full = Self.weekdays[copy.text] {
      weekday = full
    } else if hasWord, let short = Self.shortWeekdays[copy.text] {
      weekday = short
    } else {
      return nil
    }
    copy.index += 1
    // "Monday's report" is about the report.
    guard copy.text != "'" || copy.text(ahead: 1) != "s" else { return nil }
    cursor = copy
    return self.weekday(weekday, weekShift: shift)
  }

  private func calendarDate(_ cursor: inout PhraseCursor, hasPreposition: Bool) -> PhraseMeaning? {
    var copy = cursor
    if let month = Self.months[copy.text] {
      copy.index += 1
      guard let day = ordinal(&copy) else { return nil }
      let year = year(&copy)
      cursor = copy
      return date(year: year, month: month, day: day)
    }
    if let iso = isoDate(&copy) {
      cursor = copy
      return .day(iso, isWeekday: false)
    }
    copy = cursor
    _ = copy.take("the")
    guard let day = ordinal(&copy) else { return nil }
    let hasSuffix = !copy.tokens[copy.index - 1].isNumber
    _ = copy.take("of")
    if let month = Self.months[copy.text] {
      copy.index += 1
      let year = year(&copy)
      cursor = copy
      return date(year: year, month: month, day: day)
    }
    // "On the 5th".
    guard hasPreposition, hasSuffix else { return nil }
    cursor = copy
    return dayOfMonth(day)
  }

  private func isoDate(_ cursor: inout PhraseCursor) -> CivilDate? {
    guard cursor.text.utf8.count == 4, let year = cursor.number(), cursor.take("-", "/"),
      let month = cursor.number(), cursor.take("-", "/"), let day = cursor.number()
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  private func ordinal(_ cursor: inout PhraseCursor) -> Int? {
    guard !cursor.isAtEnd, cursor.tokens[cursor.index].isNumber, let day = cursor.number(), (1...31).contains(day)
    else { return nil }
    _ = cursor.take("st", "nd", "rd", "th")
    return day
  }

  private func year(_ cursor: inout PhraseCursor) -> Int? {
    var copy = cursor
    _ = copy.take(",")
    guard copy.text.utf8.count == 4, let year = copy.number(), (1_900...2_200).contains(year) else { return nil }
    cursor = copy
    return year
  }

  // MARK: in the morning

  private func dayPart(_ cursor: inout PhraseCursor) -> PhraseMeaning? {
    let isToday = cursor.take("this")
    if !isToday {
      _ = cursor.take("in", "at")
      _ = cursor.take("the")
    }
    guard let part = Self.parts[cursor.text] else { return nil }
    cursor.index += 1
    return isToday ? .dayPart(today, part) : .part(part)
  }

  // MARK: at 9, 9:30pm, from 2 to 4

  private func clock(_ cursor: inout PhraseCursor) -> PhraseMeaning? {
    let isBetween = cursor.take("between")
    let hasWord = isBetween || cursor.take("at", "from", "around", "by", "@", "before", "until", "after")
    guard case (var first, let isMarked)? = oneClock(&cursor) else { return nil }
    var copy = cursor
    if copy.take("to", "-", "~", "until", "till") || (isBetween && copy.take("and")),
      let (second, isSecondMarked) = oneClock(&copy),
      hasWord || isMarked || isSecondMarked
    {
      cursor = copy
      if !first.isExact, second.isExact, first.hour <= 12, first.hour > 0 {
        // "2-4pm": both in the afternoon, unless that puts the end before the start ("10-2pm").
        let late = first.hour % 12 + 12
        if second.hour >= 12, late * 60 + first.minute < second.hour * 60 + second.minute { first.hour = late }
        first.isExact = true
      }
      return .clock(first, until: second)
    }
    return hasWord || isMarked ? .clock(first, until: nil) : nil
  }

  /// `isMarked`: something beside the number shows that it is a time.
  private func oneClock(_ cursor: inout PhraseCursor) -> (PhraseClock, isMarked: Bool)? {
    if cursor.take("noon", "midday") { return (PhraseClock(hour: 12, minute: 0, part: nil, isExact: true), true) }
    if cursor.take("midnight") { return (PhraseClock(hour: 0, minute: 0, part: nil, isExact: true), true) }
    var copy = cursor
    var offset = 0
    var isMarked = false
    if copy.takeAll("half", "past") {
      offset = 30
    } else if copy.takeAll("quarter", "past") || copy.takeAll("a", "quarter", "past") {
      offset = 15
    } else if copy.takeAll("quarter", "to") || copy.takeAll("a", "quarter", "to") {
      offset = -15
    }
    if offset != 0 { isMarked = true }
    let isDigits = !copy.isAtEnd && copy.tokens[copy.index].isNumber
    let isPadded = copy.text.utf8.count == 2 && copy.text.hasPrefix("0")
    guard var hour = copy.number(), hour <= 23 else { return nil }
    var minute = 0
    if offset == 0, isDigits, copy.text == ":" || copy.text == ".", copy.text(ahead: 1).utf8.count == 2 {
      var ahead = copy
      let separator = ahead.text
      ahead.index += 1
      if let value = ahead.number(), value <= 59 {
        // "9.30" is a time only with a word that says so.
        if separator == ":" { isMarked = true }
        minute = value
        copy = ahead
      }
    } else if offset == 0, !isDigits, !copy.isAtEnd, !copy.tokens[copy.index].isNumber {
      // "Nine thirty".
      var ahead = copy
      if let value = ahead.number(), (10...59).contains(value), TimeUnit(english: ahead.text) == nil {
        minute = value
        copy = ahead
      }
    }
    var isExact = hour > 12 || hour == 0 || (isPadded && isMarked)
    if let isAfternoon = halfOfDay(&copy) {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
      isExact = true
      isMarked = true
    } else if copy.takeAll("o", "'", "clock") || copy.take("oclock") {
      isMarked = true
    } else if !isMarked, TimeUnit(english: copy.text) != nil {
      // "At 3 days' notice", "by 2 hours".
      return nil
    }
    if offset < 0 {
      hour = (hour + 23) % 24
      minute = 45
      if hour == 0, !isExact { hour = 12 }
    } else if offset > 0 {
      minute = offset
    }
    cursor = copy
    return (PhraseClock(hour: hour, minute: minute, part: nil, isExact: isExact), isMarked)
  }

  private func halfOfDay(_ cursor: inout PhraseCursor) -> Bool? {
    if cursor.take("pm") { return true }
    if cursor.take("am") { return false }
    for (letter, isAfternoon) in [("p", true), ("a", false)] where cursor.text == letter {
      var copy = cursor
      copy.index += 1
      guard copy.takeAll(".", "m") || copy.take("m") else { continue }
      _ = copy.take(".")
      cursor = copy
      return isAfternoon
    }
    return nil
  }

  // MARK: for an hour

  private func length(_ cursor: inout PhraseCursor) -> PhraseMeaning? {
    _ = cursor.take("for")
    guard let (halves, unit) = amount(&cursor), let minutes = unit.minutes else { return nil }
    return .duration(minutes: min(halves, 20_000) * minutes / 2)
  }

  private static let weekdays: [String: Weekday] = [
    "monday": .monday, "tuesday": .tuesday, "wednesday": .wednesday, "thursday": .thursday, "friday": .friday,
    "saturday": .saturday, "sunday": .sunday,
  ]
  private static let shortWeekdays: [String: Weekday] = [
    "mon": .monday, "tue": .tuesday, "tues": .tuesday, "wed": .wednesday, "thu": .thursday, "thur": .thursday,
    "thurs": .thursday, "fri": .friday, "sat": .saturday, "sun": .sunday,
  ]
  private static let months: [String: Int] = [
    "january": 1, "jan": 1, "february": 2, "feb": 2, "march": 3, "mar": 3, "april": 4, "apr": 4, "may": 5, "june": 6,
    "jun": 6, "july": 7, "jul": 7, "august": 8, "aug": 8, "september": 9, "sep": 9, "sept": 9, "october": 10,
    "oct": 10, "november": 11, "nov": 11, "december": 12, "dec": 12,
  ]
  private static let parts: [String: DayPart] = [
    "morning": .morning, "afternoon": .afternoon, "evening": .evening, "night": .night, "lunchtime": .noon,
  ]
}
