import ICalendar
import Testing

/// All phrases are said on Wednesday, 4 March 2026, at ten in the morning, in Shanghai.
@Suite struct PhraseTests {
  private func read(_ phrase: String, at now: String = "2026-03-04T10:00:00+08:00") throws -> PhraseReading {
    PhraseReading(phrase, now: try instant(now), zone: try zone("Asia/Shanghai"))
  }

  @Test(arguments: [
    ("remind me to water the plants tomorrow at 9", "2026-03-05T09:00:00", "remind me to water the plants"),
    ("add lunch with Anna on Tuesday at 12:30", "2026-03-10T12:30:00", "add lunch with Anna"),
    ("at 9pm tonight call mum", "2026-03-04T21:00:00", "call mum"),
    ("call mum at 9 tonight", "2026-03-04T21:00:00", "call mum"),
    ("party at 12 tonight", "2026-03-05T00:00:00", "party"),
    ("in two hours take out the bread", "2026-03-04T12:00:00", "take out the bread"),
    ("check the oven in 90 minutes", "2026-03-04T11:30:00", "check the oven"),
    ("check the oven in half an hour", "2026-03-04T10:30:00", "check the oven"),
    ("check in an hour and a half", "2026-03-04T11:30:00", "check"),
    ("three hours from now stretch", "2026-03-04T13:00:00", "stretch"),
    ("call Bob at 9", "2026-03-04T21:00:00", "call Bob"),
    ("call Bob at 11", "2026-03-04T11:00:00", "call Bob"),
    ("call Bob at 3", "2026-03-04T15:00:00", "call Bob"),
    ("call Bob at 08:00", "2026-03-05T08:00:00", "call Bob"),
    ("call Bob at 8 am", "2026-03-05T08:00:00", "call Bob"),
    ("standup next Monday 9:30 a.m.", "2026-03-09T09:30:00", "standup"),
    ("dentist on Wednesday at 9 am", "2026-03-11T09:00:00", "dentist"),
    ("dentist on Wednesday at 11:30", "2026-03-04T11:30:00", "dentist"),
    ("review next Friday at noon", "2026-03-13T12:00:00", "review"),
    ("review this Friday at half past two", "2026-03-06T14:30:00", "review"),
    ("review Friday at quarter to nine", "2026-03-06T08:45:00", "review"),
    ("meet at nine thirty tomorrow", "2026-03-05T09:30:00", "meet"),
    ("meet the day after tomorrow at 5 o'clock", "2026-03-06T17:00:00", "meet"),
    ("flight on March 5 at 07:05", "2026-03-05T07:05:00", "flight"),
    ("flight on 5th of May, 2027 at 6pm", "2027-05-05T18:00:00", "flight"),
    ("flight 3 Feb at 6pm", "2027-02-03T18:00:00", "flight"),
    ("rent on the 1st at 8am", "2026-04-01T08:00:00", "rent"),
    ("launch 2026-07-01 15:00", "2026-07-01T15:00:00", "launch"),
    ("tea tomorrow afternoon", "2026-03-05T15:00:00", "tea"),
    ("tea this evening", "2026-03-04T19:00:00", "tea"),
    ("on Friday at 3pm prepare Monday's meeting", "2026-03-06T15:00:00", "prepare Monday's meeting"),
    ("提醒我明天早上九点浇花", "2026-03-05T09:00:00", "提醒我浇花"),
    ("周五下午三点开会", "2026-03-06T15:00:00", "开会"),
    ("下周一早上九点半例会", "2026-03-09T09:30:00", "例会"),
    ("后天晚上8点和安娜吃饭", "2026-03-06T20:00:00", "和安娜吃饭"),
    ("大后天上午十点十五交报告", "2026-03-07T10:15:00", "交报告"),
    ("今晚九点一刻看电影", "2026-03-04T21:15:00", "看电影"),
    ("明早七点跑步", "2026-03-05T07:00:00", "跑步"),
    ("两小时后提醒我关火", "2026-03-04T12:00:00", "提醒我关火"),
    ("半小时后叫我", "2026-03-04T10:30:00", "叫我"),
    ("一个半小时后叫我", "2026-03-04T11:30:00", "叫我"),
    ("45分钟后叫我", "2026-03-04T10:45:00", "叫我"),
    ("3月15号下午2点体检", "2026-03-15T14:00:00", "体检"),
    ("2027年1月2日9:05开工", "2027-01-02T09:05:00", "开工"),
    ("15号中午十二点聚餐", "2026-03-15T12:00:00", "聚餐"),
    ("三点一起喝茶", "2026-03-04T15:00:00", "一起喝茶"),
    ("明天三点二十个人开会", "2026-03-05T15:00:00", "二十个人开会"),
    ("星期天晚上十二点出发", "2026-03-09T00:00:00", "出发"),
    ("禮拜六下午兩點開會", "2026-03-07T14:00:00", "開會"),
    ("明天１０：３０打电话", "2026-03-05T10:30:00", "打电话"),
    ("下下周二凌晨十二点半上线", "2026-03-17T00:30:00", "上线"),
  ])
  func findsWhenSomethingStarts(_ phrase: String, _ start: String, _ rest: String) throws {
    let reading = try read(phrase)
    #expect(reading.start()?.description == start)
    #expect(reading.rest == rest)
  }

  @Test(arguments: [
    ("what is on my calendar this week", "2026-03-02", 7, "what is on my calendar"),
    ("what's on next week?", "2026-03-09", 7, "what's"), ("plans for the weekend", "2026-03-07", 2, "plans"),
    ("the next 3 days", "2026-03-04", 3, ""), ("this month", "2026-03-01", 31, ""),
    ("next month", "2026-04-01", 30, ""),
    ("anything on Saturday", "2026-03-07", 1, "anything"), ("yesterday", "2026-03-03", 1, ""),
    ("last week", "2026-02-23", 7, ""), ("周六有什么安排", "2026-03-07", 1, "有什么安排"),
    ("这周有什么安排", "2026-03-02", 7, "有什么安排"), ("下个星期忙吗", "2026-03-09", 7, "忙吗"),
    ("未来三天的日程", "2026-03-04", 3, "的日程"), ("这个月的日程", "2026-03-01", 31, "的日程"), ("周末去哪", "2026-03-07", 2, "去哪"),
    ("本周五有空吗", "2026-03-06", 1, "有空吗"), ("三天后有什么事", "2026-03-07", 1, "有什么事"), ("查一下下周的会议", "2026-03-09", 7, "查一下的会议"),
    ("两周后", "2026-03-18", 1, ""),
    ("in three weeks", "2026-03-25", 1, ""), ("一个月后", "2026-04-04", 1, ""),
  ])
  func findsWhichDaysAreMeant(_ phrase: String, _ first: String, _ count: Int, _ rest: String) throws {
    let reading = try read(phrase)
    let days = try #require(reading.days)
    #expect(days.first.description == first)
    #expect(days.count == count)
    #expect(reading.rest == rest)
    #expect(!reading.hasTime)
  }

  @Test(arguments: [
    ("meeting tomorrow from 2 to 4pm", "2026-03-05T14:00:00", "2026-03-05T16:00:00"),
    ("meeting tomorrow 10-2pm", "2026-03-05T10:00:00", "2026-03-05T14:00:00"),
    ("meeting tomorrow between 9 and 11", "2026-03-05T09:00:00", "2026-03-05T11:00:00"),
    ("meeting tomorrow from 11 to 1", "2026-03-05T11:00:00", "2026-03-05T13:00:00"),
    ("meeting tomorrow at 3pm for an hour and a half", "2026-03-05T15:00:00", "2026-03-05T16:30:00"),
    ("a 45 minute call tomorrow at 3pm", "2026-03-05T15:00:00", "2026-03-05T15:45:00"),
    ("明天下午三点到五点开会", "2026-03-05T15:00:00", "2026-03-05T17:00:00"),
    ("明天上午十点到下午一点培训", "2026-03-05T10:00:00", "2026-03-05T13:00:00"),
    ("明天下午三点开会两个半小时", "2026-03-05T15:00:00", "2026-03-05T17:30:00"),
  ])
  func findsWhenSomethingEnds(_ phrase: String, _ start: String, _ end: String) throws {
    let reading = try read(phrase)
    let found = try #require(reading.start())
    #expect(found.description == start)
    #expect(reading.end(after: found)?.description == end)
  }

  @Test(arguments: [
    "", "hello there", "the sun sat on may", "add 3 apples", "buy 2 tickets for 4 people", "version 9.30", "晚一点再说",
    "一个人",
    "第三点很重要", "room 12", "a day in the life", "call 555 1234", "😀😀",
  ])
  func findsNothingWhereNothingIsSaid(_ phrase: String) throws {
    let reading = try read(phrase)
    #expect(reading.start(defaultMinute: 540) == nil)
    #expect(reading.days == nil)
  }

  @Test func aDayHasItsUsualTimeOnlyWhenAsked() throws {
    let reading = try read("water the plants tomorrow")
    #expect(reading.start() == nil)
    #expect(reading.start(defaultMinute: 540)?.description == "2026-03-05T09:00:00")
  }

  /// Half past two does not exist that night; an hour later is one hour of real time.
  @Test func hoursFromNowAreCountedAcrossAJumpOfTheClock() throws {
    let reading = PhraseReading(
      "in one hour", now: try instant("2026-03-29T01:30:00+01:00"), zone: try zone("Europe/Berlin"))
    #expect(reading.start()?.description == "2026-03-29T03:30:00")
  }

  @Test(arguments: [
    ("what is on", true), ("is Anna free", true), ("有什么安排", true), ("lunch?", true), ("add lunch", false),
    ("do the laundry", false), ("do I have time", true), ("开会", false), ("whatever works", false),
  ])
  func tellsQuestionsFromStatements(_ phrase: String, _ isQuestion: Bool) {
    #expect(phrase.isQuestion == isQuestion)
  }

  @Test func wordsAreFoundWhole() {
    #expect("show my Reminders".mentions("reminders"))
    #expect(!"remainders".mentions("remind"))
    #expect("我的提醒事项".mentions("提醒"))
    #expect("Remind me to  go".removingPrefix(anyOf: ["remind me to", "remind me"]) == "go")
    #expect("remind meg".removingPrefix(anyOf: ["remind me"]) == nil)
    #expect("lunch to my calendar.".trimmingPunctuation.removingSuffix(anyOf: ["to my calendar"]) == "lunch")
  }

  /// Nothing that can be said takes long or traps.
  @Test(.timeLimit(.minutes(1))) func randomPhrasesAreSurvived() throws {
    var generator = SplitMix(state: 11)
    let words = [
      "at", "9", "99", "9999", "99999999999999999999", "pm", "next", "monday", "in", "half", "an", "hour", "and", "a",
      "-", ":", "30",
      "to", "march", "31", "下", "周", "一", "十", "点", "半", "个", "小", "时", "后", "月", "日", "年", "号", "三", "晚", "上", "今",
      " ", "'", "s",
      "quarter", "past", "midnight", "未", "来", "天", "到", "the", "of", "零",
    ]
    for _ in 0..<5_000 {
      let count = Int.random(in: 1...12, using: &generator)
      let phrase = (0..<count).map { _ in words.randomElement(using: &generator) ?? "" }
        .joined(separator: Bool.random(using: &generator) ? " " : "")
      let reading = try read(phrase)
      if let start = reading.start(defaultMinute: 540) { _ = reading.end(after: start) }
      #expect(reading.rest.count <= phrase.count)
    }
    let long = String(repeating: "tomorrow at 9 and ", count: 50_000)
    #expect(try read(long).start()?.description == "2026-03-05T09:00:00")
  }
}
