import ICalendar
import Testing

@Suite struct ZoneTests {
  /// Offsets at moments, as `zdump` gives them.
  @Test(arguments: [
    ("Europe/Berlin", "2026-03-29T00:59:59Z", "2026-03-29T01:59:59+01:00"),
    ("Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-29T03:00:00+02:00"),
    ("Europe/Berlin", "2026-10-25T01:00:00Z", "2026-10-25T02:00:00+01:00"),
    ("Europe/Berlin", "2199-07-01T12:00:00Z", "2199-07-01T14:00:00+02:00"),
    ("America/New_York", "2026-03-08T06:59:59Z", "2026-03-08T01:59:59-05:00"),
    ("America/New_York", "2026-03-08T07:00:00Z", "2026-03-08T03:00:00-04:00"),
    ("Asia/Shanghai", "2026-07-01T00:00:00Z", "2026-07-01T08:00:00+08:00"),
    ("Asia/Shanghai", "1986-07-01T00:00:00Z", "1986-07-01T09:00:00+09:00"),
    ("Asia/Kolkata", "2026-07-01T00:00:00Z", "2026-07-01T05:30:00+05:30"),
    ("Europe/Dublin", "2026-07-01T00:00:00Z", "2026-07-01T01:00:00+01:00"),
    ("Europe/Dublin", "2050-01-01T00:00:00Z", "2050-01-01T00:00:00+00:00"),
    ("Australia/Lord_Howe", "2060-01-01T00:00:00Z", "2060-01-01T11:00:00+11:00"),
    ("Australia/Lord_Howe", "2060-07-01T00:00:00Z", "2060-07-01T10:30:00+10:30"),
    ("America/Nuuk", "2060-07-01T00:00:00Z", "2060-06-30T23:00:00-01:00"),
    ("Asia/Gaza", "2030-01-01T00:00:00Z", "2030-01-01T02:00:00+02:00"),
    ("UTC", "2026-07-01T00:00:00Z", "2026-07-01T00:00:00Z"),
  ])
  func systemZonesGiveTheirOffset(_ name: String, _ moment: String, _ expected: String) throws {
    #expect(try zone(name).rfc3339(instant(moment)) == expected)
  }

  /// RFC 5545, 3.3.5: before the gap counts the old offset, and of two the first.
  @Test(arguments: [
    ("Europe/Berlin", "2026-03-29T02:30:00", "2026-03-29T03:30:00+02:00"),
    ("Europe/Berlin", "2026-03-29T01:59:59", "2026-03-29T01:59:59+01:00"),
    ("Europe/Berlin", "2026-03-29T03:00:00", "2026-03-29T03:00:00+02:00"),
    ("Europe/Berlin", "2026-10-25T02:30:00", "2026-10-25T02:30:00+02:00"),
    ("Europe/Berlin", "2026-10-25T03:00:00", "2026-10-25T03:00:00+01:00"),
    ("America/New_York", "2026-11-01T01:30:00", "2026-11-01T01:30:00-04:00"),
    ("America/New_York", "2100-03-14T02:30:00", "2100-03-14T03:30:00-04:00"),
    // A whole day that never was.
    ("Pacific/Apia", "2011-12-30T12:00:00", "2011-12-31T12:00:00+14:00"),
    ("Pacific/Apia", "2011-12-31T00:00:00", "2011-12-31T00:00:00+14:00"),
  ])
  func clocksInGapsAndOverlapsMeanOneMoment(_ name: String, _ text: String, _ expected: String) throws {
    let zone = try zone(name)
    #expect(zone.rfc3339(zone.instant(of: try clock(text))) == expected)
  }

  @Test(arguments: [
    ("W. Europe Standard Time", "Europe/Berlin"), ("China Standard Time", "Asia/Shanghai"),
    ("/freeassociation.sourceforge.net/Europe/Berlin", "Europe/Berlin"),
    ("/mozilla.org/20070129_1/America/Argentina/Salta", "America/Argentina/Salta"),
    (" Europe/Berlin ", "Europe/Berlin"), ("Etc/UTC", "UTC"), ("GMT+0230", "GMT+0230"), ("UTC-05:00", "UTC-05:00"),
  ])
  func findsZonesUnderOtherNames(_ identifier: String, _ name: String) throws {
    #expect(try zone(identifier).name == name)
  }

  @Test(arguments: [
    "", "Nowhere/City", "../../etc/passwd", "/etc/passwd", "Europe", "Europe/", "posix.tab",
    String(repeating: "A", count: 100_000),
  ])
  func namesThatAreNoZoneAreNil(_ identifier: String) {
    #expect(ZoneCatalog().zone(named: identifier) == nil)
  }

  @Test func everyPrefixOfAZoneFileIsRefusedOrRead() throws {
    let whole = try bytes(of: "/usr/share/zoneinfo/Europe/Berlin")
    try withTemporaryFolder { folder in
      for length in stride(from: 0, to: whole.count, by: 7) {
        let path = "\(folder)/Cut"
        try writeBytes(Array(whole.prefix(length)), to: path)
        #expect(ZoneCatalog(folder: folder).zone(named: "Cut") == nil)
      }
      try writeBytes(whole, to: "\(folder)/Whole")
      #expect(ZoneCatalog(folder: folder).zone(named: "Whole") != nil)
    }
  }

  @Test func aZoneOfTheSystemCanBeWrittenAsAComponent() throws {
    let berlin = try zone("Europe/Berlin")
    let component = try #require(berlin.component(validAt: [instant("2026-07-01T00:00:00Z")]))
    var document = CalendarDocument()
    document.add(component)
    let text = String(decoding: document.bytes, as: UTF8.self)
    #expect(
      text.contains(
        """
        BEGIN:VTIMEZONE\r
        TZID:Europe/Berlin\r
        BEGIN:DAYLIGHT\r
        DTSTART:19700329T020000\r
        TZOFFSETFROM:+0100\r
        TZOFFSETTO:+0200\r
        TZNAME:CEST\r
        RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r
        END:DAYLIGHT\r
        BEGIN:STANDARD\r
        DTSTART:19701025T030000\r
        TZOFFSETFROM:+0200\r
        TZOFFSETTO:+0100\r
        TZNAME:CET\r
        RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r
        END:STANDARD\r
        END:VTIMEZONE\r

        """))
  }

  /// The present rule did not hold then, so the component would lie.
  @Test(arguments: [("America/New_York", "2005-03-20T12:00:00Z"), ("Asia/Shanghai", "1988-07-01T00:00:00Z")])
  func aComponentThatWouldBeWrongIsNotWritten(_ name: String, _ moment: String) throws {
    #expect(try zone(name).component(validAt: [instant(moment)]) == nil)
    #expect(try zone(name).component(validAt: [instant("2026-07-01T00:00:00Z")]) != nil)
  }

  /// What the components say is compared with the system's own tables, hour by hour around the changes.
  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Australia/Sydney", "America/Sao_Paulo", "Asia/Kolkata", "Asia/Shanghai",
    "Pacific/Auckland", "Europe/Dublin",
  ])
  func writtenComponentsAgreeWithTheSystem(_ name: String) throws {
    let zone = try zone(name)
    let component = try #require(zone.component(validAt: [instant("2026-01-01T00:00:00Z")]))
    var document = CalendarDocument()
    document.add(component)
    var budget = ExpansionBudget()
    var problems: [CalendarDocument.Problem] = []
    let own = FileZones(
      of: try #require(document.calendars.first), catalog: ZoneCatalog(folder: "/nonexistent"), budget: &budget,
      problems: &problems)
    let read = try #require(own.zone(named: name))
    #expect(problems.isEmpty)
    for start in ["2026-01-01T00:00:00Z", "2095-01-01T00:00:00Z", "2450-01-01T00:00:00Z", "9000-01-01T00:00:00Z"] {
      let first = try instant(start)
      var wrong: [String] = []
      for hour in 0..<Int64(366 * 24) {
        let moment = first.adding(seconds: hour * 3_600)
        let clock = moment.civil(offset: 1_800)
        if read.offset(at: moment) != zone.offset(at: moment) || read.instant(of: clock) != zone.instant(of: clock) {
          wrong.append(zone.rfc3339(moment))
        }
      }
      #expect(wrong == [])
    }
  }
}
