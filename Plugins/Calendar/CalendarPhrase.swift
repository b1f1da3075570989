import ICalendar
import SkillPluginKit

/// The words by which the three skills know what a phrase is about.
enum CalendarPhrase {
  /// "Could you please add lunch" is "add lunch".
  static func withoutCourtesy(_ text: String) -> String {
    // Nobody says more than this, and reading a book would take longer than a match may.
    let text = String(text.prefix(1_000)).trimmingWhitespace
    var rest = text
    while let shorter = rest.removingPrefix(anyOf: courtesies) { rest = shorter }
    // The question mark of "can you add lunch tomorrow?" asks for nothing.
    return rest.count < text.count ? rest.removingSuffix(anyOf: ["please", "吧", "吗"]) : rest
  }

  private static let courtesies = [
    "please", "can you", "could you", "would you", "will you", "i want to", "i'd like to", "i need to",
    "i would like to",
    "let's", "hey", "ok", "okay", "请你", "请", "帮我", "麻烦你", "麻烦", "给我", "我想要", "我想", "我要", "能不能", "可以",
  ]

  static func isAboutReminders(_ text: String) -> Bool {
    text.mentions(
      "remind", "reminder", "reminders", "to-do", "to-dos", "todo", "todos", "task", "tasks", "alarm", "timer", "提醒",
      "待办", "闹钟", "计时", "别忘", "叫我", "通知我", "记得", "remember to", "don't forget")
  }

  static func isAboutFreeTime(_ text: String) -> Bool {
    guard !text.mentions("feel free", "free of charge", "for free", "free download", "免费") else { return false }
    return text.mentions(
      "free", "have time", "got time", "available", "availability", "open slot", "time slot", "slot", "slots",
      "find a time", "find time", "空闲",
      "空档", "有空", "没空", "得空", "有时间", "空余时间", "找个时间", "找时间")
  }

  /// "When can I meet Bob" looks for free time without naming it.
  static func seeksATime(_ text: String) -> Bool {
    text.mentions("when can i", "when can we", "when could i", "when could we", "什么时候能", "什么时候可以", "几点能", "几点可以")
  }

  /// Changing and deleting is nothing that these skills do.
  static func changesSomething(_ text: String) -> Bool {
    let words = [
      "cancel", "delete", "remove", "move", "reschedule", "postpone", "shift", "change", "rename", "update", "取消", "删除",
      "删掉", "推迟", "提前", "挪", "改", "移动", "把",
    ]
    return text.removingPrefix(anyOf: words) != nil || text.mentions("改到", "改成", "推迟到", "挪到", "取消")
  }

  /// What is to be created when the text begins with a word that says so; nil when it does not.
  static func creating(_ text: String) -> String? {
    guard let first = text.removingPrefix(anyOf: creatingWords) else { return nil }
    // "Schedule for Friday" and "book club on Friday" name things; then there is nothing left, or "club".
    return first.removingPrefix(anyOf: ["club", "list"]) == nil ? first : nil
  }

  private static let creatingWords = [
    "add", "schedule", "create", "book", "put", "set up", "plan", "arrange", "new event", "make", "pencil in", "block",
    "enter", "添加", "新建", "创建", "新增", "安排", "预约", "预订", "预定", "加一个", "加个", "加", "记一下", "记下", "约", "订一个", "订", "定",
  ]

  /// Words that begin a phrase which looks at the calendar and does not change it.
  static let looking = [
    "show", "list", "check", "find", "look for", "look up", "search", "tell me", "give me", "看看", "看一下", "查看", "查一下",
    "查",
    "列出", "告诉我", "显示", "找", "找一下",
  ]

  /// The title without the words around it.
  static func title(_ text: String) -> String {
    var rest = text
    while let shorter = rest.removingPrefix(anyOf: [
      "an event called", "an event named", "an event for", "an event", "event", "a new event", "an appointment for",
      "an all-day event", "a", "an", "the", "to my calendar", "in my calendar", "on my calendar", "一个", "一场", "一次", "个",
      "i have", "i've got", "we have", "there is", "there's", "日程", "在日历上", "在日历里", "在", "到日历", "有个", "有", "的",
    ]) { rest = shorter }
    for _ in 0..<3 {
      rest = rest.removingSuffix(anyOf: [
        "to my calendar", "on my calendar", "in my calendar", "to the calendar", "on the calendar", "in the calendar",
        "to calendar", "for", "on", "at", "from", "到日历", "到日历里", "到日程", "到我的日历", "的日程", "在",
      ])
    }
    return rest
  }

  /// The arguments `from`, `to` and `days` for the days and part of the day that are named.
  static func window(_ reading: PhraseReading, viewer: Viewer) -> [String: JSONValue] {
    guard let days = reading.days else { return [:] }
    guard let part = reading.part, days.count == 1 else {
      return ["from": .string(days.first.description), "days": .integer(days.count)]
    }
    // A clock and not a sum of seconds: the day may be one with 23 hours.
    func text(_ minute: Int) -> JSONValue {
      let clock = CivilDateTime(startOf: days.first).adding(seconds: Int64(minute) * 60)
      return .string(viewer.text(clock.map(viewer.zone.instant) ?? viewer.zone.startOfDay(days.first)))
    }
    return ["from": text(part.minutes.lowerBound), "to": text(part.minutes.upperBound)]
  }
}

extension String {
  fileprivate var trimmingWhitespace: String {
    var slice = self[...]
    while let first = slice.first, first.isWhitespace { slice.removeFirst() }
    while let last = slice.last, last.isWhitespace { slice.removeLast() }
    return String(slice)
  }
}
