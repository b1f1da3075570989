/// The rules of a `VTIMEZONE`: each STANDARD or DAYLIGHT part says from when on, and in which yearly rhythm, its
/// offset takes over.
///
/// All changes are worked out once, for every year with something of its own and 401 more. After those years a zone
/// only repeats itself, and so does the calendar every 400 years, to the weekday; later moments are mapped back.
struct EmbeddedZone: ZoneRules {
  private let list: TransitionList
  /// Moments after it are mapped back by whole cycles of 400 years.
  private let horizon: Int64

  private static let cycle: Int64 = 146_097 * 86_400
  private static let maximumChanges = 20_000

  /// Nil when the component has no part that can be used. What cannot be used is added to `problems`.
  init?(_ component: Component, budget: inout ExpansionBudget, problems: inout [CalendarDocument.Problem]) {
    let parts = component.components.compactMap { part -> Observance? in
      guard part.name == "STANDARD" || part.name == "DAYLIGHT" else { return nil }
      return Observance(part, problems: &problems)
    }
    guard let first = parts.min(by: { $0.startSeconds < $1.startSeconds }) else { return nil }
    let lastYear = min(parts.map(\.lastYear).max() ?? 2_000, 2_200) + 401
    var changes: [(seconds: Int64, offset: Int)] = []
    for part in parts {
      for seconds in part.onsets(throughYear: lastYear, limit: Self.maximumChanges - changes.count, &budget) {
        changes.append((seconds, part.offsetTo))
      }
    }
    // `sort` is stable in practice but not by promise, so that equal moments are ordered by their offset too.
    changes.sort { ($0.seconds, $0.offset) < ($1.seconds, $1.offset) }
    list = TransitionList(initialOffset: first.offsetFrom, changes: changes)
    horizon = CivilDate(year: lastYear, month: 1, day: 1).map { Int64($0.daysSinceEpoch) * 86_400 } ?? .max
  }

  func offset(at seconds: Int64) -> Int {
    list.offset(at: seconds - shift(seconds))
  }

  func transitions(from: Int64, to: Int64) -> [ZoneTransition] {
    let shift = shift(to)
    return list.transitions(from: from - shift, to: to - shift).map {
      ZoneTransition(seconds: $0.seconds + shift, before: $0.before, after: $0.after)
    }
  }

  private func shift(_ seconds: Int64) -> Int64 {
    guard seconds > horizon else { return 0 }
    return ((seconds - horizon) / Self.cycle + 1) * Self.cycle
  }
}

/// One STANDARD or DAYLIGHT part.
private struct Observance {
  let offsetFrom: Int
  let offsetTo: Int
  let start: CivilDateTime
  let rules: [RecurrenceRule]
  let dates: [CivilDateTime]

  init?(_ component: Component, problems: inout [CalendarDocument.Problem]) {
    func complain(_ line: ContentLine?, _ message: String) {
      problems.append(.init(line: line?.number ?? component.lineNumber, message: message))
    }
    guard let from = component.line("TZOFFSETFROM"), let offsetFrom = Self.offset(from.value),
      let to = component.line("TZOFFSETTO"), let offsetTo = Self.offset(to.value),
      let startLine = component.line("DTSTART"), let start = CalendarTime(parsing: startLine.value)
    else {
      complain(nil, "\(component.name) without a usable DTSTART, TZOFFSETFROM and TZOFFSETTO")
      return nil
    }
    self.offsetFrom = offsetFrom
    self.offsetTo = offsetTo
    self.start = start.clock
    var rules: [RecurrenceRule] = []
    for line in component.lines("RRULE") {
      do {
        rules.append(try RecurrenceRule(parsing: line.value))
      } catch {
        complain(line, "the rule of a time zone \(error)")
      }
    }
    self.rules = rules
    var dates: [CivilDateTime] = []
    for line in component.lines("RDATE") {
      for text in line.value.split(separator: ",") {
        switch CalendarTime(parsing: text) {
        case .utc(let clock): if let local = clock.adding(seconds: Int64(offsetFrom)) { dates.append(local) }
        case .some(let time): dates.append(time.clock)
        case nil: complain(line, "RDATE '\(text.prefix(40))' is no date")
        }
      }
    }
    self.dates = dates
  }

  var startSeconds: Int64 { start.clockSeconds - Int64(offsetFrom) }

  /// The last year in which something other than an endless rule happens.
  var lastYear: Int {
    var years = [start.date.year] + dates.map(\.date.year)
    for case .until(let time) in rules.map(\.end) { years.append(time.date.year) }
    return years.max() ?? start.date.year
  }

  /// The moments at which the part takes over, in seconds since 1970, in no particular order.
  func onsets(throughYear year: Int, limit: Int, _ budget: inout ExpansionBudget) -> [Int64] {
    guard let last = CivilDate(year: min(year, 9_999), month: 12, day: 31) else { return [] }
    let zone = Zone.fixed(offset: offsetFrom, name: "")
    var clocks: Set<CivilDateTime> = [start]
    clocks.formUnion(dates.prefix(max(limit - 1, 0)))
    for rule in rules {
      var iterator = RecurrenceIterator(
        rule, start: start, isDay: false, zone: zone, lower: start, upper: CivilDateTime(startOf: last))
      while clocks.count < limit, let clock = iterator.next(&budget) { clocks.insert(clock) }
    }
    return clocks.map { $0.clockSeconds - Int64(offsetFrom) }
  }

  /// `+0100`, `-000115` or `+01:00`, in seconds.
  private static func offset(_ text: String) -> Int? {
    var scanner = ByteScanner(text.trimmed)
    let isNegative = scanner.take("-")
    if !isNegative { _ = scanner.take("+") }
    guard let hours = scanner.digits(2), hours <= 23 else { return nil }
    _ = scanner.take(":")
    guard let minutes = scanner.digits(2), minutes <= 59 else { return nil }
    var seconds = 0
    if !scanner.isAtEnd {
      _ = scanner.take(":")
      guard let value = scanner.digits(2), value <= 59, scanner.isAtEnd else { return nil }
      seconds = value
    }
    let total = hours * 3_600 + minutes * 60 + seconds
    return isNegative ? -total : total
  }
}
