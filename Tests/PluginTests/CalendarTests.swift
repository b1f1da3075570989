import CSkillABI
import FakeSkillHost
import SkillJSON
import Testing

/// The calendar library through its one symbol, on Wednesday, 4 March 2026, at ten in the morning, in Shanghai.
@Suite struct CalendarTests {
  private static let now = "2026-03-04T10:00:00+08:00"

  private func info(key: String? = nil, timezone: String = "Asia/Shanghai") -> [String: String] {
    var info = ["now": Self.now, "timezone": timezone]
    info["idempotency_key"] = key
    return info
  }

  private struct Calendar {
    let events, create, free: PluginSkill

    init(_ folder: String) throws {
      let library = try PluginLibrary("Calendar")
      events = try library.skill("calendar.events", directories: ["calendars": folder])
      create = try library.skill("calendar.create_event", directories: ["calendars": folder])
      free = try library.skill("calendar.free_slots", directories: ["calendars": folder])
    }
  }

  @Test func createListConflictFreeSlotsRepeat() throws {
    let folder = try TemporaryFolder()
    let calendar = try Calendar(folder.path)
    let arguments = """
      {"title": "Lunch with Anna", "start": "2026-03-06T12:30:00+08:00", "durationMinutes": 90, "location": "Canteen"}
      """
    let first = try calendar.create.invoke(arguments, info: info(key: "k1"))
    #expect(first.status == SKILL_DONE, "\(String(describing: first.failure))")
    #expect(first.result?["created"]?.bool == true)
    #expect(first.result?["warnings"]?.count == 0)
    #expect(first.result?["conflicts"]?.count == 0)
    let id = try #require(first.result?["event"]?["id"]?.string)
    #expect(
      first.result?["event"]
        == (try JSON(
          parsing: """
            {"id": "\(id)", "title": "Lunch with Anna", "start": "2026-03-06T12:30:00+08:00",
             "end": "2026-03-06T14:00:00+08:00", "timezone": "Asia/Shanghai", "allDay": false, "location": "Canteen",
             "recurring": false, "busy": true, "calendar": "skillhost.ics"}
            """)))

    // The same wish again, with the same key: nothing new.
    let again = try calendar.create.invoke(arguments, info: info(key: "k1"))
    #expect(again.result?["created"]?.bool == false)
    #expect(again.result?["event"] == first.result?["event"])

    let listed = try calendar.events.invoke(#"{"from": "2026-03-06", "days": 1}"#, info: info())
    #expect(listed.result?["events"]?.elements.map { $0 } == [first.result?["event"]].compactMap { $0 })
    #expect(listed.result?["from"]?.string == "2026-03-06T00:00:00+08:00")
    #expect(listed.result?["to"]?.string == "2026-03-07T00:00:00+08:00")

    let free = try calendar.free.invoke(
      #"{"from": "2026-03-06", "days": 1, "durationMinutes": 60, "dayStart": "12:00", "dayEnd": "18:00"}"#, info: info()
    )
    #expect(
      free.result?["slots"]
        == (try JSON(
          parsing: """
            [{"start": "2026-03-06T14:00:00+08:00", "end": "2026-03-06T18:00:00+08:00", "minutes": 240}]
            """)))
    #expect(
      free.result?["busy"]
        == (try JSON(
          parsing: """
            [{"title": "Lunch with Anna", "start": "2026-03-06T12:30:00+08:00", "end": "2026-03-06T14:00:00+08:00"}]
            """)))

    // Another event at that time is added, and the conflict is named.
    let second = try calendar.create.invoke(
      #"{"title": "Call", "start": "2026-03-06T13:00", "end": "2026-03-06T13:15"}"#, info: info(key: "k2"))
    #expect(second.result?["created"]?.bool == true)
    #expect(second.result?["conflicts"]?[0]?["title"]?.string == "Lunch with Anna")
    #expect(second.result?["conflicts"]?.count == 1)
  }

  @Test func aRepeatWithOtherArgumentsLeavesTheEventAndSaysSo() throws {
    let folder = try TemporaryFolder()
    let calendar = try Calendar(folder.path)
    _ = try calendar.create.invoke(#"{"title": "A", "start": "2026-03-06T12:30"}"#, info: info(key: "k"))
    let again = try calendar.create.invoke(#"{"title": "B", "start": "2026-03-07T12:30"}"#, info: info(key: "k"))
    #expect(again.result?["created"]?.bool == false)
    #expect(again.result?["event"]?["title"]?.string == "A")
    #expect(
      again.result?["warnings"]?.elements.compactMap(\.string) == [
        "an event of this idempotency key exists with another title or time; it was left as it is"
      ])
  }

  @Test func withoutAKeyTwoCallsAreTwoEvents() throws {
    let folder = try TemporaryFolder()
    let calendar = try Calendar(folder.path)
    for _ in 0..<2 {
      let outcome = try calendar.create.invoke(#"{"title": "A", "start": "2026-03-06"}"#, info: info())
      #expect(outcome.result?["created"]?.bool == true)
      #expect(outcome.result?["event"]?["allDay"]?.bool == true)
      #expect(outcome.result?["event"]?["firstDay"]?.string == "2026-03-06")
      #expect(outcome.result?["event"]?["lastDay"]?.string == "2026-03-06")
    }
    #expect(try calendar.events.invoke("{}", info: info()).result?["total"]?.int == 2)
  }

  @Test(.timeLimit(.minutes(1)))
  func parallelCallsLoseNothing() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<16 {
        group.addTask {
          let create = try PluginLibrary("Calendar").skill("calendar.create_event", directories: ["calendars": path])
          // Every key twice.
          let outcome = try create.invoke(
            #"{"title": "E\#(index / 2)", "start": "2026-03-06T12:30"}"#,
            info: ["now": Self.now, "timezone": "Asia/Shanghai", "idempotency_key": "k\(index / 2)"])
          #expect(outcome.status == SKILL_DONE)
        }
      }
      try await group.waitForAll()
    }
    let listed = try Calendar(path).events.invoke("{}", info: info())
    let titles = listed.result?["events"]?.elements.compactMap { $0["title"]?.string } ?? []
    #expect(titles.sorted() == (0..<8).map { "E\($0)" })
    #expect(listed.result?["warnings"]?.count == 0)
  }

  @Test func damagedFilesAreReportedAndNeverRewritten() throws {
    let folder = try TemporaryFolder()
    let calendar = try Calendar(folder.path)
    let damaged = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:Old\nDTSTART:20260306T040000Z\nEND:VEVENT\nBEGIN:VEV"
    try folder.write("skillhost.ics", damaged)
    let created = try calendar.create.invoke(#"{"title": "New", "start": "2026-03-06T15:00"}"#, info: info())
    #expect(created.result?["event"]?["calendar"]?.string == "skillhost-2.ics")
    let listed = try calendar.events.invoke("{}", info: info())
    #expect(listed.result?["events"]?.elements.compactMap { $0["title"]?.string } == ["Old", "New"])
    #expect(
      listed.result?["warnings"]?.elements.compactMap(\.string) == [
        "skillhost.ics: damaged (line 7: BEGIN:VEV is never closed); what could be read is used, and the file is left "
          + "as it is"
      ])
    #expect(folder.read("skillhost.ics") == damaged)
  }

  @Test func aSeriesOfAnotherProgramIsListedInTheAskersZone() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "work/team.ics",
      """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      UID:sync
      SUMMARY:Daily sync
      DTSTART;TZID=W. Europe Standard Time:20260302T090000
      DURATION:PT30M
      RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR
      TRANSP:TRANSPARENT
      STATUS:TENTATIVE
      BEGIN:VALARM
      ACTION:DISPLAY
      TRIGGER:-PT15M
      END:VALARM
      END:VEVENT
      END:VCALENDAR

      """)
    let calendar = try Calendar(folder.path)
    let listed = try calendar.events.invoke(
      #"{"from": "2026-03-04", "to": "2026-03-05", "query": "SYNC daily"}"#, info: info())
    #expect(
      listed.result?["events"]
        == (try JSON(
          parsing: """
            [{"id": "sync", "title": "Daily sync", "start": "2026-03-04T16:00:00+08:00", "end": "2026-03-04T16:30:00+08:00",
              "timezone": "Asia/Shanghai", "eventTimezone": "Europe/Berlin", "allDay": false, "status": "tentative",
              "recurring": true, "busy": false, "alarms": ["2026-03-04T15:45:00+08:00"], "calendar": "work/team.ics"}]
            """)))
    #expect(try calendar.events.invoke(#"{"query": "nothing like it"}"#, info: info()).result?["total"]?.int == 0)
  }

  @Test(arguments: [#"{"from": "2026-03-04", "days": 2}"#, #"{"days": 2}"#])
  func timeThatIsPastIsNotFree(_ input: String) throws {
    let folder = try TemporaryFolder()
    let calendar = try Calendar(folder.path)
    var facts = info()
    facts["now"] = "2026-03-04T10:07:23+08:00"
    let free = try calendar.free.invoke(input, info: facts)
    #expect(
      free.result?["slots"]
        == (try JSON(
          parsing: """
            [{"start": "2026-03-04T10:10:00+08:00", "end": "2026-03-04T18:00:00+08:00", "minutes": 470},
             {"start": "2026-03-05T09:00:00+08:00", "end": "2026-03-05T18:00:00+08:00", "minutes": 540}]
            """)))
  }

  @Test(
    arguments: [
      (
        "calendar.events", #"{"from": "soon"}"#, "bad_time",
        "'from' is 'soon': expected a day such as 2026-03-07 or a time such as 2026-03-07T09:00:00+08:00"
      ),
      (
        "calendar.events", #"{"from": "2026-03-07", "to": "2026-03-05"}"#, "bad_window",
        "the window ends (2026-03-06T00:00:00+08:00) before it begins (2026-03-07T00:00:00+08:00)"
      ),
      ("calendar.events", #"{"to": "2026-03-07", "days": 3}"#, "bad_window", "give 'to' or 'days', not both"),
      (
        "calendar.events", #"{"days": 9223372036854775807}"#, "bad_window",
        "'days' is 9223372036854775807: expected 1 to 1100"
      ),
      (
        "calendar.events", #"{"from": "0001-01-01", "to": "9999-12-31"}"#, "bad_window",
        "the window is longer than 1100 days; ask for less"
      ),
      ("calendar.create_event", #"{"title": " ", "start": "2026-03-07T09:00"}"#, "bad_title", "'title' is empty"),
      (
        "calendar.create_event", #"{"title": "A", "start": "2026-03-07T09:00", "end": "2026-03-07T08:00"}"#, "bad_end",
        "'end' (2026-03-07T08:00:00+08:00) is not after 'start' (2026-03-07T09:00:00+08:00)"
      ),
      (
        "calendar.create_event", #"{"title": "A", "start": "2026-03-07", "allDay": false}"#, "bad_time",
        "'start' is a day without a time; give a time, or 'allDay': true"
      ),
      (
        "calendar.create_event", #"{"title": "A", "start": "2026-03-07", "durationMinutes": 30}"#, "bad_end",
        "an all-day event has no 'durationMinutes'; give 'end', its last day"
      ),
      ("calendar.create_event", #"{"title": "A"}"#, "bad_input", nil),
      (
        "calendar.free_slots", #"{"dayStart": "19:00"}"#, "bad_day",
        "the day ends ('dayEnd' 18:00) before it begins ('dayStart' 19:00)"
      ),
      (
        "calendar.free_slots", #"{"dayEnd": "25:00"}"#, "bad_time",
        "'dayEnd' is '25:00': expected a time such as 09:00"
      ),
    ] as [(String, String, String, String?)])
  func argumentsThatMakeNoSenseAreNamed(
    _ skill: String, _ input: String, _ code: String, _ message: String?
  ) throws {
    let folder = try TemporaryFolder()
    let outcome = try PluginLibrary("Calendar").skill(skill, directories: ["calendars": folder.path])
      .invoke(input, info: info())
    #expect(outcome.status == SKILL_BAD_INPUT)
    #expect(outcome.failure?.code == code)
    if let message { #expect(outcome.failure?.message == message) }
  }

  @Test func withoutTheFolderItAsksForIt() throws {
    let outcome = try PluginLibrary("Calendar").skill("calendar.events").invoke("{}", info: info())
    #expect(outcome.status == SKILL_NEEDS_PERMISSION)
    #expect(outcome.failure?.message == "the directory 'calendars' of this skill was not granted")
  }

  // MARK: Phrases

  @Test(arguments: [
    ("what is on my calendar this week", "calendar.events", #"{"from": "2026-03-02", "days": 7}"#),
    ("周六有什么安排", "calendar.events", #"{"from": "2026-03-07", "days": 1}"#),
    ("what do I have on Friday?", "calendar.events", #"{"from": "2026-03-06", "days": 1}"#),
    (
      "show my schedule for tomorrow afternoon", "calendar.events",
      #"{"from": "2026-03-05T12:00:00+08:00", "to": "2026-03-05T18:00:00+08:00"}"#
    ),
    ("看看明天的日程", "calendar.events", #"{"from": "2026-03-05", "days": 1}"#),
    ("这周有什么日程", "calendar.events", #"{"from": "2026-03-02", "days": 7}"#),
    ("when is my dentist appointment?", "calendar.events", #"{"query": "dentist", "from": "2026-03-04", "days": 90}"#),
    (
      "find a free hour on Friday afternoon", "calendar.free_slots",
      #"{"from": "2026-03-06", "days": 1, "dayStart": "12:00", "dayEnd": "18:00", "durationMinutes": 60}"#
    ),
    ("when am I free tomorrow?", "calendar.free_slots", #"{"from": "2026-03-05", "days": 1}"#),
    (
      "周五下午有空吗", "calendar.free_slots",
      #"{"from": "2026-03-06", "days": 1, "dayStart": "12:00", "dayEnd": "18:00"}"#
    ),
    ("找一个小时的空闲时间", "calendar.free_slots", #"{"durationMinutes": 60}"#),
    (
      "am I free on Friday at 3pm?", "calendar.free_slots",
      #"{"from": "2026-03-06T15:00:00+08:00", "to": "2026-03-06T16:00:00+08:00", "durationMinutes": 60, "#
        + #""dayStart": "00:00", "dayEnd": "24:00"}"#
    ),
    (
      "add lunch with Anna on Tuesday at 12:30", "calendar.create_event",
      #"{"title": "lunch with Anna", "start": "2026-03-10T12:30:00+08:00"}"#
    ),
    ("周五下午三点开会", "calendar.create_event", #"{"title": "开会", "start": "2026-03-06T15:00:00+08:00"}"#),
    (
      "schedule a meeting with Bob tomorrow from 2 to 4pm", "calendar.create_event",
      #"{"title": "meeting with Bob", "start": "2026-03-05T14:00:00+08:00", "end": "2026-03-05T16:00:00+08:00"}"#
    ),
    (
      "Could you please put dentist on my calendar for next Monday at 9:30 for 45 minutes?", "calendar.create_event",
      #"{"title": "dentist", "start": "2026-03-09T09:30:00+08:00", "durationMinutes": 45}"#
    ),
    (
      "帮我安排明天上午十点到十一点面试", "calendar.create_event",
      #"{"title": "面试", "start": "2026-03-05T10:00:00+08:00", "end": "2026-03-05T11:00:00+08:00"}"#
    ),
    (
      "添加日程：后天晚上七点和安娜吃饭", "calendar.create_event",
      #"{"title": "和安娜吃饭", "start": "2026-03-06T19:00:00+08:00"}"#
    ),
    (
      "I have a dentist appointment on March 12 at 3:15 pm", "calendar.create_event",
      #"{"title": "dentist appointment", "start": "2026-03-12T15:15:00+08:00"}"#
    ),
    (
      "帮我订一个周五晚上七点的餐厅", "calendar.create_event",
      #"{"title": "餐厅", "start": "2026-03-06T19:00:00+08:00"}"#
    ),
    ("what's happening this weekend", "calendar.events", #"{"from": "2026-03-07", "days": 2}"#),
    (
      "am I busy on Monday morning", "calendar.events",
      #"{"from": "2026-03-09T06:00:00+08:00", "to": "2026-03-09T12:00:00+08:00"}"#
    ),
    ("查一下下周的会议", "calendar.events", #"{"from": "2026-03-09", "days": 7}"#),
    ("下个月的日程", "calendar.events", #"{"from": "2026-04-01", "days": 30}"#),
    (
      "When can I meet Bob next week for 30 minutes?", "calendar.free_slots",
      #"{"from": "2026-03-09", "days": 7, "durationMinutes": 30}"#
    ),
    (
      "add Anna's birthday on March 20", "calendar.create_event",
      #"{"title": "Anna's birthday", "start": "2026-03-20", "allDay": true}"#
    ),
  ])
  func aPhraseGoesToItsSkill(_ phrase: String, _ skill: String, _ arguments: String) throws {
    let library = try PluginLibrary("Calendar")
    var confidences: [String: Double] = [:]
    for identifier in ["calendar.events", "calendar.create_event", "calendar.free_slots"] {
      let match = try library.skill(identifier).match(phrase, now: Self.now, timezone: "Asia/Shanghai")
      confidences[identifier] = match?.confidence
      if identifier == skill { #expect(match?.arguments == (try JSON(parsing: arguments))) }
    }
    let best = try #require(confidences[skill])
    #expect(best >= 0.7)
    #expect(confidences.allSatisfy { $0.key == skill || $0.value <= best - 0.2 }, "\(confidences)")
  }

  @Test(arguments: [
    "remind me to water the plants tomorrow at 9", "提醒我明天早上九点浇花", "北京未来三天天气怎么样", "will it rain in Berlin on Saturday",
    "hello", "count the words in this text", "draw a bar chart of 1, 2, 3", "find files named report",
    "feel free to ask", "",
    "mark the report as done", "what time is it", "cancel my meeting on Friday", "move lunch to 1pm", "取消明天的会议",
    "team sync every Monday at 10", "每周一十点开例会", "晚上八点叫我吃药",
  ])
  func aPhraseForOthersIsLeftToThem(_ phrase: String) throws {
    let library = try PluginLibrary("Calendar")
    for identifier in ["calendar.events", "calendar.create_event", "calendar.free_slots"] {
      let match = try library.skill(identifier).match(phrase, now: Self.now, timezone: "Asia/Shanghai")
      #expect(match == nil, "\(identifier) \(match?.confidence ?? 0)")
    }
  }
}
