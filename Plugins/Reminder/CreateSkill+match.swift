import ICalendar
import SkillPluginKit

extension CreateSkill {
  func match(_ intent: Intent) -> Match? {
    let viewer = access.viewer(intent)
    let text = ReminderPhrase.withoutCourtesy(intent.text)
    // A series cannot be created here, and a single reminder would be the wrong answer.
    guard !ListSkill.isList(text), !text.isAboutRepetition else { return nil }
    let reading = PhraseReading(text, now: viewer.now, zone: viewer.zone)
    let rest = ReminderPhrase.withoutCourtesy(reading.rest)
    guard let wish = ReminderPhrase.wish(rest) else { return nil }
    let title = wish.removingPrefix(anyOf: ["to", "that", "about", "for", "一下", "去", "要", "：", ":"]) ?? wish
    var arguments: [String: JSONValue] = [:]
    if !title.isEmpty { arguments["title"] = .string(title) }
    if reading.hasTime || reading.part != nil, let start = reading.start() {
      arguments["due"] = .string(viewer.text(viewer.zone.instant(of: start)))
    } else if let days = reading.days {
      // Of several days the last: what is to be done this week is due at its end.
      let last = days.first.adding(days: days.count - 1) ?? days.first
      arguments["due"] = .string(last.description)
    }
    let confidence =
      switch (title.isEmpty, arguments["due"] == nil) {
      case (true, _): 0.5
      case (false, true): 0.85
      case (false, false): 0.95
      }
    return Match(confidence: confidence, arguments: arguments)
  }
}
