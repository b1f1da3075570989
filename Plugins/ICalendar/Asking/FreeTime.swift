/// The time that is left between events.
package struct FreeTime: Sendable {
  package struct Slot: Hashable, Sendable {
    package let start: Instant
    package let end: Instant

    package var minutes: Int { Int((end.seconds - start.seconds) / 60) }
  }

  /// In order, each as long as it can be.
  package private(set) var slots: [Slot] = []

  /// - Parameters:
  ///   - window: what to look at.
  ///   - occurrences: in order of start; those that keep nobody busy are passed over.
  ///   - day: between which minutes after midnight time counts at all, by the clock of `zone`.
  ///   - minimumMinutes: shorter gaps are of no use.
  package init(
    in window: TimeWindow, between occurrences: [Occurrence], day: Range<Int>, minimumMinutes: Int, zone: Zone
  ) {
    let busy = occurrences.filter(\.isBusy)
    var next = 0
    var date: CivilDate? = zone.civil(at: window.start).date
    while let today = date, zone.startOfDay(today) < window.end {
      date = today.adding(days: 1)
      let opening = max(window.start, Self.instant(today, day.lowerBound, zone))
      let closing = min(window.end, Self.instant(today, day.upperBound, zone))
      guard opening < closing else { continue }
      var free = opening
      // Events are in order of start, so those that end before this day can be left behind; long ones stay.
      while next < busy.count, busy[next].end <= opening { next += 1 }
      for occurrence in busy[next...] {
        guard occurrence.start < closing else { break }
        guard occurrence.end > free else { continue }
        add(from: free, to: occurrence.start, minimumMinutes)
        free = max(free, occurrence.end)
      }
      add(from: free, to: closing, minimumMinutes)
    }
  }

  private mutating func add(from start: Instant, to end: Instant, _ minimumMinutes: Int) {
    guard end.seconds - start.seconds >= Int64(max(minimumMinutes, 1)) * 60 else { return }
    slots.append(Slot(start: start, end: end))
  }

  private static func instant(_ date: CivilDate, _ minute: Int, _ zone: Zone) -> Instant {
    let clock = CivilDateTime(startOf: date).adding(seconds: Int64(minute) * 60)
    return clock.map(zone.instant) ?? zone.startOfDay(date)
  }
}

extension Occurrence {
  /// Whether it keeps somebody from doing something else. All-day events count unless they say that they do not, as
  /// RFC 5545 has it.
  package var isBusy: Bool { !event.isTransparent && end > start }
}
