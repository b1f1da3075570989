import ICalendar
import Testing

/// Calendars as other programs export them.
@Suite(.enabled(if: conformanceFolder != nil, "the conformance calendars are not here"))
struct ConformanceTests {
  @Test(arguments: [
    (
      "alarm_etar_future.ics", "Europe/Berlin",
      ["2024-10-05T13:00:00+01:00 – 2024-10-05T14:00:00+01:00 event with alarms android"]
    ),
    (
      "alarm_google_future.ics", "Europe/Berlin",
      ["2024-10-04T18:15:00Z – 2024-10-04T19:00:00Z event with alarms"]
    ),
    (
      "alarm_thunderbird_future.ics", "Europe/Berlin",
      ["2024-10-23T15:00:00+01:00 – 2024-10-23T16:00:00+01:00 event with alarms"]
    ),
    (
      "america_new_york.ics", "Europe/Berlin",
      ["2014-08-29T08:00:00-04:00 – 2014-08-29T10:00:00-04:00 an event with a custom tz name"]
    ),
    (
      "issue_1050_calendar_with_events_and_todos.ics", "Europe/Berlin",
      [
        "2025-01-15T10:00:00-05:00 – 2025-01-15T11:00:00-05:00 Test Event 1",
        "2025-01-16T10:00:00-05:00 – 2025-01-16T11:00:00-05:00 Test Event 2",
      ]
    ),
    (
      "issue_722_timezone_transition_ambiguity.ics", "Europe/Berlin",
      [
        "2024-03-03T08:00:00+12:00 – 2024-03-03T08:00:00+12:00 This event is clearly in winter",
        "2024-05-05T07:00:01+12:00 – 2024-05-05T07:00:01+12:00 Transition is from 8am -> 6am, so 7:00:01 is winter "
          + "RFC5545 does not allow us to be at the later TZ.",
        "2024-05-05T08:00:01+10:00 – 2024-05-05T08:00:01+10:00 Transition is from 8am -> 6am, so 8:00:01 is summer",
        "2024-08-03T08:00:00+10:00 – 2024-08-03T08:00:00+10:00 This event is clearly in summer",
      ]
    ),
    (
      "multiple_timezones.ics", "Asia/Shanghai",
      [
        // Floating: the viewer's clock.
        "2021-03-02T00:00:00+08:00 – 2021-03-02T00:00:00+08:00 (no title)",
        "2021-03-02T00:00:00Z – 2021-03-02T00:00:00Z (no title)",
        "2021-03-02T00:00:00-05:00 – 2021-03-02T00:00:00-05:00 (no title)",
      ]
    ),
    ("property_params.ics", "Asia/Shanghai", ["2012-08-14 – 2012-08-14 Test meeting from BB"]),
  ])
  func listsTheEvents(_ name: String, _ viewer: String, _ expected: [String]) throws {
    let document = try conformanceFile(name)
    #expect(document.problems.map(\.description) == [])
    #expect(
      try agenda(document, from: "2000-01-01T00:00:00Z", to: "2030-01-01T00:00:00Z", viewer: viewer) == expected)
  }

  @Test func aDailySeriesSkipsTheWeekendAndChangesItsOffset() throws {
    let document = try conformanceFile("x_location.ics")
    #expect(
      try agenda(document, from: "2016-10-27T00:00:00Z", to: "2016-11-02T00:00:00Z", viewer: "Europe/Zurich") == [
        "2016-10-28T14:00:00+02:00 – 2016-10-28T14:30:00+02:00 Daily Sync",
        "2016-10-31T14:00:00+01:00 – 2016-10-31T14:30:00+01:00 Daily Sync",
        "2016-11-01T14:00:00+01:00 – 2016-11-01T14:30:00+01:00 Daily Sync",
      ])
    let event = try #require(contents(of: document).events.first)
    #expect(event.location == "Roadstar 16\n12764 Happyville\nDenmark")
    let calendar = try #require(document.calendars.first)
    let place = try #require(calendar.components(named: "VEVENT").first?.line("X-APPLE-STRUCTURED-LOCATION"))
    #expect(place.parameter("X-ADDRESS") == "Röadstar 16\\n12764 Happyville\\nDenmark")
    #expect(place.parameter("X-APPLE-RADIUS") == "49.91305866584698")
    #expect(place.parameter("X-TITLE") == "")
    #expect(place.value == "geo:52.382762,7.528319")
  }

  /// The series goes on for ever; a window far in the future is as quick as one at its start.
  @Test func aSeriesWithoutEndIsFoundFarInTheFuture() throws {
    let document = try conformanceFile("x_location.ics")
    #expect(
      try agenda(document, from: "2716-07-03T00:00:00Z", to: "2716-07-04T00:00:00Z", viewer: "Europe/Zurich") == [
        "2716-07-03T14:00:00+02:00 – 2716-07-03T14:30:00+02:00 Daily Sync"
      ])
  }

  @Test func toDosStandBesideEvents() throws {
    let contents = contents(of: try conformanceFile("issue_1050_calendar_with_events_and_todos.ics"))
    #expect(contents.events.map(\.uid) == ["event-1@example.com", "event-2@example.com"])
    let toDo = try #require(contents.toDos.first)
    #expect(contents.toDos.count == 1)
    #expect(toDo.uid == "todo-1@example.com")
    #expect(toDo.title == "Test Todo 1")
    #expect(toDo.status == "NEEDS-ACTION")
    #expect(toDo.isOpen)
    #expect(toDo.due == nil)
  }

  @Test(arguments: [
    ("alarm_etar_future.ics", ["11:30:00Z", "11:35:00Z", "11:55:00Z"]),
    ("alarm_google_future.ics", ["18:05:00Z", "18:01:00Z", "18:00:00Z", "18:00:00Z"]),
    ("alarm_thunderbird_future.ics", ["13:45:00Z", "13:15:00Z"]),
  ])
  func alarmsAreRead(_ name: String, _ expected: [String]) throws {
    let event = try #require(contents(of: try conformanceFile(name)).events.first)
    let start = event.start.instant(for: .utc)
    let times = event.alarms.map { Zone.utc.rfc3339($0.moment(start: start, end: start, in: .utc)).suffix(9) }
    #expect(times.map(String.init) == expected)
  }

  @Test func aValueThatMakesNoSenseIsNamedAndTheRestIsUsed() throws {
    #expect(
      contents(of: try conformanceFile("multiple_timezones.ics")).problems.map(\.description) == [
        "line 23: RDATE '083000' is no date and is passed over",
        "line 28: RDATE '133000Z' is no date and is passed over",
        "line 33: RDATE '083000' is no date and is passed over",
      ])
  }

  @Test(arguments: [
    "alarm_etar_future.ics", "alarm_google_future.ics", "alarm_thunderbird_future.ics", "america_new_york.ics",
    "issue_1050_calendar_with_events_and_todos.ics", "issue_722_timezone_transition_ambiguity.ics",
    "multiple_timezones.ics", "property_params.ics", "x_location.ics",
  ])
  func everyFileIsWrittenBackByteForByte(_ name: String) throws {
    let original = try bytes(of: "\(try #require(conformanceFolder))/\(name)")
    #expect(CalendarDocument(parsing: original).bytes == original)
  }

  @Test func completingAToDoChangesItsLinesOnly() throws {
    var document = try conformanceFile("issue_1050_calendar_with_events_and_todos.ics")
    let before = String(decoding: document.bytes, as: UTF8.self)
    let moment = try instant("2026-03-07T09:30:00+08:00")
    #expect(document.edit("VTODO", uid: "todo-1@example.com") { $0.complete(at: moment) })
    let end = before.contains("\r\n") ? "\r\n" : "\n"
    let old = "SUMMARY:Test Todo 1\(end)STATUS:NEEDS-ACTION\(end)"
    let new = """
      SUMMARY:Test Todo 1\(end)STATUS:COMPLETED\r
      COMPLETED:20260307T013000Z\r
      PERCENT-COMPLETE:100\r
      DTSTAMP:20260307T013000Z\r
      LAST-MODIFIED:20260307T013000Z\r
      SEQUENCE:1\r

      """
    let parts = before.split(separator: old, omittingEmptySubsequences: false)
    #expect(parts.count == 2)
    #expect(String(decoding: document.bytes, as: UTF8.self) == parts.joined(separator: new))
    #expect(contents(of: document).toDos.first?.isCompleted == true)
  }
}
