/// The rule at the end of a zone file for all years after its table: POSIX's TZ, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneTail: Sendable, Hashable {
  /// When a change happens each year: a day, and seconds after its midnight in the time that held before.
  private enum Day: Hashable {
    /// Month, week 1 to 5 (5 is the last), weekday with Sunday as 0.
    case weekday(month: Int, week: Int, weekday: Int)
    /// 1 to 365; 29 February is never counted.
    case withoutLeapDay(Int)
    /// 0 to 365.
    case dayOfYear(Int)
  }

  private struct Change: Hashable {
    var day: Day
    var second: Int
  }

  private let standard: Int
  private let summer: Summer?

  private struct Summer: Hashable {
    var offset: Int
    var start: Change
    var end: Change
  }

  init?(posix text: String) {
    var scanner = PosixScanner(text)
    guard scanner.takeName(), let standard = scanner.offset() else { return nil }
    self.standard = -standard
    guard !scanner.isAtEnd else {
      summer = nil
      return
    }
    guard scanner.takeName() else { return nil }
    var summerOffset = self.standard + 3600
    if !scanner.isNext(",") {
      guard let given = scanner.offset() else { return nil }
      summerOffset = -given
    }
    guard let start = Self.change(&scanner), let end = Self.change(&scanner), scanner.isAtEnd else { return nil }
    summer = Summer(offset: summerOffset, start: start, end: end)
  }

  private static func change(_ scanner: inout PosixScanner) -> Change? {
    guard scanner.take(",") else { return nil }
    let day: Day
    if scanner.take("M") {
      guard let month = scanner.number(), (1...12).contains(month), scanner.take("."), let week = scanner.number(),
        (1...5).contains(week), scanner.take("."), let weekday = scanner.number(), weekday < 7
      else { return nil }
      day = .weekday(month: month, week: week, weekday: weekday)
    } else if scanner.take("J") {
      guard let number = scanner.number(), (1...365).contains(number) else { return nil }
      day = .withoutLeapDay(number)
    } else {
      guard let number = scanner.number(), number <= 365 else { return nil }
      day = .dayOfYear(number)
    }
    guard scanner.take("/") else { return Change(day: day, second: 7200) }
    return scanner.offset().map { Change(day: day, second: $0) }
  }

  func offset(at secondsSinceEpoch: Int) -> Int {
    guard let summer else { return standard }
    let year = Moment(secondsSinceEpoch: secondsSinceEpoch, offset: standard).date.year
    let start = Self.second(summer.start, year) - standard
    let end = Self.second(summer.end, year) - summer.offset
    let isSummer =
      start <= end
      ? start <= secondsSinceEpoch && secondsSinceEpoch < end
      : !(end <= secondsSinceEpoch && secondsSinceEpoch < start)
    return isSummer ? summer.offset : standard
  }

  /// The local time of a change, as seconds since the epoch.
  private static func second(_ change: Change, _ year: Int) -> Int {
    let newYear = CivilDate(year: year, month: 1, day: 1) ?? .first
    let day: Int
    switch change.day {
    case .weekday(let month, let week, let weekday):
      let first = CivilDate(year: year, month: month, day: 1) ?? .first
      let ahead = (weekday - first.weekday.rawValue % 7 + 7) % 7
      var inMonth = ahead + (week - 1) * 7
      if inMonth >= CivilDate.daysInMonth(month, year: year) { inMonth -= 7 }
      day = first.dayNumber + inMonth
    case .withoutLeapDay(let number):
      day = newYear.dayNumber + number - 1 + (CivilDate.isLeap(year) && number > 59 ? 1 : 0)
    case .dayOfYear(let number): day = newYear.dayNumber + number
    }
    return day * 86_400 + change.second
  }
}

private struct PosixScanner {
  private let characters: [UInt8]
  private var position = 0

  init(_ text: String) { characters = Array(text.utf8) }

  var isAtEnd: Bool { position == characters.count }

  func isNext(_ character: Unicode.Scalar) -> Bool {
    position < characters.count && UInt32(characters[position]) == character.value
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard isNext(character) else { return false }
    position += 1
    return true
  }

  /// An abbreviation: letters, or anything between `<` and `>`.
  mutating func takeName() -> Bool {
    if take("<") {
      while !isAtEnd, !isNext(">") { position += 1 }
      return take(">")
    }
    let start = position
    while position < characters.count, isLetter(characters[position]) { position += 1 }
    return position > start
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// At most three digits.
  mutating func number() -> Int? {
    let start = position
    var value = 0
    while position < characters.count, position - start < 3,
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(characters[position])
    {
      value = value * 10 + Int(characters[position] - UInt8(ascii: "0"))
      position += 1
    }
    return position > start ? value : nil
  }

  /// `[+|-]hh[:mm[:ss]]` in seconds; up to 167 hours, as RFC 9636 allows.
  mutating func offset() -> Int? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    guard let hours = number(), hours <= 167 else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where take(":") {
      guard let value = number(), value < 60 else { return nil }
      seconds += value * unit
    }
    return isNegative ? -seconds : seconds
  }
}
