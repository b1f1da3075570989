/// A day of the proleptic Gregorian calendar, in the years 1 to 9999, which is all that RFC 5545 can write.
///
/// Every value is a day that exists, so arithmetic on the parts cannot trap; what would leave the range is nil.
package struct CivilDate: Hashable, Sendable {
  package let year: Int
  /// 1 to 12.
  package let month: Int
  /// 1 to 31.
  package let day: Int

  /// Nil unless that day exists.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.daysInMonth(month, ofYear: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day that comes `days` after 1970-01-01 (negative: before). Nil outside the years 1 to 9999.
  ///
  /// The conversion counts years from 1 March, so that the leap day is the last of its year, in eras of 400 years.
  package init?(daysSinceEpoch days: Int) {
    guard Self.validDays.contains(days) else { return nil }
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days since 1970-01-01.
  package var daysSinceEpoch: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  package var weekday: Weekday {
    // 1970-01-01 was a Thursday. The remainder is 0 to 6 after the correction, so the raw value exists.
    let index = (daysSinceEpoch + 3) % 7
    return Weekday(rawValue: index < 0 ? index + 7 : index) ?? .monday
  }

  /// 1 to 366.
  package var dayOfYear: Int {
    Self.daysBeforeMonth[month - 1] + day + (month > 2 && Self.isLeap(year) ? 1 : 0)
  }

  /// Nil outside the years 1 to 9999, whatever the number.
  package func adding(days: Int) -> CivilDate? {
    let (sum, overflow) = daysSinceEpoch.addingReportingOverflow(days)
    return overflow ? nil : CivilDate(daysSinceEpoch: sum)
  }

  /// The same day of the month `months` later, or that month's last day when it is shorter.
  /// Nil outside the years 1 to 9999, whatever the number.
  package func adding(months: Int) -> CivilDate? {
    let (index, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !overflow, index >= 12, index < 120_000 else { return nil }
    let (newYear, newMonth) = (index / 12, index % 12 + 1)
    return CivilDate(year: newYear, month: newMonth, day: min(day, Self.daysInMonth(newMonth, ofYear: newYear)))
  }

  /// The first day of the week that this day is in. Nil only in the first week of the year 1.
  package func startOfWeek(_ first: Weekday) -> CivilDate? {
    adding(days: -weekday.distance(after: first))
  }

  package static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// `month` must be 1 to 12.
  package static func daysInMonth(_ month: Int, ofYear year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  package static func daysInYear(_ year: Int) -> Int { isLeap(year) ? 366 : 365 }

  private static let daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
  /// 0001-01-01 to 9999-12-31.
  private static let validDays = -719_162...2_932_896
}

extension CivilDate: Comparable {
  package static func < (a: CivilDate, b: CivilDate) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }
}

extension CivilDate: CustomStringConvertible {
  /// `2026-03-07`.
  package var description: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }

  /// `20260307`, as RFC 5545 writes it.
  package var basic: String { "\(padded(year, 4))\(padded(month, 2))\(padded(day, 2))" }
}

/// A number that is not negative, with zeros in front up to `width` digits.
func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return digits.count >= width ? digits : String(repeating: "0", count: width - digits.count) + digits
}
