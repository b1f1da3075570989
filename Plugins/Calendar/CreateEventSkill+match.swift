import ICalendar
import SkillPluginKit

extension CreateEventSkill {
  func match(_ intent: Intent) -> Match? {
    let viewer = access.viewer(intent)
    let text = CalendarPhrase.withoutCourtesy(intent.text)
    // A series cannot be created here, and one event of it would be the wrong answer.
    guard !CalendarPhrase.isAboutReminders(text), !text.isQuestion, !text.isAboutRepetition,
      !CalendarPhrase.changesSomething(text),
      text.removingPrefix(anyOf: CalendarPhrase.looking) == nil
    else { return nil }
    let reading = PhraseReading(text, now: viewer.now, zone: viewer.zone)
    let rest = CalendarPhrase.withoutCourtesy(reading.rest)
    let created = CalendarPhrase.creating(rest)
    guard created != nil || !CalendarPhrase.isAboutFreeTime(text) else { return nil }
    let title = CalendarPhrase.title(created ?? rest)
    let looksLikeAnEvent =
      text.mentions(
        "meeting", "lunch", "dinner", "breakfast", "appointment", "dentist", "call with", "party", "interview",
        "flight",
        "开会", "会议", "例会", "吃饭", "聚餐", "见面", "面试", "约会", "体检", "看牙", "上课", "航班", "生日")
    guard reading.hasTime || reading.day != nil && created != nil else {
      // Nothing is said about when, and a title alone is not enough to be sure of.
      guard created != nil, text.mentions("calendar", "event", "meeting", "appointment", "日历", "日程", "会议") else {
        return nil
      }
      return Match(confidence: 0.5, arguments: title.isEmpty ? [:] : ["title": .string(title)])
    }
    var arguments: [String: JSONValue] = title.isEmpty ? [:] : ["title": .string(title)]
    fill(&arguments, reading, viewer: viewer)
    if title.isEmpty { return Match(confidence: 0.5, arguments: arguments) }
    let confidence =
      if created != nil { reading.hasTime ? 0.92 : 0.75 } else { looksLikeAnEvent ? 0.85 : 0.4 }
    return Match(confidence: confidence, arguments: arguments)
  }

  private func fill(_ arguments: inout [String: JSONValue], _ reading: PhraseReading, viewer: Viewer) {
    guard reading.hasTime || reading.part != nil, let start = reading.start() else {
      if let days = reading.days {
        arguments["start"] = .string(days.first.description)
        arguments["allDay"] = true
      }
      return
    }
    let zone = viewer.zone
    arguments["start"] = .string(viewer.text(zone.instant(of: start)))
    if let end = reading.end(after: start) {
      if let minutes = reading.minutes, reading.isLengthOnly {
        arguments["durationMinutes"] = .integer(minutes)
      } else {
        arguments["end"] = .string(viewer.text(zone.instant(of: end)))
      }
    }
  }
}
