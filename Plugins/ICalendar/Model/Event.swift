/// A VEVENT: one event, a series, or the changed occurrence of a series.
package struct Event: Sendable {
  package enum Length: Sendable {
    /// To that time; exclusive.
    case until(CalendarTime)
    case duration(CalendarDuration)
    /// One day for a day, no time at all for a time.
    case unspecified
  }

  /// Empty when the file gives none.
  package let uid: String
  package let title: String?
  package let notes: String?
  package let location: String?
  /// `CONFIRMED`, `TENTATIVE`, `CANCELLED` or what the file says.
  package let status: String?
  /// Whether the time stays free all the same (`TRANSP:TRANSPARENT`).
  package let isTransparent: Bool
  package let sequence: Int
  package let start: CalendarTime
  package let length: Length
  package let rules: [RecurrenceRule]
  package let extraDates: [CalendarTime]
  package let excludedDates: [CalendarTime]
  /// Which occurrence of its series it takes the place of.
  package let recurrenceID: CalendarTime?
  package let alarms: [Alarm]
  /// Where it begins in its file, from 1.
  package let line: Int

  package var isAllDay: Bool { start.isDay }
  package var isRecurring: Bool { !rules.isEmpty || !extraDates.isEmpty }
  package var isCancelled: Bool { status == "CANCELLED" }

  /// Nil when it has no readable DTSTART. What cannot be read is added to `problems`.
  init?(_ component: Component, zones: FileZones, problems: inout [CalendarDocument.Problem]) {
    var reader = PropertyReader(component, zones: zones)
    defer { problems += reader.problems }
    guard let start = reader.time("DTSTART") else {
      if component.line("DTSTART") == nil { reader.complain(nil, "event without a DTSTART") }
      return nil
    }
    self.start = start
    uid = component.line("UID")?.value.trimmed ?? ""
    title = reader.text("SUMMARY")
    notes = reader.text("DESCRIPTION")
    location = reader.text("LOCATION")
    status = reader.word("STATUS")
    isTransparent = reader.word("TRANSP") == "TRANSPARENT" || reader.word("X-MICROSOFT-CDO-BUSYSTATUS") == "FREE"
    sequence = reader.integer("SEQUENCE", in: 0...Int(Int32.max)) ?? 0
    if let end = reader.time("DTEND") {
      length = .until(end)
    } else if let duration = reader.duration("DURATION") {
      length = .duration(duration)
    } else {
      length = .unspecified
    }
    rules = reader.rules()
    extraDates = reader.times("RDATE")
    excludedDates = reader.times("EXDATE")
    recurrenceID = reader.time("RECURRENCE-ID")
    if let line = component.line("RECURRENCE-ID"), line.parameter("RANGE")?.uppercased() == "THISANDFUTURE" {
      reader.complain(line, "RANGE=THISANDFUTURE is applied to one occurrence only")
    }
    alarms = component.components(named: "VALARM").compactMap { Alarm($0, zones: zones) }
    line = component.lineNumber
  }
}
