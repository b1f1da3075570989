import CSkillABI
import FakeSkillHost
import SkillJSON
import Testing

/// The reminder library through its one symbol, on Wednesday, 4 March 2026, at ten in the morning, in Shanghai.
@Suite struct ReminderTests {
  private static let now = "2026-03-04T10:00:00+08:00"
  private static let identifiers = ["reminder.create", "reminder.list", "reminder.complete"]

  private func info(key: String? = nil) -> [String: String] {
    var info = ["now": Self.now, "timezone": "Asia/Shanghai"]
    info["idempotency_key"] = key
    return info
  }

  private struct Reminders {
    let create, list, complete: PluginSkill

    init(_ folder: String) throws {
      let library = try PluginLibrary("Reminder")
      create = try library.skill("reminder.create", directories: ["reminders": folder])
      list = try library.skill("reminder.list", directories: ["reminders": folder])
      complete = try library.skill("reminder.complete", directories: ["reminders": folder])
    }

    func titles(_ input: String, _ info: [String: String]) throws -> [String] {
      try list.invoke(input, info: info).result?["reminders"]?.elements.compactMap { $0["title"]?.string } ?? []
    }
  }

  @Test func createListCompleteRepeat() throws {
    let folder = try TemporaryFolder()
    let reminders = try Reminders(folder.path)
    let arguments = #"{"title": "water the plants", "due": "2026-03-05T09:00:00+08:00", "notes": "not the cactus"}"#
    let first = try reminders.create.invoke(arguments, info: info(key: "k1"))
    #expect(first.status == SKILL_DONE, "\(String(describing: first.failure))")
    #expect(first.result?["created"]?.bool == true)
    let id = try #require(first.result?["reminder"]?["id"]?.string)
    #expect(
      first.result?["reminder"]
        == (try JSON(
          parsing: """
            {"id": "\(id)", "title": "water the plants", "due": "2026-03-05T09:00:00+08:00", "timezone": "Asia/Shanghai",
             "status": "open", "overdue": false, "notes": "not the cactus", "recurring": false, "list": "skillhost.ics"}
            """)))
    let again = try reminders.create.invoke(arguments, info: info(key: "k1"))
    #expect(again.result?["created"]?.bool == false)
    #expect(again.result?["reminder"] == first.result?["reminder"])
    #expect(try reminders.titles("{}", info()) == ["water the plants"])

    let done = try reminders.complete.invoke(#"{"id": "\#(id)"}"#, info: info())
    #expect(done.result?["changed"]?.bool == true)
    #expect(done.result?["reminder"]?["status"]?.string == "completed")
    #expect(done.result?["reminder"]?["completedAt"]?.string == Self.now)
    let doneAgain = try reminders.complete.invoke(#"{"id": "\#(id)"}"#, info: info())
    #expect(doneAgain.result?["changed"]?.bool == false)
    #expect(try reminders.titles("{}", info()) == [])
    #expect(try reminders.titles(#"{"status": "completed"}"#, info()) == ["water the plants"])

    // The key's wish was fulfilled; asking again does not bring it back.
    let late = try reminders.create.invoke(arguments, info: info(key: "k1"))
    #expect(late.result?["created"]?.bool == false)
    #expect(late.result?["reminder"]?["status"]?.string == "completed")
  }

  @Test func theFileIsWhatOtherProgramsExpect() throws {
    let folder = try TemporaryFolder()
    let reminders = try Reminders(folder.path)
    let made = try reminders.create.invoke(
      #"{"title": "浇花", "due": "2026-03-05T09:00"}"#, info: info(key: "k"))
    let id = try #require(made.result?["reminder"]?["id"]?.string)
    #expect(
      folder.read("skillhost.ics") == """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        PRODID:-//skillhost//Calendar skills 1.0//EN\r
        CALSCALE:GREGORIAN\r
        BEGIN:VTIMEZONE\r
        TZID:Asia/Shanghai\r
        BEGIN:STANDARD\r
        DTSTART:19700101T000000\r
        TZOFFSETFROM:+0800\r
        TZOFFSETTO:+0800\r
        TZNAME:CST\r
        END:STANDARD\r
        END:VTIMEZONE\r
        BEGIN:VTODO\r
        UID:\(id)\r
        DTSTAMP:20260304T020000Z\r
        CREATED:20260304T020000Z\r
        LAST-MODIFIED:20260304T020000Z\r
        SEQUENCE:0\r
        SUMMARY:浇花\r
        DUE;TZID=Asia/Shanghai:20260305T090000\r
        STATUS:NEEDS-ACTION\r
        BEGIN:VALARM\r
        ACTION:DISPLAY\r
        DESCRIPTION:浇花\r
        TRIGGER;RELATED=END:PT0S\r
        END:VALARM\r
        END:VTODO\r
        END:VCALENDAR\r

        """)
  }

  private static let tasks = """
    BEGIN:VCALENDAR
    BEGIN:VTODO
    UID:day
    SUMMARY:Send the report
    DUE;VALUE=DATE:20260304
    X-OTHER-PROGRAM;X-P="a:b":kept\\, verbatim
    END:VTODO
    BEGIN:VTODO
    UID:late
    SUMMARY:Call the bank
    DUE:20260303T020000Z
    PRIORITY:1
    END:VTODO
    BEGIN:VTODO
    UID:someday
    SUMMARY:Learn the cello
    END:VTODO
    BEGIN:VTODO
    UID:dropped
    SUMMARY:Dropped
    STATUS:CANCELLED
    END:VTODO
    BEGIN:VTODO
    UID:weekly
    SUMMARY:Take out the bins
    DUE:20260310T020000Z
    RRULE:FREQ=WEEKLY
    END:VTODO
    END:VCALENDAR

    """

  @Test(arguments: [
    ("{}", ["Call the bank", "Send the report", "Take out the bins", "Learn the cello"]),
    (#"{"dueBefore": "2026-03-05"}"#, ["Call the bank", "Send the report"]),
    (#"{"dueBefore": "2026-03-04"}"#, ["Call the bank"]), (#"{"query": "the BANK"}"#, ["Call the bank"]),
    (#"{"status": "completed"}"#, []),
    (#"{"status": "all", "limit": 2}"#, ["Call the bank", "Send the report"]),
  ])
  func listsWhatIsAskedFor(_ input: String, _ expected: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.write("tasks.ics", Self.tasks)
    #expect(try Reminders(folder.path).titles(input, info()) == expected)
  }

  @Test func aDayIsOverdueWhenItIsOver() throws {
    let folder = try TemporaryFolder()
    try folder.write("tasks.ics", Self.tasks)
    let reminders = try Reminders(folder.path)
    func overdue(_ now: String) throws -> [String] {
      let result = try reminders.list.invoke("{}", info: ["now": now, "timezone": "Asia/Shanghai"]).result
      return result?["reminders"]?.elements.filter { $0["overdue"]?.bool == true }.compactMap { $0["id"]?.string } ?? []
    }
    #expect(try overdue("2026-03-04T23:59:59+08:00") == ["late"])
    #expect(try overdue("2026-03-05T00:00:00+08:00") == ["late", "day"])
  }

  @Test func completingChangesNothingElseInTheFileOfAnotherProgram() throws {
    let folder = try TemporaryFolder()
    try folder.write("tasks.ics", Self.tasks)
    let reminders = try Reminders(folder.path)
    let done = try reminders.complete.invoke(#"{"id": "day"}"#, info: info())
    #expect(done.result?["changed"]?.bool == true)
    let old = "X-OTHER-PROGRAM;X-P=\"a:b\":kept\\, verbatim\n"
    let new =
      old + "STATUS:COMPLETED\r\nCOMPLETED:20260304T020000Z\r\nPERCENT-COMPLETE:100\r\nDTSTAMP:20260304T020000Z\r\n"
      + "LAST-MODIFIED:20260304T020000Z\r\nSEQUENCE:1\r\n"
    let parts = Self.tasks.split(separator: old, omittingEmptySubsequences: false)
    #expect(folder.read("tasks.ics") == parts.joined(separator: new))
  }

  @Test(arguments: [
    ("nobody", "not_found", "there is no reminder with the id 'nobody'; reminder.list shows the ids"),
    (
      "weekly#20260317T020000Z", "not_found",
      "there is no reminder with the id 'weekly#20260317T020000Z'; reminder.list shows the ids"
    ),
    ("", "not_found", "there is no reminder with the id ''; reminder.list shows the ids"),
    ("cut", "refused", "broken.ics is damaged (line 6: not a content line (NAME:VALUE)); it is not rewritten"),
  ])
  func whatCannotBeCompletedIsExplained(_ id: String, _ code: String, _ message: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("tasks.ics", Self.tasks)
    let broken = "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:cut\nSUMMARY:x\nEND:VTODO\njunk"
    try folder.write("broken.ics", broken)
    let outcome = try Reminders(folder.path).complete.invoke(#"{"id": "\#(id)"}"#, info: info())
    #expect(outcome.status == SKILL_FAILED)
    #expect(outcome.failure?.code == code)
    #expect(outcome.failure?.message == message)
    #expect(folder.read("broken.ics") == broken)
    #expect(folder.read("tasks.ics") == Self.tasks)
  }

  @Test func anOccurrenceOfASeriesIsCompletedOnceAndTheNextIsShown() throws {
    let folder = try TemporaryFolder()
    try folder.write("tasks.ics", Self.tasks)
    let reminders = try Reminders(folder.path)
    func due(_ now: String) throws -> JSON? {
      try reminders.list.invoke(#"{"query": "bins"}"#, info: ["now": now, "timezone": "Asia/Shanghai"])
        .result?["reminders"]?[0]
    }
    #expect(try due(Self.now)?["id"]?.string == "weekly#20260310T020000Z")
    // Three weeks later the last one that was missed is shown, not all three.
    let later = "2026-03-25T12:00:00+08:00"
    let missed = try #require(try due(later))
    #expect(missed["id"]?.string == "weekly#20260324T020000Z")
    #expect(missed["overdue"]?.bool == true)
    let facts = ["now": later, "timezone": "Asia/Shanghai"]
    let done = try reminders.complete.invoke(#"{"id": "weekly#20260324T020000Z"}"#, info: facts)
    #expect(done.result?["changed"]?.bool == true)
    #expect(done.result?["reminder"]?["completedAt"]?.string == later)
    #expect(
      folder.read("tasks.ics")?.contains(
        """
        RRULE:FREQ=WEEKLY
        END:VTODO
        BEGIN:VTODO
        UID:weekly
        SUMMARY:Take out the bins
        DUE:20260324T020000Z\r
        RECURRENCE-ID:20260324T020000Z\r
        STATUS:COMPLETED\r
        COMPLETED:20260325T040000Z\r
        PERCENT-COMPLETE:100\r
        DTSTAMP:20260325T040000Z\r
        LAST-MODIFIED:20260325T040000Z\r
        SEQUENCE:1\r
        END:VTODO

        """) == true)
    let again = try reminders.complete.invoke(#"{"id": "weekly#20260324T020000Z"}"#, info: facts)
    #expect(again.result?["changed"]?.bool == false)
    let next = try #require(try due(later))
    #expect(next["id"]?.string == "weekly#20260331T020000Z")
    #expect(next["overdue"]?.bool == false)
  }

  // MARK: Phrases

  @Test(arguments: [
    (
      "remind me to water the plants tomorrow at 9", "reminder.create",
      #"{"title": "water the plants", "due": "2026-03-05T09:00:00+08:00"}"#
    ),
    ("提醒我明天早上九点浇花", "reminder.create", #"{"title": "浇花", "due": "2026-03-05T09:00:00+08:00"}"#),
    ("明天早上九点提醒我浇花", "reminder.create", #"{"title": "浇花", "due": "2026-03-05T09:00:00+08:00"}"#),
    ("两小时后提醒我关火", "reminder.create", #"{"title": "关火", "due": "2026-03-04T12:00:00+08:00"}"#),
    (
      "remind me in two hours to take out the bread", "reminder.create",
      #"{"title": "take out the bread", "due": "2026-03-04T12:00:00+08:00"}"#
    ),
    (
      "Can you remind me about the rent on the 1st, please?", "reminder.create",
      #"{"title": "the rent", "due": "2026-04-01"}"#
    ),
    ("don't let me forget to call mum", "reminder.create", #"{"title": "call mum"}"#),
    ("别忘了周五交报告", "reminder.create", #"{"title": "交报告", "due": "2026-03-06"}"#),
    ("add a to-do: call the bank", "reminder.create", #"{"title": "call the bank"}"#),
    ("remember to buy milk tomorrow", "reminder.create", #"{"title": "buy milk", "due": "2026-03-05"}"#),
    ("记得明天买牛奶", "reminder.create", #"{"title": "买牛奶", "due": "2026-03-05"}"#),
    ("add buy eggs to my to-do list", "reminder.create", #"{"title": "buy eggs"}"#),
    ("todo: write the report by Friday", "reminder.create", #"{"title": "write the report", "due": "2026-03-06"}"#),
    ("明天要交作业，别忘了提醒我", "reminder.create", #"{"title": "交作业", "due": "2026-03-05"}"#),
    ("晚上八点叫我吃药", "reminder.create", #"{"title": "吃药", "due": "2026-03-04T20:00:00+08:00"}"#),
    ("今天的待办事项", "reminder.list", #"{"status": "open", "dueBefore": "2026-03-05"}"#),
    ("show my reminders", "reminder.list", #"{"status": "open"}"#),
    ("what do I have to do today?", "reminder.list", #"{"status": "open", "dueBefore": "2026-03-05"}"#),
    ("any reminders due before Friday?", "reminder.list", #"{"status": "open", "dueBefore": "2026-03-06"}"#),
    ("list my completed to-dos", "reminder.list", #"{"status": "completed"}"#),
    ("我有哪些提醒", "reminder.list", #"{"status": "open"}"#),
    ("今天有哪些待办", "reminder.list", #"{"status": "open", "dueBefore": "2026-03-05"}"#),
    ("mark call the bank as done", "reminder.complete", #"{"id": "late"}"#),
    ("complete the reminder to learn the cello", "reminder.complete", #"{"id": "someday"}"#),
    ("I finished the report", "reminder.complete", #"{"id": "day"}"#),
    ("把浇花标记为完成", "reminder.complete", #"{"id": "花"}"#), ("浇花做完了", "reminder.complete", #"{"id": "花"}"#),
  ])
  func aPhraseGoesToItsSkill(_ phrase: String, _ skill: String, _ arguments: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "tasks.ics",
      Self.tasks.replacing("SUMMARY:Dropped\nSTATUS:CANCELLED", with: "SUMMARY:浇花")
        .replacing("UID:dropped", with: "UID:花"))
    let library = try PluginLibrary("Reminder")
    var confidences: [String: Double] = [:]
    for identifier in Self.identifiers {
      let match = try library.skill(identifier, directories: ["reminders": folder.path])
        .match(phrase, now: Self.now, timezone: "Asia/Shanghai")
      confidences[identifier] = match?.confidence
      if identifier == skill { #expect(match?.arguments == (try JSON(parsing: arguments))) }
    }
    let best = try #require(confidences[skill])
    #expect(best >= 0.7)
    #expect(confidences.allSatisfy { $0.key == skill || $0.value <= best - 0.2 }, "\(confidences)")
  }

  @Test(arguments: [
    "what is on my calendar this week", "周六有什么安排", "add lunch with Anna on Tuesday at 12:30", "周五下午三点开会",
    "北京未来三天天气怎么样", "find a free hour on Friday afternoon", "hello", "I finished", "",
    "complete works of Shakespeare",
    "remind me every day at 9 to take pills", "每天早上八点提醒我吃药",
  ])
  func aPhraseForOthersIsLeftToThem(_ phrase: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("tasks.ics", Self.tasks)
    let library = try PluginLibrary("Reminder")
    for identifier in Self.identifiers {
      let match = try library.skill(identifier, directories: ["reminders": folder.path])
        .match(phrase, now: Self.now, timezone: "Asia/Shanghai")
      #expect(match == nil, "\(identifier) \(match?.confidence ?? 0)")
    }
  }
}
