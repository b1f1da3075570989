/// All that takes place in a window of time.
package struct Agenda: Sendable {
  /// In order of start; of those that start together, whole days come first.
  package private(set) var occurrences: [Occurrence] = []
  /// Whether the work allowed ran out, so that something may be missing.
  package private(set) var isIncomplete = false

  private let window: Range<Instant>
  private let viewer: Zone
  private static let maximum = 20_000

  /// - Parameters:
  ///   - events: those of one file. Occurrences that are cancelled are left out.
  ///   - viewer: whose days and floating times are meant.
  package init(of events: [Event], in window: Range<Instant>, viewer: Zone, budget: inout ExpansionBudget) {
    self.window = window
    self.viewer = viewer
    var series: [String: [Event]] = [:]
    var order: [String] = []
    for (index, event) in events.enumerated() {
      // Events without a UID have nothing to do with each other.
      let key = event.uid.isEmpty ? "\u{0}\(index)" : event.uid
      if series[key] == nil { order.append(key) }
      series[key, default: []].append(event)
    }
    for key in order { add(series[key] ?? [], &budget) }
    if budget.isExhausted { isIncomplete = true }
    occurrences.sort { $0.isBefore($1) }
  }

  private mutating func add(_ events: [Event], _ budget: inout ExpansionBudget) {
    // Of several versions of the same thing the newest counts; a file that has been merged may hold both. Events of
    // one version that share a UID against the rules are all kept: showing one twice is better than losing one.
    let newest = events.lazy.filter { $0.recurrenceID == nil }.map(\.sequence).max()
    let masters = events.filter { $0.recurrenceID == nil && $0.sequence == newest }
    var overrides: [Instant: Event] = [:]
    for event in events {
      guard let id = event.recurrenceID else { continue }
      let instant = id.instant(for: viewer)
      if let known = overrides[instant], known.sequence > event.sequence { continue }
      overrides[instant] = event
    }
    for event in overrides.values { append(event, at: event.start) }
    for event in masters { expand(event, except: overrides, &budget) }
  }

  private mutating func expand(_ event: Event, except overrides: [Instant: Event], _ budget: inout ExpansionBudget) {
    let excludedDays = Set(event.excludedDates.filter(\.isDay).map(\.date))
    let excluded = Set(event.excludedDates.filter { !$0.isDay }.map { $0.instant(for: viewer) })
    var seen: Set<Instant> = []
    func isWanted(_ time: CalendarTime) -> Bool {
      let instant = time.instant(for: viewer)
      return seen.insert(instant).inserted && overrides[instant] == nil && !excluded.contains(instant)
        && !excludedDays.contains(time.date)
    }
    if event.rules.isEmpty {
      if isWanted(event.start) { append(event, at: event.start) }
    }
    let zone = event.start.zone(for: viewer)
    let bounds = clockBounds(for: event, zone: zone)
    for rule in event.rules {
      var iterator = RecurrenceIterator(
        rule, start: event.start.clock, isDay: event.isAllDay, zone: zone, lower: bounds.lower, upper: bounds.upper)
      while !isIncomplete, let clock = iterator.next(&budget) {
        let time = event.start.with(clock)
        if isWanted(time) { append(event, at: time) }
      }
    }
    for time in event.extraDates {
      // A day among the dates of an event with times means that day at the usual time.
      let time = time.isDay && !event.isAllDay ? sameTime(as: event.start, on: time.date) : time
      if isWanted(time) { append(event, at: time) }
    }
  }

  private mutating func append(_ event: Event, at time: CalendarTime) {
    guard !event.isCancelled else { return }
    let occurrence = event.occurrence(at: time, viewer: viewer)
    guard occurrence.overlaps(window) else { return }
    if occurrences.count < Self.maximum { occurrences.append(occurrence) } else { isIncomplete = true }
  }

  private func sameTime(as start: CalendarTime, on date: CivilDate) -> CalendarTime {
    CivilDateTime(date, secondOfDay: start.clock.secondOfDay).map(start.with) ?? .day(date)
  }

  /// Between which clocks an occurrence must start to touch the window, with a day to spare for jumps of the clock.
  private func clockBounds(for event: Event, zone: Zone) -> (lower: CivilDateTime, upper: CivilDateTime) {
    let first = event.occurrence(at: event.start, viewer: viewer)
    let length = first.end.seconds - first.start.seconds
    let day: Int64 = 2 * 86_400
    return (
      zone.civil(at: window.lowerBound.adding(seconds: -length - day)),
      zone.civil(at: window.upperBound.adding(seconds: day))
    )
  }
}
