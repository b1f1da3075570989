/// A day of the Gregorian calendar, without a time and without a zone. Years 1 to 9999.
public struct CivilDate: Sendable, Hashable {
  public let year: Int
  public let month: Int
  public let day: Int

  /// Nil when there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.daysInMonth(month, year: year)
    else { return nil }
    self.init(valid: year, month, day)
  }

  private init(valid year: Int, _ month: Int, _ day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  public static let first = CivilDate(valid: 1, 1, 1)
  public static let last = CivilDate(valid: 9999, 12, 31)

  public static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  /// 28 to 31; 0 for a month that is not one.
  public static func daysInMonth(_ month: Int, year: Int) -> Int {
    switch month {
    case 1, 3, 5, 7, 8, 10, 12: 31
    case 4, 6, 9, 11: 30
    case 2: isLeap(year) ? 29 : 28
    default: 0
    }
  }
}

// MARK: - Counting days

extension CivilDate {
  /// Days since 1970-01-01; negative before.
  public var dayNumber: Int {
    // Years start in March, so that the leap day is a year's last; 400 years have 146,097 days.
    let shifted = month > 2 ? year : year - 1
    let era = shifted / 400
    let yearOfEra = shifted % 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The day with this number; the first or last day there is when it is out of range.
  public init(dayNumber: Int) {
    let clamped = min(max(dayNumber, -719_162), 2_932_896)
    let days = clamped + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    self.init(
      valid: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// The day so many days later; it stops at the first and at the last day there is.
  public func adding(days: Int) -> CivilDate {
    let (sum, overflow) = dayNumber.addingReportingOverflow(days)
    return overflow ? (days < 0 ? .first : .last) : CivilDate(dayNumber: sum)
  }

  /// How many days later `other` is.
  public func days(until other: CivilDate) -> Int { other.dayNumber - dayNumber }

  public var weekday: Weekday {
    // 1970-01-01 was a Thursday, day 3 of a week that starts with Monday as day 0.
    let index = ((dayNumber + 3) % 7 + 7) % 7
    return Weekday(rawValue: index + 1)!  // 0...6 plus 1 is a weekday
  }

  /// The first such weekday after this day, or this day itself when it is one and `includingSelf` is true.
  public func next(_ weekday: Weekday, includingSelf: Bool = true) -> CivilDate {
    let ahead = (weekday.rawValue - self.weekday.rawValue + 7) % 7
    return adding(days: ahead == 0 && !includingSelf ? 7 : ahead)
  }
}

extension CivilDate: Comparable {
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

// MARK: - Text

extension CivilDate: LosslessStringConvertible {
  /// `2026-07-28`.
  public var description: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }

  /// Reads `2026-07-28`, exactly.
  public init?(_ text: String) {
    var scanner = DigitScanner(text)
    guard let year = scanner.number(4), scanner.take("-"), let month = scanner.number(2), scanner.take("-"),
      let day = scanner.number(2), scanner.isAtEnd
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}

extension CivilDate: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let date = CivilDate(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is not a date such as 2026-07-28")
    }
    self = date
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// A day of the week; the raw value is ISO 8601's, Monday 1 to Sunday 7.
public enum Weekday: Int, Sendable, Hashable, CaseIterable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  public var englishName: String {
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][rawValue - 1]
  }

  public var chineseName: String { ["周一", "周二", "周三", "周四", "周五", "周六", "周日"][rawValue - 1] }
}
