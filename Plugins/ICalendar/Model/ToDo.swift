/// A VTODO: something to be done, perhaps by some time.
package struct ToDo: Sendable {
  /// Empty when the file gives none.
  package let uid: String
  package let title: String?
  package let notes: String?
  /// `NEEDS-ACTION`, `IN-PROCESS`, `COMPLETED`, `CANCELLED` or what the file says.
  package let status: String?
  package let start: CalendarTime?
  /// DUE, or DTSTART with DURATION.
  package let due: CalendarTime?
  package let completed: CalendarTime?
  package let percentComplete: Int?
  /// 1 (highest) to 9.
  package let priority: Int?
  package let rules: [RecurrenceRule]
  package let extraDates: [CalendarTime]
  package let excludedDates: [CalendarTime]
  /// Whether it is to be done again and again.
  package let isRecurring: Bool
  package let recurrenceID: CalendarTime?
  package let alarms: [Alarm]
  /// Where it begins in its file, from 1.
  package let line: Int

  package var isCompleted: Bool { status == "COMPLETED" || (status == nil && completed != nil) }
  package var isCancelled: Bool { status == "CANCELLED" }
  package var isOpen: Bool { !isCompleted && !isCancelled }

  /// What cannot be read is added to `problems`.
  init(_ component: Component, zones: FileZones, problems: inout [CalendarDocument.Problem]) {
    var reader = PropertyReader(component, zones: zones)
    defer { problems += reader.problems }
    uid = component.line("UID")?.value.trimmed ?? ""
    title = reader.text("SUMMARY")
    notes = reader.text("DESCRIPTION")
    status = reader.word("STATUS")
    let start = reader.time("DTSTART")
    self.start = start
    if let due = reader.time("DUE") {
      self.due = due
    } else if let start, let duration = reader.duration("DURATION") {
      due = start.clock.date.adding(days: duration.days)
        .flatMap { CivilDateTime($0, secondOfDay: start.clock.secondOfDay)?.adding(seconds: duration.seconds) }
        .map(start.with)
    } else {
      due = nil
    }
    completed = reader.time("COMPLETED")
    percentComplete = reader.integer("PERCENT-COMPLETE", in: 0...100)
    priority = reader.integer("PRIORITY", in: 1...9)
    rules = reader.rules()
    extraDates = reader.times("RDATE")
    excludedDates = reader.times("EXDATE")
    isRecurring = component.line("RRULE") != nil || component.line("RDATE") != nil
    recurrenceID = reader.time("RECURRENCE-ID")
    alarms = component.components(named: "VALARM").compactMap { Alarm($0, zones: zones) }
    line = component.lineNumber
  }
}
