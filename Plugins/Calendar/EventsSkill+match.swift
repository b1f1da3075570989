import ICalendar
import SkillPluginKit

extension EventsSkill {
  func match(_ intent: Intent) -> Match? {
    let viewer = access.viewer(intent)
    let text = CalendarPhrase.withoutCourtesy(intent.text)
    guard !CalendarPhrase.isAboutReminders(text), !CalendarPhrase.isAboutFreeTime(text),
      !CalendarPhrase.changesSomething(text)
    else { return nil }
    let reading = PhraseReading(text, now: viewer.now, zone: viewer.zone)
    if let query = askedFor(reading.rest) {
      return Match(
        confidence: 0.7,
        arguments: ["query": .string(query), "from": .string(viewer.today.description), "days": 90])
    }
    let asks = text.isQuestion || text.removingPrefix(anyOf: Self.showing) != nil
    let namesCalendar = text.mentions(
      "calendar", "schedule", "agenda", "appointments", "appointment", "events", "meetings", "日历", "日程", "行程", "安排",
      "会议", "会要开")
    let asksForPlans = text.mentions(
      "what's on", "whats on", "what is on", "going on", "happening", "busy", "do i have", "my day", "my week",
      "planned", "有什么事", "有啥事",
      "忙吗",
      "忙不忙", "有什么会", "有会", "要做什么", "有什么活动", "有活动")
    guard namesCalendar || asksForPlans else { return nil }
    // What is told with a time, or with a word for creating, is not asked.
    if !asks, reading.hasTime || CalendarPhrase.creating(text) != nil { return nil }
    let confidence: Double =
      switch (asks, namesCalendar, reading.hasWhen) {
      case (true, true, true): 0.95
      case (true, true, false), (true, false, true): 0.85
      case (false, true, true): 0.8
      case (false, true, false): 0.5
      default: 0.3
      }
    return Match(confidence: confidence, arguments: CalendarPhrase.window(reading, viewer: viewer))
  }

  /// `dentist` from "when is my dentist appointment".
  private func askedFor(_ text: String) -> String? {
    guard
      let rest = text.removingPrefix(anyOf: ["when is my", "when is the", "when's my", "when's the", "when do i have"])
    else { return nil }
    let query = rest.removingSuffix(anyOf: ["appointment", "meeting", "event", "next"])
    return query.isEmpty ? nil : query
  }

  private static let showing = [
    "show", "list", "check", "tell me", "give me", "read me", "look up", "看看", "看一下", "查看", "查一下", "查", "列出", "告诉我",
    "显示",
  ]
}
