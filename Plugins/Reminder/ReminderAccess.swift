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

  /// All to-dos of the folder that are not cancelled; of copies in several files the first counts.
  func entries(of snapshot: CalendarFolder.Snapshot) -> [Entry] {
    var entries: [Entry] = []
    var seen: Set<String> = []
    for file in snapshot.files {
      for toDo in file.contents.toDos where !toDo.isCancelled && toDo.recurrenceID == nil {
        guard toDo.uid.isEmpty || seen.insert(toDo.uid).inserted else { continue }
        entries.append(Entry(toDo: toDo, file: file.name))
      }
    }
    return entries
  }

  /// A to-do and the file it is in.
  struct Entry {
    let toDo: ToDo
    let file: String
  }
}
