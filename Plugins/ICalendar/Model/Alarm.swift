/// A VALARM: when to draw attention to an event or a to-do.
package struct Alarm: Sendable {
  package enum Trigger: Sendable {
    case beforeStart(CalendarDuration)
    case beforeEnd(CalendarDuration)
    case at(Instant)
  }

  /// `DISPLAY`, `AUDIO`, `EMAIL` or what the file says.
  package let action: String
  package let text: String?
  package let trigger: Trigger

  /// Nil when its trigger cannot be read.
  init?(_ component: Component, zones: FileZones) {
    guard let line = component.line("TRIGGER") else { return nil }
    if let duration = CalendarDuration(parsing: line.value) {
      trigger = line.parameter("RELATED")?.uppercased() == "END" ? .beforeEnd(duration) : .beforeStart(duration)
    } else if let time = CalendarTime(parsing: line.value), !time.isDay {
      trigger = .at(time.instant(for: .utc))
    } else {
      return nil
    }
    action = component.line("ACTION")?.value.trimmed.uppercased() ?? "DISPLAY"
    text = component.text("DESCRIPTION")
  }

  /// The moment for something that lasts from `start` to `end`, with days counted by the clock of `zone`.
  package func moment(start: Instant, end: Instant, in zone: Zone) -> Instant {
    switch trigger {
    case .beforeStart(let duration): duration.end(after: zone.civil(at: start), in: zone)
    case .beforeEnd(let duration): duration.end(after: zone.civil(at: end), in: zone)
    case .at(let instant): instant
    }
  }
}
