/// What a phrase in English or Chinese says about days and times, and what it says beside that.
///
/// "Remind me to water the plants tomorrow at 9" says the day, the time, and "Remind me to water the plants". Only the
/// first day, time and length of a phrase count; later ones stay where they are, because they belong to what the
/// phrase is about ("on Friday, prepare for Monday").
package struct PhraseReading: Sendable {
  /// The day that is named, or the first of several.
  package private(set) var day: CivilDate?
  /// How many days are meant: 1, or more for "this week".
  package private(set) var dayCount = 1
  package private(set) var part: DayPart?
  /// The length that is named ("for an hour"), in minutes.
  package private(set) var minutes: Int?
  /// The phrase without what was understood of time, its ends trimmed.
  package private(set) var rest = ""

  private let now: CivilDateTime
  private let zone: Zone
  private var later: Int64?
  private var clock: PhraseClock?
  private var endClock: PhraseClock?
  private var isWeekday = false

  /// - Parameters:
  ///   - now: what "today" and "in two hours" are counted from.
  ///   - zone: whose clock is meant.
  package init(_ phrase: String, now: Instant, zone: Zone) {
    self.now = zone.civil(at: now)
    self.zone = zone
    let phrase = PhraseTokens(phrase)
    let grammar = PhraseGrammar(today: self.now.date)
    var cursor = PhraseCursor(tokens: phrase.tokens, index: 0)
    var kept: [Range<Int>] = []
    while !cursor.isAtEnd {
      let start = cursor.index
      var copy = cursor
      if let meaning = grammar.meaning(at: &copy), copy.index > start, take(meaning) {
        cursor = copy
      } else {
        kept.append(phrase.tokens[start].range)
        cursor.index += 1
      }
    }
    rest = Self.text(of: kept, in: phrase.characters)
  }

  /// False when the phrase has already said something of that kind.
  private mutating func take(_ meaning: PhraseMeaning) -> Bool {
    switch meaning {
    case .day(let date, let isWeekday):
      guard day == nil, later == nil else { return false }
      (day, self.isWeekday) = (date, isWeekday)
    case .days(let date, let count):
      guard day == nil, later == nil else { return false }
      (day, dayCount) = (date, count)
    case .dayPart(let date, let part):
      guard day == nil || day == date, later == nil, self.part == nil else { return false }
      (day, self.part) = (date, part)
    case .part(let part):
      guard self.part == nil else { return false }
      self.part = part
    case .clock(let clock, let until):
      guard self.clock == nil, later == nil else { return false }
      (self.clock, endClock) = (clock, until)
    case .later(let seconds):
      guard day == nil, later == nil, clock == nil else { return false }
      later = seconds
    case .duration(let minutes):
      guard self.minutes == nil, minutes > 0 else { return false }
      self.minutes = minutes
    }
    return true
  }

  /// Joins what is left. Where something was taken out between two words, one space remains.
  private static func text(of ranges: [Range<Int>], in characters: [Character]) -> String {
    var text = ""
    var end = 0
    for range in ranges {
      let gap = characters[end..<range.lowerBound]
      let isSpaced =
        gap.contains(where: \.isWhitespace)
        || (!gap.isEmpty && text.last?.isAlphabetic == true && characters[range.lowerBound].isAlphabetic)
      if isSpaced, !text.isEmpty { text += " " }
      text += String(characters[range])
      end = range.upperBound
    }
    return text.trimmingPunctuation
  }
}

// MARK: - What it comes to

extension PhraseReading {
  /// Whether a time of day, or a moment, is named.
  package var hasTime: Bool { clock != nil || later != nil }
  /// Whether anything at all is said about when.
  package var hasWhen: Bool { day != nil || hasTime || part != nil }

  /// Whether the end is given by a length alone, and not by a time.
  package var isLengthOnly: Bool { endClock == nil }

  /// The clock at which something is to begin: the time named, or the usual one of the part of day named, or
  /// `defaultMinute` of the day named. Nil when nothing is said about when.
  package func start(defaultMinute: Int? = nil) -> CivilDateTime? {
    if let later { return zone.civil(at: zone.instant(of: now).adding(seconds: later)) }
    if let clock { return start(clock) }
    guard hasWhen else { return nil }
    if let part { return moment(onOrAfterToday: day, minute: part.usualMinute) }
    guard let day, let defaultMinute else { return nil }
    return Self.clock(day, minute: defaultMinute)
  }

  /// The clock at which it ends, when the phrase gives a range of times or a length.
  package func end(after start: CivilDateTime) -> CivilDateTime? {
    if let endClock {
      let part = endClock.part ?? part
      var minute = endClock.minutes(in: part)
      let startMinute = start.secondOfDay / 60
      if minute <= startMinute, endClock.isOpen(in: part) || minute + 720 < 1_440 { minute += 720 }
      return minute > startMinute ? Self.clock(start.date, minute: minute) : nil
    }
    return minutes.flatMap { start.adding(seconds: Int64($0) * 60) }
  }

  /// The days that are meant: those named, or today when only a part of the day is.
  package var days: (first: CivilDate, count: Int)? {
    if let day { return (day, dayCount) }
    if let later, let date = zone.instant(of: now).adding(seconds: later) as Instant? {
      return (zone.civil(at: date).date, 1)
    }
    return hasWhen ? (now.date, 1) : nil
  }

  private func start(_ clock: PhraseClock) -> CivilDateTime? {
    var minute = clock.minutes(in: part)
    if let day, dayCount == 1 {
      if day == now.date, isPast(day, minute), clock.isOpen(in: part) {
        // "At 9", said at two in the afternoon, is nine in the evening.
        let later = minute + 720
        if later < 1_440, !isPast(day, later) { minute = later }
      }
      let isOver = isWeekday && day == now.date && isPast(day, minute)
      return Self.clock(isOver ? day.adding(days: 7) ?? day : day, minute: minute)
    }
    if clock.isOpen(in: part), isPast(now.date, minute), minute + 720 < 1_440, !isPast(now.date, minute + 720) {
      minute += 720
    }
    return moment(onOrAfterToday: nil, minute: minute)
  }

  /// That minute of the day, or without a day, its next occurrence.
  private func moment(onOrAfterToday day: CivilDate?, minute: Int) -> CivilDateTime? {
    if let day, dayCount == 1 { return Self.clock(day, minute: minute) }
    let tomorrow = now.date.adding(days: 1) ?? now.date
    return Self.clock(isPast(now.date, minute) ? tomorrow : now.date, minute: minute)
  }

  private func isPast(_ date: CivilDate, _ minute: Int) -> Bool {
    Self.clock(date, minute: minute).map { $0 <= now } ?? false
  }

  /// Minutes beyond the day belong to the next.
  private static func clock(_ date: CivilDate, minute: Int) -> CivilDateTime? {
    CivilDateTime(startOf: date).adding(seconds: Int64(minute) * 60)
  }
}
