import ICalendar

/// An event as the skills report it. All times are RFC 3339 with the offset of `timezone`.
struct EventOutput: Encodable {
  /// The event's UID; all occurrences of a series have the same.
  let id: String
  let title: String
  let start: String
  /// Exclusive.
  let end: String
  let timezone: String
  /// The zone that the event itself is in, where it is another.
  let eventTimezone: String?
  let allDay: Bool
  /// Of an all-day event: its first and last day.
  let firstDay: String?
  let lastDay: String?
  let location: String?
  let notes: String?
  let status: String?
  let recurring: Bool
  /// Whether it keeps the time occupied.
  let busy: Bool
  let alarms: [String]?
  /// The file it is in.
  let calendar: String

  private static let maximumNotes = 1_000

  init(_ entry: CalendarAccess.Entry, viewer: Viewer) {
    let occurrence = entry.occurrence
    let event = occurrence.event
    id = event.uid
    title = event.title ?? "(untitled)"
    start = viewer.text(occurrence.start)
    end = viewer.text(occurrence.end)
    timezone = viewer.zone.name
    let own = event.start.zone(for: viewer.zone).name
    eventTimezone = own == timezone ? nil : own
    allDay = event.isAllDay
    firstDay = occurrence.days?.lowerBound.description
    lastDay = occurrence.days?.upperBound.description
    location = event.location
    notes = event.notes.map { $0.count > Self.maximumNotes ? $0.prefix(Self.maximumNotes) + "…" : $0 }
    status = event.status?.lowercased()
    recurring = event.isRecurring || event.recurrenceID != nil
    busy = occurrence.isBusy
    let zone = event.start.zone(for: viewer.zone)
    let times = event.alarms.prefix(10).map { $0.moment(start: occurrence.start, end: occurrence.end, in: zone) }
    alarms = times.isEmpty ? nil : Set(times).sorted().map(viewer.text)
    calendar = entry.file
  }
}

/// Something that takes time, in short.
struct BusyOutput: Encodable {
  let title: String
  let start: String
  let end: String

  init(_ occurrence: Occurrence, viewer: Viewer) {
    title = occurrence.event.title ?? "(untitled)"
    start = viewer.text(occurrence.start)
    end = viewer.text(occurrence.end)
  }
}
