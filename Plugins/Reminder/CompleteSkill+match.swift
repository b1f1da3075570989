import ICalendar
import SkillPluginKit

extension CompleteSkill {
  /// People name a reminder by what it says; the id is looked up among the open ones.
  func match(_ intent: Intent) -> Match? {
    let text = ReminderPhrase.withoutCourtesy(intent.text)
    guard !text.isQuestion, !ListSkill.isList(text), let subject = ReminderPhrase.done(text) else { return nil }
    let named = ReminderPhrase.namesReminders(text)
    guard !subject.isEmpty, let folder = try? access.folder() else {
      return named ? Match(confidence: 0.4) : nil
    }
    var budget = ExpansionBudget(days: 100_000)
    guard let snapshot = try? folder.read(budget: &budget, isCancelled: { false }) else { return nil }
    let wanted = subject.lowercased()
    let open = access.entries(of: snapshot, viewer: access.viewer(intent))
      .filter { $0.toDo.isOpen && !$0.toDo.uid.isEmpty }
    var found = open.filter { $0.toDo.title?.lowercased() == wanted }
    if found.isEmpty {
      found = open.filter { entry in
        guard let title = entry.toDo.title?.lowercased(), title.count > 1 else { return false }
        return title.contains(wanted) || wanted.contains(title)
      }
    }
    if found.count == 1 { return Match(confidence: 0.93, arguments: ["id": .string(found[0].id)]) }
    // Nothing to complete, or it is not clear what: only a phrase that says "reminder" is surely meant for this skill.
    return found.isEmpty && !named ? nil : Match(confidence: 0.45)
  }
}
