import ICalendar
import Testing

@Suite struct CivilTests {
  @Test func everyDayOfFourHundredYearsConvertsThereAndBack() throws {
    var expected = try #require(CivilDate(year: 1_899, month: 12, day: 31))
    var wrong: [Int] = []
    for number in expected.daysSinceEpoch + 1...expected.daysSinceEpoch + 146_097 {
      let date = try #require(CivilDate(daysSinceEpoch: number))
      let isNext = date > expected && date.weekday.rawValue == (expected.weekday.rawValue + 1) % 7
      if !isNext || date.daysSinceEpoch != number { wrong.append(number) }
      expected = date
    }
    #expect(wrong == [])
    #expect(expected.description == "2299-12-31")
  }

  @Test(arguments: [("1970-01-01", Weekday.thursday, 1), ("2000-02-29", .tuesday, 60), ("2024-12-31", .tuesday, 366)])
  func knowsItsWeekday(_ text: String, _ weekday: Weekday, _ dayOfYear: Int) throws {
    let date = try clock(text).date
    #expect(date.weekday == weekday)
    #expect(date.dayOfYear == dayOfYear)
    #expect(date.description == text)
  }

  @Test(arguments: [
    (2_023, 2, 29), (2_100, 2, 29), (2_024, 4, 31), (2_024, 13, 1), (2_024, 0, 1), (0, 1, 1), (10_000, 1, 1),
  ])
  func refusesDaysThatDoNotExist(_ year: Int, _ month: Int, _ day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test func arithmeticEndsAtTheEdgeOfTheCalendarWithoutTrapping() throws {
    let last = try #require(CivilDate(year: 9_999, month: 12, day: 31))
    #expect(last.adding(days: 1) == nil)
    #expect(last.adding(days: .max) == nil)
    #expect(last.adding(months: 1) == nil)
    #expect(last.adding(months: .max) == nil)
    #expect(last.adding(days: .min) == nil)
    #expect(Instant(seconds: .max).adding(seconds: .max).utc.description == "9999-12-31T23:59:59")
    #expect(Instant(seconds: .min).adding(seconds: .min).utc.description == "0001-01-01T00:00:00")
  }

  @Test func aMonthLaterIsTheLastDayWhereTheDayIsMissing() throws {
    let date = try clock("2024-01-31").date
    #expect(date.adding(months: 1)?.description == "2024-02-29")
    #expect(date.adding(months: -2)?.description == "2023-11-30")
    #expect(date.adding(months: 12)?.description == "2025-01-31")
  }

  @Test func readsWhatPeopleWriteForATime() throws {
    let date = try #require(CivilDate(year: 2_026, month: 3, day: 7))
    let nine = try #require(CivilDateTime(date, hour: 9, minute: 30))
    #expect(TimeText(parsing: "2026-03-07") == .day(date))
    #expect(TimeText(parsing: "2026-03-07T09:30") == .clock(nine))
    #expect(TimeText(parsing: "2026-03-07 09:30:00") == .clock(nine))
    let moment = Instant(seconds: nine.clockSeconds - 8 * 3_600)
    #expect(TimeText(parsing: "2026-03-07T09:30:00.250+08:00") == .moment(moment, offset: 28_800))
    #expect(TimeText(parsing: "2026-03-07T01:30:00Z") == .moment(moment, offset: 0))
  }

  @Test(arguments: [
    "", "2026", "2026-3-7", "2026-02-30", "2026-03-07T", "2026-03-07T24:00", "2026-03-07T09:60", "2026-03-07T09:30Q",
    "2026-03-07T09:30:00+99:00", "2026-03-07T09:30:00+08:0", "2026-03-07T09:30:00. ", "tomorrow",
  ])
  func refusesWhatIsNoTime(_ text: String) {
    #expect(TimeText(parsing: text) == nil)
  }
}
