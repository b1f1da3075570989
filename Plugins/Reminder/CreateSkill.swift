import ICalendar
import SkillPluginKit

/// `reminder.create`: writes one to-do into `skillhost.ics`.
struct CreateSkill: MatchingSkill {
  struct Input: Decodable {
    var title: String
    var due: String?
    var notes: String?
  }

  struct Output: Encodable {
    /// False when the reminder was there already, from an earlier call with the same idempotency key.
    let created: Bool
    let reminder: ReminderOutput
    let warnings: [String]
  }

  static let identifier = "reminder.create"
  static let maxParallel = 4

  let access: ReminderAccess

  init(environment: SkillEnvironment) {
    access = ReminderAccess(environment)
  }

  func execute(_ input: Input, context: SkillContext) throws -> Output {
    let viewer = access.viewer(context)
    let folder = try access.folder()
    let draft = try Failure.translating { () throws(AskingError) in
      try self.draft(input, key: context.idempotencyKey, viewer: viewer)
    }
    return try Failure.translating { () throws(FolderError) in
      var budget = ExpansionBudget()
      return try folder.update(budget: &budget, isCancelled: { context.isCancelled }) { snapshot throws(FolderError) in
        try change(snapshot, draft, viewer: viewer)
      }
    }
  }

  private func draft(_ input: Input, key: String?, viewer: Viewer) throws(AskingError) -> Draft {
    let title = input.title.trimmingPunctuation
    guard !title.isEmpty else { throw AskingError("bad_title", "'title' is empty") }
    var due: CalendarTime?
    if let text = input.due {
      let time = try viewer.time(text, argument: "due")
      if case .day(let date) = time {
        due = .day(date)
      } else {
        due = .zoned(viewer.zone.civil(at: viewer.instant(time)), viewer.zone)
      }
    }
    let notes = input.notes.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    return Draft(
      .toDo(due: due),
      uid: key.map { UniqueIdentifier.derived(from: $0, skill: Self.identifier) } ?? UniqueIdentifier.random(),
      title: title, notes: notes, stamp: viewer.now)
  }

  private func change(
    _ snapshot: CalendarFolder.Snapshot, _ draft: Draft, viewer: Viewer
  ) throws(FolderError) -> CalendarFolder.Change<Output> {
    var warnings = snapshot.warnings
    if let warning = viewer.warning { warnings.append(warning) }
    for file in snapshot.files {
      guard let toDo = file.contents.toDos.first(where: { $0.uid == draft.uid }) else { continue }
      if !draft.isSame(as: toDo, viewer: viewer.zone) {
        warnings.append("a reminder of this idempotency key exists with another title or time; it was left as it is")
      }
      let known = ReminderAccess.Entry(toDo: toDo, occurrence: nil, file: file.name)
      return .none(Output(created: false, reminder: ReminderOutput(known, viewer: viewer), warnings: warnings))
    }
    var (name, document) = snapshot.writableFile()
    draft.add(to: &document, catalog: access.catalog)
    var budget = ExpansionBudget()
    let contents = CalendarContents(document, catalog: access.catalog, budget: &budget)
    guard let toDo = contents.toDos.first(where: { $0.uid == draft.uid }) else {
      throw FolderError(.system, "the new reminder could not be read back from \(name); nothing was written")
    }
    let reminder = ReminderOutput(ReminderAccess.Entry(toDo: toDo, occurrence: nil, file: name), viewer: viewer)
    if reminder.overdue { warnings.append("the reminder is due in the past") }
    return .write(name: name, document, Output(created: true, reminder: reminder, warnings: warnings))
  }
}

extension Draft {
  fileprivate func isSame(as toDo: ToDo, viewer: Zone) -> Bool {
    guard case .toDo(let due) = kind else { return false }
    return toDo.title == title && toDo.due?.instant(for: viewer) == due?.instant(for: viewer)
  }
}
