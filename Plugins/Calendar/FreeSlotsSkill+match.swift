import ICalendar
import SkillPluginKit

extension FreeSlotsSkill {
  func match(_ intent: Intent) -> Match? {
    let viewer = access.viewer(intent)
    let text = CalendarPhrase.withoutCourtesy(intent.text)
    let reading = PhraseReading(text, now: viewer.now, zone: viewer.zone)
    guard !CalendarPhrase.changesSomething(text), !CalendarPhrase.isAboutReminders(text),
      CalendarPhrase.isAboutFreeTime(text) || (reading.hasWhen && CalendarPhrase.seeksATime(text))
    else { return nil }
    let asks = text.isQuestion || text.removingPrefix(anyOf: CalendarPhrase.looking) != nil
    let namesTime =
      reading.minutes != nil || text.mentions("slot", "slots", "hour", "gap", "空闲", "空档", "有空", "有时间", "没空")
    guard asks || reading.hasWhen || namesTime else { return nil }
    var arguments: [String: JSONValue] = [:]
    let minutes = reading.minutes ?? (text.mentions("half hour", "half-hour") ? 30 : text.mentions("hour") ? 60 : nil)
    if reading.hasTime, let start = reading.start() {
      // "Am I free on Friday at 3?" is about that hour.
      let end = reading.end(after: start) ?? start.adding(seconds: Int64(minutes ?? 60) * 60) ?? start
      arguments["from"] = .string(viewer.text(viewer.zone.instant(of: start)))
      arguments["to"] = .string(viewer.text(viewer.zone.instant(of: end)))
      arguments["durationMinutes"] = .integer(max(Int((end.clockSeconds - start.clockSeconds) / 60), 1))
      arguments["dayStart"] = "00:00"
      arguments["dayEnd"] = "24:00"
    } else {
      if let days = reading.days {
        arguments["from"] = .string(days.first.description)
        arguments["days"] = .integer(days.count)
      }
      if let part = reading.part {
        arguments["dayStart"] = .string(Self.clock(part.minutes.lowerBound))
        arguments["dayEnd"] = .string(Self.clock(part.minutes.upperBound))
      }
      if let minutes { arguments["durationMinutes"] = .integer(minutes) }
    }
    return Match(confidence: reading.hasWhen && (asks || namesTime) ? 0.93 : 0.8, arguments: arguments)
  }

  private static func clock(_ minute: Int) -> String {
    let (hour, rest) = (minute / 60, minute % 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest)"
  }
}
