import ICalendar
import Testing

@Suite struct AskingTests {
  private let catalog = ZoneCatalog()

  private func viewer(_ now: String, _ zone: String?, offset: Int? = nil) throws -> Viewer {
    Viewer(now: try instant(now), offset: offset, timezone: zone, catalog: catalog)
  }

  @Test func theZoneIsTheOneNamedElseTheOneOfNow() throws {
    #expect(
      try viewer("2026-03-04T10:00:00Z", "Asia/Tokyo").text(instant("2026-03-04T10:00:00Z"))
        == "2026-03-04T19:00:00+09:00")
    // No name, but a "now" with an offset that is not this machine's.
    let told = try viewer("2026-03-04T10:00:00Z", nil, offset: -12_600)
    #expect(told.zone.name == "UTC-03:30")
    #expect(try told.text(instant("2026-03-04T10:00:00Z")) == "2026-03-04T06:30:00-03:30")
    let unknown = try viewer("2026-03-04T10:00:00Z", "Middle/Earth", offset: -12_600)
    #expect(unknown.warning == "the time zone 'Middle/Earth' is not known; another one is used")
    #expect(unknown.zone.name == "UTC-03:30")
  }

  @Test(
    arguments: [
      (nil, nil, nil, "2026-03-28T10:00:00+01:00", "2026-04-04T00:00:00+02:00"),
      ("2026-03-29", nil, 1, "2026-03-29T00:00:00+01:00", "2026-03-30T00:00:00+02:00"),
      ("2026-03-29", "2026-03-29", nil, "2026-03-29T00:00:00+01:00", "2026-03-30T00:00:00+02:00"),
      ("2026-03-28T22:00", "2026-03-29T04:00:00+02:00", nil, "2026-03-28T22:00:00+01:00", "2026-03-29T04:00:00+02:00"),
      ("2026-03-28T22:00", nil, 2, "2026-03-28T22:00:00+01:00", "2026-03-30T00:00:00+02:00"),
    ] as [(String?, String?, Int?, String, String)])
  func aWindowFollowsTheClockOverAJump(
    _ from: String?, _ to: String?, _ days: Int?, _ start: String, _ end: String
  ) throws {
    let viewer = try viewer("2026-03-28T10:00:00+01:00", "Europe/Berlin")
    let window = try TimeWindow(from: from, to: to, days: days, start: viewer.now, defaultDays: 7, viewer: viewer)
    #expect(viewer.text(window.start) == start)
    #expect(viewer.text(window.end) == end)
  }

  private func free(_ events: String, from: String, days: Int, hours: ClosedRange<Int> = 9...18, minimum: Int = 60)
    throws -> [String]
  {
    let viewer = try viewer("2026-01-01T00:00:00Z", "Europe/Berlin")
    let window = try TimeWindow(from: from, to: nil, days: days, start: viewer.now, defaultDays: 1, viewer: viewer)
    let document = document("BEGIN:VCALENDAR\n\(events)END:VCALENDAR\n")
    var budget = ExpansionBudget()
    let agenda = Agenda(of: contents(of: document).events, in: window.range, viewer: viewer.zone, budget: &budget)
    let free = FreeTime(
      in: window, between: agenda.occurrences, day: hours.lowerBound * 60..<hours.upperBound * 60,
      minimumMinutes: minimum, zone: viewer.zone)
    return free.slots.map { "\(viewer.text($0.start).dropLast(9)) – \(viewer.text($0.end).dropLast(9)) \($0.minutes)" }
  }

  private func event(_ start: String, _ end: String, _ more: String = "") -> String {
    "BEGIN:VEVENT\nUID:\(start)\(end)\(more.count)\nDTSTART\(start)\nDTEND\(end)\n\(more)END:VEVENT\n"
  }

  private static let zone = ";TZID=Europe/Berlin:"

  @Test func freeTimeIsWhatOverlappingEventsLeave() throws {
    let events =
      event("\(Self.zone)20260302T100000", "\(Self.zone)20260302T120000")
      + event("\(Self.zone)20260302T110000", "\(Self.zone)20260302T113000")
      + event("\(Self.zone)20260302T123000", "\(Self.zone)20260302T130000")
      + event("\(Self.zone)20260302T140000", "\(Self.zone)20260302T150000", "TRANSP:TRANSPARENT\n")
      + event("\(Self.zone)20260302T153000", "\(Self.zone)20260302T153000")
    #expect(
      try free(events, from: "2026-03-02", days: 1) == [
        "2026-03-02T09:00 – 2026-03-02T10:00 60", "2026-03-02T13:00 – 2026-03-02T18:00 300",
      ])
    #expect(
      try free(events, from: "2026-03-02", days: 1, minimum: 30) == [
        "2026-03-02T09:00 – 2026-03-02T10:00 60", "2026-03-02T12:00 – 2026-03-02T12:30 30",
        "2026-03-02T13:00 – 2026-03-02T18:00 300",
      ])
  }

  @Test func longAndAllDayEventsFillTheirDays() throws {
    let events =
      event("\(Self.zone)20260302T170000", "\(Self.zone)20260304T100000")
      + event(";VALUE=DATE:20260305", ";VALUE=DATE:20260306")
      + event("\(Self.zone)20260303T120000", "\(Self.zone)20260303T130000")
    #expect(
      try free(events, from: "2026-03-02", days: 5) == [
        "2026-03-02T09:00 – 2026-03-02T17:00 480", "2026-03-04T10:00 – 2026-03-04T18:00 480",
        "2026-03-06T09:00 – 2026-03-06T18:00 540",
      ])
  }

  /// The night of 29 March 2026 is an hour shorter in Berlin.
  @Test func aWholeDayIsAsLongAsItsClockSays() throws {
    #expect(
      try free("", from: "2026-03-28", days: 2, hours: 0...24) == [
        "2026-03-28T00:00 – 2026-03-29T00:00 1440", "2026-03-29T00:00 – 2026-03-30T00:00 1380",
      ])
  }
}
