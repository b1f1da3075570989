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
    let entries = access.entries(of: snapshot)
    guard !id.isEmpty, let entry = entries.first(where: { $0.toDo.uid == id }),
      let file = snapshot.files.first(where: { $0.name == entry.file })
    else {
      throw FolderError(.notFound, "there is no reminder with the id '\(id.prefix(80))'; reminder.list shows the ids")
    }
    let warnings = snapshot.warnings + (viewer.warning.map { [$0] } ?? [])
    guard entry.toDo.isOpen else {
      return .none(Output(changed: false, reminder: ReminderOutput(entry, viewer: viewer), warnings: warnings))
    }
    guard !entry.toDo.isRecurring else {
      throw FolderError(
        .refused,
        "'\(entry.toDo.title ?? id)' repeats, and one occurrence of a series cannot be completed here; use the "
          + "program that made it")
    }
    guard file.isSound else {
      throw FolderError(.refused, "\(file.name) is damaged (\(file.document.problems[0])); it is not rewritten")
    }
    var document = file.document
    _ = document.edit("VTODO", uid: id) { $0.complete(at: viewer.now) }
    var budget = ExpansionBudget()
    let contents = CalendarContents(document, catalog: access.catalog, budget: &budget)
    guard let toDo = contents.toDos.first(where: { $0.uid == id }), toDo.isCompleted else {
      throw FolderError(.system, "the change could not be read back from \(file.name); nothing was written")
    }
    let reminder = ReminderOutput(ReminderAccess.Entry(toDo: toDo, file: file.name), viewer: viewer)
    return .write(name: file.name, document, Output(changed: true, reminder: reminder, warnings: warnings))
  }
}
