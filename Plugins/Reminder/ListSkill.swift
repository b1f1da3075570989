import ICalendar
import SkillPluginKit

/// `reminder.list`: what is to be done.
struct ListSkill: MatchingSkill {
  struct Input: Decodable {
    enum Status: String, Decodable {
      case open, completed, all
    }

    var status: Status?
    var dueBefore: String?
    var query: String?
    var limit: Int?
  }

  struct Output: Encodable {
    let timezone: String
    let reminders: [ReminderOutput]
    /// How many there are, those beyond the limit included.
    let total: Int
    let truncated: Bool
    let warnings: [String]
  }

  static let identifier = "reminder.list"
  static let maxParallel = 4

  let access: ReminderAccess

  init(environment: SkillEnvironment) {
    access = ReminderAccess(environment)
  }

  func execute(_ input: Input, context: SkillContext) throws -> Output {
    let viewer = access.viewer(context)
    let before = try Failure.translating { () throws(AskingError) in
      try input.dueBefore.map { text throws(AskingError) in
        viewer.instant(try viewer.time(text, argument: "dueBefore"))
      }
    }
    let folder = try access.folder()
    var budget = ExpansionBudget()
    let snapshot = try Failure.translating { () throws(FolderError) in
      try folder.read(budget: &budget) { context.isCancelled }
    }
    let entries = access.entries(of: snapshot, viewer: viewer).filter {
      input.accepts($0, before: before, viewer: viewer)
    }
    let sorted = entries.sorted { Self.order($0, $1, viewer: viewer) }
    let limit = min(max(input.limit ?? 100, 1), 500)
    return Output(
      timezone: viewer.zone.name, reminders: sorted.prefix(limit).map { ReminderOutput($0, viewer: viewer) },
      total: sorted.count, truncated: sorted.count > limit,
      warnings: snapshot.warnings + (viewer.warning.map { [$0] } ?? []))
  }

  /// The one due first comes first; those without a time come last.
  private static func order(_ a: ReminderAccess.Entry, _ b: ReminderAccess.Entry, viewer: Viewer) -> Bool {
    func key(_ entry: ReminderAccess.Entry) -> (Int64, Int, String, String) {
      let due = entry.due?.instant(for: viewer.zone).seconds ?? .max
      return (due, entry.toDo.priority ?? 10, entry.toDo.title ?? "", entry.id)
    }
    return key(a) < key(b)
  }
}

extension ListSkill.Input {
  fileprivate func accepts(_ entry: ReminderAccess.Entry, before: Instant?, viewer: Viewer) -> Bool {
    let toDo = entry.toDo
    switch status ?? .open {
    case .open: guard toDo.isOpen else { return false }
    case .completed: guard toDo.isCompleted else { return false }
    case .all: break
    }
    if let before {
      guard let due = entry.due, due.instant(for: viewer.zone) < before else { return false }
    }
    let text = [toDo.title, toDo.notes].compactMap { $0?.lowercased() }.joined(separator: "\n")
    return (query ?? "").lowercased().split(whereSeparator: \.isWhitespace).allSatisfy { text.contains($0) }
  }
}
