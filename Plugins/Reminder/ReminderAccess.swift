import ICalendar
import SkillPluginKit

/// The granted folder of reminders, and what the three skills do with it.
struct ReminderAccess: Sendable {
  private let environment: SkillEnvironment
  let catalog = ZoneCatalog()

  static let slot = "reminders"

  init(_ environment: SkillEnvironment) {
    self.environment = environment
  }

  func folder() throws -> CalendarFolder {
    CalendarFolder(path: try environment.directory(Self.slot), catalog: catalog)
  }

  func viewer(_ context: SkillContext) -> Viewer {
    let now = context.now
    return Viewer(
      now: Instant(seconds: Int64(now.secondsSinceEpoch)), offset: context.info("now") == nil ? nil : now.offset,
      timezone: context.timezone, catalog: catalog)
  }

  func viewer(_ intent: Intent) -> Viewer {
    Viewer(
      now: Instant(seconds: Int64(intent.now.secondsSinceEpoch)), offset: intent.now.offset,
      timezone: intent.timezone, catalog: catalog)
  }

  /// All to-dos of the folder that are not cancelled; of copies in several files the first counts. Of a repeating one,
  /// the occurrence that is to be done now.
  func entries(of snapshot: CalendarFolder.Snapshot, viewer: Viewer) -> [Entry] {
    var entries: [Entry] = []
    var seen: Set<String> = []
    var budget = ExpansionBudget(days: 2_000_000)
    for file in snapshot.files {
      var closed: [String: Set<String>] = [:]
      for toDo in file.contents.toDos where !toDo.isOpen {
        if let recurrence = toDo.recurrenceID { closed[toDo.uid, default: []].insert(ToDo.name(of: recurrence)) }
      }
      for toDo in file.contents.toDos where !toDo.isCancelled && toDo.recurrenceID == nil {
        guard toDo.uid.isEmpty || seen.insert(toDo.uid).inserted else { continue }
        guard toDo.isRecurring, toDo.isOpen else {
          entries.append(Entry(toDo: toDo, occurrence: nil, file: file.name))
          continue
        }
        let occurrence = toDo.currentOccurrence(
          now: viewer.now, viewer: viewer.zone, closed: closed[toDo.uid] ?? [], budget: &budget)
        // A series whose occurrences are all done has nothing to show.
        if let occurrence { entries.append(Entry(toDo: toDo, occurrence: occurrence, file: file.name)) }
      }
      // Occurrences that are done stand beside their series.
      for toDo in file.contents.toDos where toDo.isCompleted {
        guard let recurrence = toDo.recurrenceID else { continue }
        let occurrence = ToDo.Occurrence(recurrence: recurrence, due: toDo.due ?? recurrence)
        entries.append(Entry(toDo: toDo, occurrence: occurrence, file: file.name))
      }
    }
    return entries
  }

  /// A to-do, or one occurrence of it, and the file it is in.
  struct Entry {
    let toDo: ToDo
    let occurrence: ToDo.Occurrence?
    let file: String

    /// The UID; of an occurrence with its name behind it, so that completing it twice does not complete the next.
    var id: String { occurrence.map { "\(toDo.uid)#\(ToDo.name(of: $0.recurrence))" } ?? toDo.uid }
    var due: CalendarTime? { occurrence?.due ?? toDo.due }
  }
}
