/// An RRULE, taken apart and checked.
package struct RecurrenceRule: Sendable {
  package enum Frequency: String, Sendable {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// `MO`, or with an ordinal `2MO`, `-1FR`; the ordinal counts inside the month or year.
  package struct DayRule: Hashable, Sendable {
    package let ordinal: Int?
    package let weekday: Weekday
  }

  package enum End: Sendable {
    case never
    /// The number of occurrences, the first included.
    case count(Int)
    /// The last moment or day at which one may start.
    case until(CalendarTime)
  }

  package let frequency: Frequency
  /// 1 or more.
  package let interval: Int
  package let end: End
  package let weekStart: Weekday
  let months: Set<Int>
  let weekNumbers: Set<Int>
  let yearDays: Set<Int>
  let monthDays: Set<Int>
  let days: [DayRule]
  let hours: [Int]
  let minutes: [Int]
  let seconds: [Int]
  let positions: Set<Int>

  /// Why a rule cannot be used, in words that complete "the recurrence rule …".
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(description: String) {
      self.description = description
    }
  }

  /// Reads `FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20261231T235959Z`.
  package init(parsing text: some StringProtocol) throws(Failure) {
    var parts: [String: String] = [:]
    for part in text.trimmed.split(separator: ";", omittingEmptySubsequences: true) {
      guard let equals = part.firstIndex(of: "=") else { throw Failure(description: "has no '=' in '\(part)'") }
      parts[part[..<equals].trimmed.uppercased()] = part[part.index(after: equals)...].trimmed.uppercased()
    }
    guard let frequencyText = parts["FREQ"] else { throw Failure(description: "has no FREQ") }
    guard let frequency = Frequency(rawValue: frequencyText) else {
      throw Failure(description: "has FREQ=\(frequencyText), which is not supported")
    }
    self.frequency = frequency
    interval = try Self.integers(parts, "INTERVAL", 1...1_000_000).first ?? 1
    months = Set(try Self.integers(parts, "BYMONTH", 1...12))
    weekNumbers = Set(try Self.integers(parts, "BYWEEKNO", -53...53))
    yearDays = Set(try Self.integers(parts, "BYYEARDAY", -366...366))
    monthDays = Set(try Self.integers(parts, "BYMONTHDAY", -31...31))
    hours = try Self.integers(parts, "BYHOUR", 0...23)
    minutes = try Self.integers(parts, "BYMINUTE", 0...59)
    seconds = try Self.integers(parts, "BYSECOND", 0...60)
    positions = Set(try Self.integers(parts, "BYSETPOS", -366...366))
    if positions.contains(0) || monthDays.contains(0) || yearDays.contains(0) || weekNumbers.contains(0) {
      throw Failure(description: "counts from 0, where only 1 and -1 exist")
    }
    days = try Self.days(parts["BYDAY"])
    if let text = parts["WKST"] {
      guard let day = Weekday(code: text) else { throw Failure(description: "has WKST=\(text), which is no weekday") }
      weekStart = day
    } else {
      weekStart = .monday
    }
    if let text = parts["COUNT"] {
      var scanner = ByteScanner(text)
      guard let count = scanner.number(upTo: .max), scanner.isAtEnd, count > 0 else {
        throw Failure(description: "has COUNT=\(text), which is no number from 1")
      }
      end = .count(count)
    } else if let text = parts["UNTIL"] {
      guard let time = CalendarTime(parsing: text) else {
        throw Failure(description: "has UNTIL=\(text), which is no date")
      }
      end = .until(time)
    } else {
      end = .never
    }
  }

  private static func integers(
    _ parts: [String: String], _ name: String, _ range: ClosedRange<Int>
  ) throws(Failure) -> [Int] {
    guard let text = parts[name] else { return [] }
    var numbers: [Int] = []
    for piece in text.split(separator: ",") {
      guard let number = Int(piece.trimmed), range.contains(number) else {
        throw Failure(description: "has \(name)=\(text), where \(range.lowerBound) to \(range.upperBound) is possible")
      }
      if !numbers.contains(number) { numbers.append(number) }
    }
    guard !numbers.isEmpty else { throw Failure(description: "has an empty \(name)") }
    return numbers
  }

  private static func days(_ text: String?) throws(Failure) -> [DayRule] {
    guard let text else { return [] }
    var rules: [DayRule] = []
    for piece in text.split(separator: ",") {
      let entry = piece.trimmed
      guard let weekday = Weekday(code: entry.suffix(2)) else {
        throw Failure(description: "has BYDAY=\(text), where '\(entry)' is no weekday")
      }
      let number = entry.dropLast(2)
      let ordinal = number.isEmpty ? nil : Int(number)
      if !number.isEmpty {
        guard let ordinal, ordinal != 0, abs(ordinal) <= 53 else {
          throw Failure(description: "has BYDAY=\(text), where '\(entry)' has no ordinal from 1 to 53")
        }
      }
      let rule = DayRule(ordinal: ordinal, weekday: weekday)
      if !rules.contains(rule) { rules.append(rule) }
    }
    guard !rules.isEmpty else { throw Failure(description: "has an empty BYDAY") }
    return rules
  }
}
