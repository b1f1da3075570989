import ICalendar
import SkillPluginKit

/// `reminder.complete`: marks one to-do as done, in the file that it is in.
struct CompleteSkill: MatchingSkill {
  struct Input: Decodable {
    var id: String
  }

  struct Output: Encodable {
    /// False when it was completed already; nothing was written then.
    let changed: Bool
    let reminder: ReminderOutput
    let warnings: [String]
  }

  static let identifier = "reminder.complete"
  static let maxParallel = 4

  let access: ReminderAccess

  init(environment: SkillEnvironment) {
    access = ReminderAccess(environment)
  }

  func execute(_ input: Input, context: SkillContext) throws -> Output {
    let viewer = access.viewer(context)
    let folder = try access.folder()
    return try Failure.translating { () throws(FolderError) in
      var budget = ExpansionBudget()
      return try folder.update(budget: &budget, isCancelled: { context.isCancelled }) { snapshot throws(FolderError) in
        try change(snapshot, id: input.id, viewer: viewer)
      }
    }
  }

  private func change(
    _ snapshot: CalendarFolder.Snapshot, id: String, viewer: Viewer
  ) throws(FolderError) -> CalendarFolder.Change<Output> {
    let warnings = snapshot.warnings + (viewer.warning.map { [$0] } ?? [])
    let entry = try entry(id, in: snapshot, viewer: viewer)
    guard entry.toDo.isOpen else {
      return .none(Output(changed: false, reminder: ReminderOutput(entry, viewer: viewer), warnings: warnings))
    }
    guard let file = snapshot.files.first(where: { $0.name == entry.file }), file.isSound else {
      let problem = snapshot.files.first { $0.name == entry.file }?.problems.first?.description ?? "unreadable"
      throw FolderError(.refused, "\(entry.file) is damaged (\(problem)); it is not rewritten")
    }
    var document = file.document
    if let occurrence = entry.occurrence {
      _ = document.completeOccurrence(uid: entry.toDo.uid, occurrence, at: viewer.now)
    } else {
      _ = document.edit("VTODO", uid: id) { $0.complete(at: viewer.now) }
    }
    // What is reported is what the file says now.
    var budget = ExpansionBudget()
    let changed = CalendarFolder.Snapshot(
      files: [CalendarFolder.File(name: file.name, bytes: document.bytes, catalog: access.catalog, budget: &budget)],
      warnings: [])
    let done = try self.entry(id, in: changed, viewer: viewer)
    guard done.toDo.isCompleted else {
      throw FolderError(.system, "the change could not be read back from \(file.name); nothing was written")
    }
    return .write(
      name: file.name, document,
      Output(changed: true, reminder: ReminderOutput(done, viewer: viewer), warnings: warnings))
  }

  private func entry(
    _ id: String, in snapshot: CalendarFolder.Snapshot, viewer: Viewer
  ) throws(FolderError) -> ReminderAccess.Entry {
    let entries = access.entries(of: snapshot, viewer: viewer)
    if !id.isEmpty, let entry = entries.first(where: { $0.id == id }) { return entry }
    throw FolderError(.notFound, "there is no reminder with the id '\(id.prefix(80))'; reminder.list shows the ids")
  }
}
