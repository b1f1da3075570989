/// What one piece of a phrase says about time.
enum PhraseMeaning {
  /// One day. `isWeekday`: it was named by its weekday alone, so a week later may be meant.
  case day(CivilDate, isWeekday: Bool)
  /// Several days.
  case days(CivilDate, count: Int)
  case part(DayPart)
  case dayPart(CivilDate, DayPart)
  case clock(PhraseClock, until: PhraseClock?)
  /// So much later than now.
  case later(seconds: Int64)
  case duration(minutes: Int)
}

/// A time of day as it was said.
struct PhraseClock: Hashable {
  /// 0 to 23.
  var hour: Int
  /// 0 to 59.
  var minute: Int
  /// What was said with it.
  var part: DayPart?
  /// Whether it can only mean one time of the day: with am or pm, "noon", or an hour above 12.
  var isExact: Bool

  /// Minutes after midnight; 1,440 and more is the night after.
  func minutes(in part: DayPart?) -> Int {
    if isExact || hour > 12 || hour == 0 { return hour * 60 + minute }
    if let part = self.part ?? part { return part.minute(hour: hour, minute: minute) }
    // Nobody meets at three in the morning without saying so.
    return (hour < 7 ? hour + 12 : hour) * 60 + minute
  }

  /// Whether the hour alone leaves open which half of the day is meant.
  func isOpen(in part: DayPart?) -> Bool { !isExact && hour <= 12 && hour > 0 && (self.part ?? part) == nil }
}
