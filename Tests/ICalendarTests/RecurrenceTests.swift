import ICalendar
import Testing

@Suite struct RecurrenceTests {
  @Test(arguments: recurrenceCases.indices)
  func agreesWithAnIndependentImplementation(_ index: Int) throws {
    let test = recurrenceCases[index]
    let start = try #require(CalendarTime(parsing: test.start))
    let rule = try RecurrenceRule(parsing: test.rule)
    let lower = try #require(CalendarTime(parsing: test.lower)).clock
    var iterator = RecurrenceIterator(
      rule, start: start.clock, isDay: false, zone: .utc, lower: lower, upper: try clock("2080-12-31T23:59:59"))
    var budget = ExpansionBudget()
    var found: [String] = []
    while found.count < 8, let clock = iterator.next(&budget) {
      if clock >= lower { found.append(clock.basic) }
    }
    #expect(found.joined(separator: ",") == test.expected, "\(test.rule) from \(test.start)")
  }

  /// The examples of RFC 5545, 3.8.5.3, that use the supported parts, in New York.
  @Test(arguments: [
    (
      "19961105T090000", "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", "1996-01-01",
      "2005-01-01",
      ["1996-11-05", "2000-11-07", "2004-11-02"]
    ),
    (
      "19970904T090000", "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "1997-01-01", "2000-01-01",
      ["1997-09-04", "1997-10-07", "1997-11-06"]
    ),
    (
      "19970929T090000", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", "1997-09-01", "1998-01-01",
      ["1997-09-29", "1997-10-30", "1997-11-27", "1997-12-30"]
    ),
    (
      "19970805T090000", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "1997-08-01", "1998-01-01",
      ["1997-08-05", "1997-08-10", "1997-08-19", "1997-08-24"]
    ),
    (
      "19970805T090000", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "1997-08-01", "1998-01-01",
      ["1997-08-05", "1997-08-17", "1997-08-19", "1997-08-31"]
    ),
    (
      "20070115T090000", "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", "2007-01-01", "2008-01-01",
      ["2007-01-15", "2007-01-30", "2007-02-15", "2007-03-15", "2007-03-30"]
    ),
    (
      "19980101T090000", "FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=MO", "2000-01-01", "2001-01-01",
      ["2000-01-03", "2000-01-10", "2000-01-17", "2000-01-24", "2000-01-31"]
    ),
    ("20240229T090000", "FREQ=YEARLY", "2025-01-01", "2033-01-01", ["2028-02-29", "2032-02-29"]),
  ])
  func followsTheStandard(_ start: String, _ rule: String, _ from: String, _ to: String, _ expected: [String]) throws {
    let document = document(
      """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      UID:1
      SUMMARY:x
      DTSTART;TZID=America/New_York:\(start)
      RRULE:\(rule)
      END:VEVENT
      END:VCALENDAR
      """)
    let lines = try agenda(document, from: from + "T00:00:00Z", to: to + "T00:00:00Z", viewer: "America/New_York")
    #expect(lines.map { String($0.prefix(10)) } == expected)
    #expect(lines.allSatisfy { $0.contains("T09:00:00-04:00 –") || $0.contains("T09:00:00-05:00 –") })
  }

  static let series = document(
    """
    BEGIN:VCALENDAR
    VERSION:2.0
    BEGIN:VEVENT
    UID:series
    SUMMARY:Stand-up
    DTSTART;TZID=Europe/Berlin:20260323T090000
    DTEND;TZID=Europe/Berlin:20260323T091500
    RRULE:FREQ=DAILY;COUNT=8
    EXDATE;TZID=Europe/Berlin:20260325T090000
    EXDATE:20260326T080000Z
    EXDATE;VALUE=DATE:20260327
    RDATE;TZID=Europe/Berlin:20260405T180000
    RDATE;VALUE=PERIOD:20260406T160000Z/PT1H
    END:VEVENT
    BEGIN:VEVENT
    UID:series
    RECURRENCE-ID;TZID=Europe/Berlin:20260328T090000
    SUMMARY:Stand-up\\, moved
    DTSTART;TZID=Europe/Berlin:20260401T100000
    DURATION:PT30M
    END:VEVENT
    BEGIN:VEVENT
    UID:series
    RECURRENCE-ID;TZID=Europe/Berlin:20260330T090000
    SUMMARY:Stand-up
    STATUS:CANCELLED
    DTSTART;TZID=Europe/Berlin:20260330T090000
    END:VEVENT
    END:VCALENDAR
    """)

  @Test func exceptionsAdditionsAndChangedOccurrencesCount() throws {
    #expect(
      try agenda(Self.series, from: "2026-03-01T00:00:00Z", to: "2026-05-01T00:00:00Z", viewer: "Asia/Shanghai") == [
        "2026-03-23T09:00:00+01:00 – 2026-03-23T09:15:00+01:00 Stand-up",
        "2026-03-24T09:00:00+01:00 – 2026-03-24T09:15:00+01:00 Stand-up",
        "2026-03-29T09:00:00+02:00 – 2026-03-29T09:15:00+02:00 Stand-up",
        "2026-04-01T10:00:00+02:00 – 2026-04-01T10:30:00+02:00 Stand-up, moved",
        "2026-04-05T18:00:00+02:00 – 2026-04-05T18:15:00+02:00 Stand-up",
        "2026-04-06T18:00:00+02:00 – 2026-04-06T18:15:00+02:00 Stand-up",
      ])
  }

  @Test func aMovedOccurrenceIsFoundWhereItWentAndNotWhereItWas() throws {
    #expect(
      try agenda(Self.series, from: "2026-03-28T00:00:00Z", to: "2026-03-29T00:00:00Z", viewer: "UTC") == [])
    #expect(
      try agenda(Self.series, from: "2026-04-01T08:15:00Z", to: "2026-04-01T08:20:00Z", viewer: "UTC") == [
        "2026-04-01T10:00:00+02:00 – 2026-04-01T10:30:00+02:00 Stand-up, moved"
      ])
  }

  @Test(arguments: [
    ("20260301", "20260304", ["2026-03-01 – 2026-03-03 Trip"]),
    ("20260301", "20260301", ["2026-03-01 – 2026-03-01 Trip"]),
    ("20260301", "20260228", ["2026-03-01 – 2026-03-01 Trip"]), ("20260303", "20260304", []),
  ])
  func allDayEventsEndBeforeTheirEnd(_ start: String, _ end: String, _ expected: [String]) throws {
    let document = document(
      """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      SUMMARY:Trip
      DTSTART;VALUE=DATE:\(start)
      DTEND;VALUE=DATE:\(end)
      END:VEVENT
      END:VCALENDAR
      """)
    #expect(
      try agenda(document, from: "2026-03-01T00:00:00+01:00", to: "2026-03-03T00:00:00+01:00", viewer: "Europe/Berlin")
        == expected)
  }

  @Test(arguments: [
    ("FREQ=SECONDLY", "has FREQ=SECONDLY, which is not supported"), ("", "has no FREQ"),
    ("FREQ", "has no '=' in 'FREQ'"),
    ("FREQ=DAILY;INTERVAL=0", "has INTERVAL=0, where 1 to 1000000 is possible"),
    ("FREQ=DAILY;INTERVAL=99999999999999999999", "has INTERVAL=99999999999999999999, where 1 to 1000000 is possible"),
    ("FREQ=DAILY;COUNT=0", "has COUNT=0, which is no number from 1"),
    ("FREQ=DAILY;UNTIL=tomorrow", "has UNTIL=TOMORROW, which is no date"),
    ("FREQ=MONTHLY;BYMONTHDAY=0", "counts from 0, where only 1 and -1 exist"),
    ("FREQ=MONTHLY;BYMONTHDAY=32", "has BYMONTHDAY=32, where -31 to 31 is possible"),
    ("FREQ=MONTHLY;BYDAY=0MO", "has BYDAY=0MO, where '0MO' has no ordinal from 1 to 53"),
    ("FREQ=MONTHLY;BYDAY=XX", "has BYDAY=XX, where 'XX' is no weekday"),
    ("FREQ=MONTHLY;BYDAY=", "has an empty BYDAY"), ("FREQ=WEEKLY;WKST=", "has WKST=, which is no weekday"),
  ])
  func aRuleThatCannotBeUsedSaysWhy(_ text: String, _ reason: String) {
    #expect(throws: RecurrenceRule.Failure(description: reason)) { try RecurrenceRule(parsing: text) }
  }

  /// Each of these would run for ever, overflow or take all memory if taken at its word.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "FREQ=DAILY;COUNT=9223372036854775807", "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31", "FREQ=YEARLY;INTERVAL=1000000",
      "FREQ=YEARLY;BYWEEKNO=53;BYDAY=1MO;BYYEARDAY=1;BYMONTHDAY=31",
      "FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23;BYMINUTE=0,10,20,30,40,50",
      "FREQ=WEEKLY;INTERVAL=999999;BYDAY=MO", "FREQ=MONTHLY;BYSETPOS=366;BYDAY=MO",
      "FREQ=DAILY;UNTIL=99991231T235959Z",
    ])
  func hostileRulesEndInTime(_ rule: String) throws {
    for start in ["00010101T000000", "19700101T000000Z", "99991231T235959", "20260101T000000"] {
      let document = document(
        """
        BEGIN:VCALENDAR
        BEGIN:VEVENT
        DTSTART:\(start)
        DURATION:P10000000W
        RRULE:\(rule)
        RDATE:99991231T000000
        END:VEVENT
        END:VCALENDAR
        """)
      var budget = ExpansionBudget(days: 300_000)
      let window = Instant(seconds: .min)..<Instant(seconds: .max)
      let agenda = Agenda(
        of: contents(of: document).events, in: window, viewer: try zone("Europe/Berlin"), budget: &budget)
      #expect(!agenda.occurrences.isEmpty)
      #expect(agenda.occurrences.count <= 20_000)
    }
  }

  @Test func whatIsMissingForLackOfTimeIsSaid() throws {
    let document = document(
      """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      DTSTART:20200101T000000Z
      RRULE:FREQ=DAILY;COUNT=100000
      END:VEVENT
      END:VCALENDAR
      """)
    var budget = ExpansionBudget(days: 1_000)
    let window = try instant("2030-01-01T00:00:00Z")..<instant("2031-01-01T00:00:00Z")
    let agenda = Agenda(of: contents(of: document).events, in: window, viewer: .utc, budget: &budget)
    #expect(agenda.isIncomplete)
  }
}
