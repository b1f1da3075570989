import ICalendar

/// A reminder as the skills report it. All times are RFC 3339 with the offset of `timezone`.
struct ReminderOutput: Encodable {
  /// What `reminder.complete` takes: the to-do's UID, with the occurrence behind it when it repeats.
  let id: String
  let title: String
  /// When it is due; for a day without a time, that day's start.
  let due: String?
  /// The day it is due when no time was given.
  let dueDay: String?
  let timezone: String
  /// `open` or `completed`.
  let status: String
  let overdue: Bool
  let completedAt: String?
  let notes: String?
  /// 1 (highest) to 9.
  let priority: Int?
  let recurring: Bool
  /// The file it is in.
  let list: String

  private static let maximumNotes = 1_000

  init(_ entry: ReminderAccess.Entry, viewer: Viewer) {
    let toDo = entry.toDo
    id = entry.id
    title = toDo.title ?? "(untitled)"
    due = entry.due.map { viewer.text($0.instant(for: viewer.zone)) }
    dueDay = entry.due.flatMap { $0.isDay ? $0.date.description : nil }
    timezone = viewer.zone.name
    status = toDo.isCompleted ? "completed" : "open"
    overdue = entry.isOverdue(for: viewer)
    completedAt = toDo.completed.map { viewer.text($0.instant(for: viewer.zone)) }
    notes = toDo.notes.map { $0.count > Self.maximumNotes ? $0.prefix(Self.maximumNotes) + "…" : $0 }
    priority = toDo.priority
    recurring = toDo.isRecurring || toDo.recurrenceID != nil
    list = entry.file
  }
}

extension ReminderAccess.Entry {
  /// Whether its time is over; that of a day is over when the day is.
  func isOverdue(for viewer: Viewer) -> Bool {
    guard toDo.isOpen, let due else { return false }
    let end = due.isDay ? viewer.startOfDay(after: due.date) : due.instant(for: viewer.zone)
    return end <= viewer.now
  }
}
