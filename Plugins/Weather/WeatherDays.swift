import SkillPluginKit

/// Reads how far ahead a sentence looks: "tomorrow", "the next 3 days", "on Saturday", "后天", "未来三天", "下周六".
enum WeatherDays {
  /// Takes every mention of days out of the sentence, and answers how many days, counted from today, reach the farthest
  /// one; nil when there is none.
  static func take(from phrase: inout Phrase, today: CivilDate) -> Int? {
    var farthest: Int?
    func reach(_ days: Int) { farthest = max(farthest ?? 0, days) }

    for weekday in Weekday.allCases {
      let monday = today.adding(days: 1 - today.weekday.rawValue)
      while phrase.take(chinese(weekday, ["下个", "下個", "下"])) != nil {
        reach(today.days(until: monday.adding(days: 6 + weekday.rawValue)) + 1)
      }
      while phrase.take(english(weekday) + chinese(weekday, ["这个", "這個", "这", "這", "本", ""])) != nil {
        reach(today.days(until: today.next(weekday)) + 1)
      }
    }
    let sunday = today.days(until: today.next(.sunday)) + 1
    while phrase.take(nextWeek) != nil { reach(sunday + 7) }
    while phrase.take(thisWeek) != nil { reach(sunday) }
    while let count = phrase.take(countedLater)?.first { reach(count + 1) }
    while let count = phrase.take(countedWeeks)?.first { reach(min(count, 100) * 7) }
    while let count = phrase.take(countedDays)?.first { reach(count) }
    while phrase.take(oneWeek) != nil { reach(7) }
    for (days, words) in fixed {
      while phrase.take(words) != nil { reach(days) }
    }
    return farthest
  }

  private static func english(_ weekday: Weekday) -> [String] {
    let name = weekday.englishName.lowercased()
    return ["on", "this", "next", "coming", "by", "until"].map { "\($0) \(name)" } + ["\(name)'s", name]
  }

  private static func chinese(_ weekday: Weekday, _ prefixes: [String]) -> [String] {
    let digits: [String] = weekday == .sunday ? ["日", "天"] : [String(weekday.chineseName.dropFirst())]
    return prefixes.flatMap { prefix in
      ["周", "週", "星期", "礼拜", "禮拜"].flatMap { week in digits.map { prefix + week + $0 } }
    }
  }

  private static let nextWeek = ["next weekend", "next week", "下个周末", "下周末", "下週末", "下个星期", "下星期", "下周", "下週"]
  private static let thisWeek = [
    "this weekend", "on the weekend", "at the weekend", "weekend", "this week", "这个周末", "這個週末", "这周末", "本周末",
    "周末", "週末", "本周", "本週", "这周", "這週", "这个星期", "這個星期",
  ]
  private static let countedLater = ["in # days", "#天后", "#天後", "#天之后"]
  private static let countedWeeks = [
    "in the next # weeks", "for the next # weeks", "the next # weeks", "next # weeks", "for # weeks", "# weeks", "未来#周",
    "未来#个星期", "接下来#周", "#个星期", "#個星期", "#周", "#週",
  ]
  private static let countedDays = [
    "in the next # days", "over the next # days", "for the next # days", "the next # days", "next # days",
    "the coming # days", "coming # days", "following # days", "for # days", "# days", "# day", "未来#天", "未來#天",
    "接下来#天", "接下來#天", "今后#天", "今後#天", "往后#天", "最近#天", "这#天", "這#天", "后#天", "#天",
  ]
  private static let oneWeek = ["in the coming week", "for a week", "a week", "the week", "weekly"]
  private static let fixed: [(Int, [String])] = [
    (4, ["大后天", "大後天"]), (3, ["the day after tomorrow", "day after tomorrow", "后天", "後天"]),
    (2, ["tomorrow", "明天", "明日", "明晚"]),
    (1, ["today", "tonight", "right now", "now", "今天", "今日", "今晚", "现在", "現在"]),
  ]
}
