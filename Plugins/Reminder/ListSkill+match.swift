import ICalendar
import SkillPluginKit

extension ListSkill {
  func match(_ intent: Intent) -> Match? {
    let viewer = access.viewer(intent)
    let text = ReminderPhrase.withoutCourtesy(intent.text)
    let reading = PhraseReading(text, now: viewer.now, zone: viewer.zone)
    // "Today's to-dos" and "今天的待办" ask by naming.
    let named = reading.rest.removingPrefix(anyOf: ["'s", "’s", "的", "for"]) ?? reading.rest
    guard Self.isList(text) || Self.isList(named) else { return nil }
    var arguments: [String: JSONValue] = ["status": "open"]
    if text.mentions("completed", "finished", "done", "已完成", "完成的", "完成了哪些", "做完") {
      arguments["status"] = "completed"
    } else if text.mentions("all", "every", "所有", "全部") {
      arguments["status"] = "all"
    }
    if let days = reading.days {
      let isBefore = text.mentions("before", "之前", "以前")
      let end = isBefore ? days.first : days.first.adding(days: days.count) ?? days.first
      arguments["dueBefore"] = .string(end.description)
    }
    return Match(confidence: ReminderPhrase.namesReminders(text) ? 0.93 : 0.7, arguments: arguments)
  }

  /// Whether the phrase asks to see reminders.
  static func isList(_ text: String) -> Bool {
    if text.mentions("what do i have to do", "what do i need to do", "what's left to do", "要做什么", "有什么要做", "还有什么没做") {
      return true
    }
    guard ReminderPhrase.namesReminders(text) else { return false }
    if text.removingPrefix(anyOf: showing) != nil { return true }
    if text.mentions("remind me", "提醒我") { return text.mentions("我有哪些提醒", "提醒我的事") }
    return text.isQuestion
      || text.removingPrefix(anyOf: ["my", "all", "any", "open", "overdue", "我的", "所有", "全部"]) != nil
      || ["reminders", "to-dos", "todos", "tasks", "提醒", "待办", "待办事项", "提醒事项"].contains(text.lowercased())
      || text.mentions("提醒列表", "待办列表", "待办清单")
  }

  private static let showing = [
    "show", "list", "check", "tell me", "give me", "read me", "display", "see", "看看", "看一下", "查看", "查一下", "查", "列出",
    "告诉我",
    "显示", "打开",
  ]
}
