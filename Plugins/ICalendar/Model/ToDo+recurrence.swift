/// Repeating to-dos.
///
/// The series itself stays open for ever; what is done is one occurrence, which then stands in the file as a to-do of
/// its own with a RECURRENCE-ID, as RFC 5545 has it. The standard does not say which occurrence is "the" one to show.
/// Here it is the last one that should have been done and was not, and when nothing was missed, the next; showing
/// every missed one of years would help nobody.
extension ToDo {
  package struct Occurrence: Sendable {
    /// Which one of the series: its start, or without one, when it is due.
    package let recurrence: CalendarTime
    package let due: CalendarTime

    package init(recurrence: CalendarTime, due: CalendarTime) {
      self.recurrence = recurrence
      self.due = due
    }
  }

  /// `20260310T020000Z`, or `20260310` for a day: names an occurrence inside its series.
  package static func name(of recurrence: CalendarTime) -> String {
    switch recurrence {
    case .day(let date): date.basic
    case .floating(let clock): clock.basic
    case .utc, .zoned: recurrence.instant(for: .utc).basic
    }
  }

  /// The occurrence that is to be done now; nil when all are done, or when nothing says when.
  ///
  /// - Parameter closed: the names of the occurrences that are done or cancelled.
  package func currentOccurrence(
    now: Instant, viewer: Zone, closed: Set<String>, budget: inout ExpansionBudget
  ) -> Occurrence? {
    guard let anchor = start ?? due else { return nil }
    var missed: Occurrence?
    for occurrence in occurrences(around: now, anchor: anchor, viewer: viewer, &budget) {
      let isClosed = closed.contains(Self.name(of: occurrence.recurrence))
      if occurrence.due.instant(for: viewer) < now {
        // What was done after a missed one makes up for it.
        missed = isClosed ? nil : occurrence
      } else if let missed {
        return missed
      } else if !isClosed {
        return occurrence
      }
    }
    return missed
  }

  /// In order, from three years before to ten years after; the series may be older and longer.
  private func occurrences(
    around now: Instant, anchor: CalendarTime, viewer: Zone, _ budget: inout ExpansionBudget
  ) -> [Occurrence] {
    let zone = anchor.zone(for: viewer)
    let year: Int64 = 366 * 86_400
    let lower = zone.civil(at: now.adding(seconds: -3 * year))
    let upper = zone.civil(at: now.adding(seconds: 10 * year))
    let excluded = Set(excludedDates.map(Self.name))
    var times: [CalendarTime] = rules.isEmpty ? [anchor] : []
    times += extraDates
    for rule in rules {
      var iterator = RecurrenceIterator(
        rule, start: anchor.clock, isDay: anchor.isDay, zone: zone, lower: lower, upper: upper)
      while times.count < 10_000, let clock = iterator.next(&budget) {
        if clock >= lower || rules.count > 1 { times.append(anchor.with(clock)) }
      }
    }
    let shift = (due ?? anchor).clock.clockSeconds - anchor.clock.clockSeconds
    return times.filter { !excluded.contains(Self.name(of: $0)) }
      .sorted { $0.instant(for: viewer) < $1.instant(for: viewer) }
      .compactMap { time in
        guard let clock = time.clock.adding(seconds: shift) else { return nil }
        return Occurrence(recurrence: time, due: (due ?? time).with(clock))
      }
  }
}

extension CalendarDocument {
  /// Adds the occurrence of a repeating to-do as one that is done. False when there is no such series.
  package mutating func completeOccurrence(
    uid: String, _ occurrence: ToDo.Occurrence, at moment: Instant
  ) -> Bool {
    insert(after: "VTODO", uid: uid) { series in
      var done = series
      for name in ["RRULE", "RDATE", "EXDATE", "EXRULE", "DURATION"] { done.remove(name) }
      done.items.removeAll { if case .component = $0 { true } else { false } }
      // The lines keep their TZID, so that they are in the zone that the series is in.
      let anchor = series.line("DTSTART") ?? series.line("DUE")
      if series.line("DTSTART") != nil { done.set(anchor, "DTSTART", occurrence.recurrence) }
      done.set(series.line("DUE") ?? anchor, "DUE", occurrence.due)
      done.set(anchor, "RECURRENCE-ID", occurrence.recurrence)
      done.complete(at: moment)
      return done
    }
  }
}

extension Component {
  /// Sets a line to another time of the same kind as `model` has.
  fileprivate mutating func set(_ model: ContentLine?, _ name: String, _ time: CalendarTime) {
    let isUTC = if case .utc = time { true } else { false }
    let value = time.isDay ? time.date.basic : time.clock.basic + (isUTC ? "Z" : "")
    let parameters = (model?.parameters ?? []).filter { $0.name == "TZID" || $0.name == "VALUE" }
    set(ContentLine(name, parameters, value: value))
  }
}
