enum TimeUnit: Hashable {
  case minute, hour, day, week, month

  init?(english word: String) {
    switch word {
    case "minute", "minutes", "min", "mins": self = .minute
    case "hour", "hours", "hr", "hrs", "h": self = .hour
    case "day", "days": self = .day
    case "week", "weeks": self = .week
    case "month", "months": self = .month
    default: return nil
    }
  }

  /// Nil for units that are not made of minutes.
  var minutes: Int? {
    switch self {
    case .minute: 1
    case .hour: 60
    case .day, .week, .month: nil
    }
  }
}
