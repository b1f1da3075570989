/// One time at which an event takes place.
package struct Occurrence: Sendable {
  package let event: Event
  package let start: Instant
  /// Exclusive, and never before `start`.
  package let end: Instant
  /// The days of an all-day event, the last one included. Nil for an event with times.
  package let days: ClosedRange<CivilDate>?

  /// The order of a list: by start; of those that start together, whole days first.
  package func isBefore(_ other: Occurrence) -> Bool {
    (start, days == nil ? 1 : 0, end, event.title ?? "")
      < (other.start, other.days == nil ? 1 : 0, other.end, other.event.title ?? "")
  }

  /// Whether any of it lies in the window. Something that takes no time lies where it starts.
  package func overlaps(_ window: Range<Instant>) -> Bool {
    start < window.upperBound && (end > window.lowerBound || (start == end && start >= window.lowerBound))
  }
}

extension Event {
  /// The event as it takes place from `time` on, to somebody in the zone `viewer`.
  func occurrence(at time: CalendarTime, viewer: Zone) -> Occurrence {
    if case .day(let first) = time {
      let count = max(dayCount, 1)
      let after = first.adding(days: count) ?? first
      let last = first.adding(days: count - 1) ?? first
      let start = viewer.startOfDay(first)
      return Occurrence(event: self, start: start, end: max(start, viewer.startOfDay(after)), days: first...last)
    }
    let start = time.instant(for: viewer)
    let zone = time.zone(for: viewer)
    let end =
      switch length {
      case .unspecified: start
      case .duration(let duration): duration.end(after: time.clock, in: zone)
      case .until(let end):
        start.adding(seconds: end.instant(for: viewer).seconds - self.start.instant(for: viewer).seconds)
      }
    return Occurrence(event: self, start: start, end: max(start, end), days: nil)
  }

  /// How many days an all-day event takes.
  private var dayCount: Int {
    switch length {
    case .unspecified: 1
    case .until(let end): end.date.daysSinceEpoch - start.date.daysSinceEpoch
    case .duration(let duration): duration.days + Int(duration.seconds / 86_400)
    }
  }
}

extension Event {
  /// As it takes place for the first time.
  package func firstOccurrence(for viewer: Zone) -> Occurrence { occurrence(at: start, viewer: viewer) }
}
