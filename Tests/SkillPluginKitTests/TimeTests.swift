import SkillPluginKit
import Testing

@Suite struct CivilDateTests {
  @Test(arguments: [
    ("1970-01-01", 0, Weekday.thursday), ("2000-02-29", 11_016, .tuesday), ("2026-07-28", 20_662, .tuesday),
    ("1969-12-31", -1, .wednesday), ("0001-01-01", -719_162, .monday), ("9999-12-31", 2_932_896, .friday),
    ("1900-03-01", -25_508, .thursday),
  ])
  func dayNumbers(text: String, number: Int, weekday: Weekday) throws {
    let date = try #require(CivilDate(text))
    #expect(date.dayNumber == number)
    #expect(date.weekday == weekday)
    #expect(CivilDate(dayNumber: number) == date)
    #expect(date.description == text)
  }

  @Test func everyDayOfFourCenturiesFollowsTheOneBefore() throws {
    var date = try #require(CivilDate("1799-12-31"))
    for _ in 0..<146_097 + 2 {
      let next = date.adding(days: 1)
      #expect(next.dayNumber == date.dayNumber + 1 && next > date)
      #expect(next.weekday.rawValue == date.weekday.rawValue % 7 + 1)
      #expect(next.day == date.day + 1 || next.day == 1)
      date = next
    }
    #expect(date.description == "2200-01-02")
  }

  @Test(arguments: [
    "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-01", "2026-04-31", "2026-01-00", "0000-01-01", "2026-1-1",
    "2026-01-01 ", "26-01-01", "", "2026/01/01", "２０２６-01-01", "+026-01-01", "2026-01-01T00:00:00Z",
  ])
  func notDates(text: String) {
    #expect(CivilDate(text) == nil)
  }

  @Test func farAwayDaysAreTheLastOnes() {
    #expect(CivilDate.first.adding(days: -1) == .first)
    #expect(CivilDate.last.adding(days: .max) == .last)
    #expect(CivilDate.first.adding(days: .min) == .first)
    #expect(CivilDate(dayNumber: .max) == .last)
    #expect(CivilDate.first.days(until: .last) == 3_652_058)
  }

  @Test func nextWeekday() throws {
    let tuesday = try #require(CivilDate("2026-07-28"))
    #expect(tuesday.next(.saturday).description == "2026-08-01")
    #expect(tuesday.next(.tuesday) == tuesday)
    #expect(tuesday.next(.tuesday, includingSelf: false).description == "2026-08-04")
    #expect(tuesday.next(.monday).description == "2026-08-03")
  }
}

@Suite struct MomentTests {
  @Test(arguments: [
    ("2026-07-28T09:30:00+08:00", 1_785_202_200), ("2026-07-28T01:30:00Z", 1_785_202_200),
    ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1), ("2026-07-27T20:00:00-05:30", 1_785_202_200),
    ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
  ])
  func secondsAndBack(text: String, seconds: Int) throws {
    let moment = try #require(Moment(text))
    #expect(moment.secondsSinceEpoch == seconds)
    #expect(Moment(secondsSinceEpoch: seconds, offset: moment.offset) == moment)
    #expect(moment.description == text)
  }

  @Test(arguments: [
    ("2026-07-28t09:30:00.123456z", "2026-07-28T09:30:00Z"), ("2026-07-28 09:30:60Z", "2026-07-28T09:30:59Z"),
    ("2026-07-28T09:30:00-00:00", "2026-07-28T09:30:00Z"),
  ])
  func otherSpellings(text: String, normal: String) {
    #expect(Moment(text)?.description == normal)
  }

  @Test(arguments: [
    "2026-07-28", "2026-07-28T09:30:00", "2026-07-28T24:00:00Z", "2026-07-28T09:30:00+24:00", "2026-07-28T09:30Z",
    "2026-07-28T09:30:00.Z", "2026-07-28T09:30:00Zx", "2026-07-28T09:30:61Z", "2026-02-30T09:30:00Z", "",
  ])
  func notMoments(text: String) {
    #expect(Moment(text) == nil)
  }

  @Test func extremesDoNotTrap() {
    #expect(Moment(secondsSinceEpoch: .max, offset: .max).date == .last)
    #expect(Moment(secondsSinceEpoch: .min, offset: .min).date == .first)
    #expect(Moment(secondsSinceEpoch: .max, offset: 0).adding(seconds: .max).date == .last)
    #expect(CivilTime(secondOfDay: .min).secondOfDay >= 0)
    #expect(CivilTime(secondOfDay: -1).description == "23:59:59")
  }
}

@Suite struct CivilTimeTests {
  @Test(arguments: ["00:00", "09:30", "23:59:59"])
  func text(text: String) {
    #expect(CivilTime(text)?.description == text)
  }

  @Test(arguments: ["24:00", "9:30", "09:60", "09:30:60", "09:30:", "0930", ""])
  func notTimes(text: String) {
    #expect(CivilTime(text) == nil)
  }
}

@Suite struct ZoneRulesTests {
  @Test(arguments: [
    ("Asia/Shanghai", "2026-07-28T00:00:00Z", 28_800), ("Europe/Berlin", "2026-07-28T00:00:00Z", 7200),
    ("Europe/Berlin", "2026-01-28T00:00:00Z", 3600), ("Europe/Berlin", "2026-03-29T00:59:59Z", 3600),
    ("Europe/Berlin", "2026-03-29T01:00:00Z", 7200), ("Europe/Berlin", "2026-10-25T01:00:00Z", 3600),
    ("America/New_York", "2050-07-04T12:00:00Z", -14_400), ("America/New_York", "2050-12-04T12:00:00Z", -18_000),
    ("Australia/Sydney", "2050-12-25T00:00:00Z", 39_600), ("Australia/Sydney", "2050-06-25T00:00:00Z", 36_000),
    ("Asia/Kathmandu", "2026-01-01T00:00:00Z", 20_700), ("UTC", "1850-01-01T00:00:00Z", 0),
    ("Europe/Berlin", "1850-01-01T00:00:00Z", 3208), ("Europe/Berlin", "9999-07-01T00:00:00Z", 7200),
  ])
  func offsets(zone: String, moment: String, offset: Int) throws {
    let rules = try #require(ZoneRules(named: zone))
    #expect(rules.offset(at: try #require(Moment(moment)).secondsSinceEpoch) == offset)
  }

  @Test(arguments: [
    ("Europe/Berlin", "2026-07-28", "09:00", "2026-07-28T09:00:00+02:00"),
    ("Europe/Berlin", "2026-03-29", "02:30", "2026-03-29T03:30:00+02:00"),  // skipped
    ("Europe/Berlin", "2026-10-25", "02:30", "2026-10-25T02:30:00+02:00"),  // twice
    ("America/New_York", "2026-11-01", "01:30", "2026-11-01T01:30:00-04:00"),
  ])
  func momentOfALocalTime(zone: String, date: String, time: String, moment: String) throws {
    let rules = try #require(ZoneRules(named: zone))
    #expect(rules.moment(try #require(CivilDate(date)), try #require(CivilTime(time))).description == moment)
  }

  @Test(arguments: [
    "", "Nowhere/City", "../../etc/passwd", "/etc/passwd", "Europe", "Europe/../UTC", "zone.tab", "a b",
  ])
  func notZones(name: String) {
    #expect(ZoneRules(named: name) == nil)
  }

  @Test func damagedFilesAreRefusedOrRead() throws {
    let good = try SkillFiles.read("/usr/share/zoneinfo/Europe/Berlin")
    #expect(ZoneRules(file: good) != nil)
    for length in stride(from: 0, to: good.count - 40, by: 7) {
      #expect(ZoneRules(file: Array(good[..<length])) == nil)
    }
    var generator = Numbers(state: 7)
    for _ in 0..<2000 {
      var bad = good
      for _ in 0..<4 { bad[Int(generator.next() % UInt64(bad.count))] = UInt8(truncatingIfNeeded: generator.next()) }
      let offset = ZoneRules(file: bad)?.offset(at: 1_785_202_200) ?? 0
      #expect(abs(offset) < 8 * 86_400)
    }
  }
}

/// Repeatable numbers for damaged inputs (SplitMix64).
struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
