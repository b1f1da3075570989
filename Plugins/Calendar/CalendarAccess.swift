import ICalendar
import SkillPluginKit

/// The granted folder of calendars, and what the three skills do with it.
struct CalendarAccess: Sendable {
  private let environment: SkillEnvironment
  let catalog = ZoneCatalog()

  static let slot = "calendars"

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

  /// What takes place in a window, over all files, and what could not be read.
  func agenda(
    in window: TimeWindow, viewer: Viewer, context: SkillContext
  ) throws -> (entries: [Entry], warnings: [String]) {
    var budget = ExpansionBudget()
    let folder = try folder()
    let snapshot = try Failure.translating {
      () throws(FolderError) in try folder.read(budget: &budget) { context.isCancelled }
    }
    return entries(of: snapshot, in: window, viewer: viewer, budget: &budget)
  }

  /// An occurrence and the file it is in.
  struct Entry {
    let occurrence: Occurrence
    let file: String
  }

  func entries(
    of snapshot: CalendarFolder.Snapshot, in window: TimeWindow, viewer: Viewer, budget: inout ExpansionBudget
  ) -> (entries: [Entry], warnings: [String]) {
    var entries: [Entry] = []
    var seen: Set<Identity> = []
    var warnings = snapshot.warnings
    if let warning = viewer.warning { warnings.append(warning) }
    for file in snapshot.files {
      let agenda = Agenda(of: file.contents.events, in: window.range, viewer: viewer.zone, budget: &budget)
      for occurrence in agenda.occurrences where seen.insert(Identity(occurrence)).inserted {
        entries.append(Entry(occurrence: occurrence, file: file.name))
      }
      if agenda.isIncomplete {
        warnings.append("\(file.name): its recurring events are too many to work out; some may be missing")
      }
    }
    entries.sort { $0.occurrence.isBefore($1.occurrence) }
    return (entries, warnings)
  }

  /// The same event exported into two files is one event.
  private struct Identity: Hashable {
    let uid: String
    let start: Instant
    let end: Instant
    let title: String?

    init(_ occurrence: Occurrence) {
      uid = occurrence.event.uid
      start = occurrence.start
      end = occurrence.end
      title = occurrence.event.title
    }
  }
}
