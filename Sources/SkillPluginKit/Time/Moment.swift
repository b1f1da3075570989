internal import Glibc

/// A moment in time together with the offset from UTC at the place it was said: what RFC 3339 writes. To the second.
public struct Moment: Sendable, Hashable {
  /// The day at that place.
  public let date: CivilDate
  /// The time of day at that place.
  public let time: CivilTime
  /// Seconds east of UTC, less than a day either way.
  public let offset: Int

  /// Nil when the offset is a day or more.
  public init?(date: CivilDate, time: CivilTime, offset: Int) {
    guard (-86_399...86_399).contains(offset) else { return nil }
    self.date = date
    self.time = time
    self.offset = offset
  }

  /// Seconds since 1970-01-01T00:00:00Z.
  public var secondsSinceEpoch: Int { date.dayNumber * 86_400 + time.secondOfDay - offset }

  /// A moment as it is called at a place `offset` seconds east of UTC; both are brought into range.
  public init(secondsSinceEpoch: Int, offset: Int) {
    let offset = min(max(offset, -86_399), 86_399)
    // The first and the last second that has a date.
    let seconds = min(max(secondsSinceEpoch, -62_135_596_800), 253_402_300_799) + offset
    let second = (seconds % 86_400 + 86_400) % 86_400
    date = CivilDate(dayNumber: (seconds - second) / 86_400)
    time = CivilTime(secondOfDay: second)
    self.offset = offset
  }

  /// The moment so many seconds later, at the same offset.
  public func adding(seconds: Int) -> Moment {
    let (sum, overflow) = secondsSinceEpoch.addingReportingOverflow(seconds)
    return overflow ? self : Moment(secondsSinceEpoch: sum, offset: offset)
  }
}

extension Moment: Comparable {
  public static func < (left: Moment, right: Moment) -> Bool { left.secondsSinceEpoch < right.secondsSinceEpoch }
}

extension Moment: LosslessStringConvertible {
  /// RFC 3339: `2026-07-28T09:30:00+08:00`.
  public var description: String {
    let clock = "\(date)T\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))"
    guard offset != 0 else { return clock + "Z" }
    let minutes = abs(offset) / 60
    return clock + (offset < 0 ? "-" : "+") + "\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
  }

  /// Reads RFC 3339. A fraction of a second is dropped; second 60 is read as 59.
  public init?(_ text: String) {
    var scanner = DigitScanner(text)
    guard let year = scanner.number(4), scanner.take("-"), let month = scanner.number(2), scanner.take("-"),
      let day = scanner.number(2), let date = CivilDate(year: year, month: month, day: day),
      scanner.take("T") || scanner.take("t") || scanner.take(" "),
      let hour = scanner.number(2), scanner.take(":"), let minute = scanner.number(2), scanner.take(":"),
      let second = scanner.number(2), second <= 60,
      let time = CivilTime(hour: hour, minute: minute, second: min(second, 59))
    else { return nil }
    if scanner.take("."), scanner.takeDigits().isEmpty { return nil }
    var offset = 0
    if !scanner.take("Z"), !scanner.take("z") {
      let isWest = scanner.take("-")
      guard isWest || scanner.take("+"), let hours = scanner.number(2), hours < 24, scanner.take(":"),
        let minutes = scanner.number(2), minutes < 60
      else { return nil }
      offset = (hours * 60 + minutes) * (isWest ? -60 : 60)
    }
    guard scanner.isAtEnd else { return nil }
    self.init(date: date, time: time, offset: offset)
  }
}

extension Moment: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let moment = Moment(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is not a time such as 2026-07-28T09:30:00+08:00")
    }
    self = moment
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Moment {
  /// The time that a host told, else the clock's, at the offset of the zone that the host named, else of this machine's.
  static func now(told: String?, timezone: String?) -> Moment {
    if let told, let moment = Moment(told) { return moment }
    var seconds = Glibc.time(nil)
    if let timezone, let rules = ZoneRules(named: timezone) {
      return Moment(secondsSinceEpoch: seconds, offset: rules.offset(at: seconds))
    }
    var local = tm()
    localtime_r(&seconds, &local)
    return Moment(secondsSinceEpoch: seconds, offset: local.tm_gmtoff)
  }
}
