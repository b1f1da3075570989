import Glibc

/// Moments as text for people.
package enum TimeText {
  /// `2026-03-01 14:05:09` in the local time zone.
  ///
  /// - Parameter milliseconds: since 1970.
  package static func local(_ milliseconds: Int64) -> String {
    // Rounds down, also before 1970.
    var seconds = time_t(milliseconds.dividedRounding(by: 1_000))
    var parts = unsafe tm()
    guard unsafe localtime_r(&seconds, &parts) != nil else { return "?" }
    let (year, month, day) = unsafe (Int(parts.tm_year) + 1_900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
    let (hour, minute, second) = unsafe (Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec))
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2)) "
      + "\(digits(hour, 2)):\(digits(minute, 2)):\(digits(second, 2))"
  }

  private static func digits(_ value: Int, _ count: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}

extension Int64 {
  /// The quotient rounded towards negative infinity; `divisor` is positive.
  fileprivate func dividedRounding(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

/// Amounts of bytes as text for people.
package enum SizeText {
  /// `812 B`, `1.2 kB`, `64 MB`; powers of 1,000.
  package static func text(_ bytes: Int) -> String {
    if bytes < 1_000 { return "\(bytes) B" }
    var value = bytes
    for unit in ["kB", "MB", "GB"] {
      if value < 1_000_000 || unit == "GB" {
        let tenths = value / 100
        return tenths < 100 && tenths % 10 != 0 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\(tenths / 10) \(unit)"
      }
      value /= 1_000
    }
    return "\(bytes) B"
  }
}
