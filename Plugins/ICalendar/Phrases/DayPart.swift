/// A part of the day, as people name it.
package enum DayPart: Hashable, Sendable {
  case smallHours, morning, noon, afternoon, evening, night

  /// From when to when, in minutes after midnight.
  package var minutes: Range<Int> {
    switch self {
    case .smallHours: 0..<360
    case .morning: 360..<720
    case .noon: 660..<840
    case .afternoon: 720..<1_080
    case .evening: 1_080..<1_320
    case .night: 1_080..<1_440
    }
  }

  /// The time that is meant when only the part is said.
  package var usualMinute: Int {
    switch self {
    case .smallHours: 6 * 60
    case .morning: 9 * 60
    case .noon: 12 * 60
    case .afternoon: 15 * 60
    case .evening: 19 * 60
    case .night: 21 * 60
    }
  }

  /// The minute of the day that a clock of twelve hours shows in this part. 1,440 is midnight at its end.
  func minute(hour: Int, minute: Int) -> Int {
    let isLate =
      switch self {
      case .smallHours, .morning: false
      case .noon: hour <= 3
      case .afternoon: hour < 12
      case .evening, .night: hour < 12 && hour >= 4
      }
    switch self {
    case .smallHours where hour == 12: return minute
    // "Twelve at night" is the end of the day, and "one at night" comes after it.
    case .evening where hour == 12, .night where hour == 12: return 1_440 + minute
    case .evening where hour < 4, .night where hour < 4: return 1_440 + hour * 60 + minute
    default: return (isLate ? hour + 12 : hour) * 60 + minute
    }
  }
}
