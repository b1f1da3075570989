/// A time of day, without a day and without a zone, to the second.
public struct CivilTime: Sendable, Hashable {
  public let hour: Int
  public let minute: Int
  public let second: Int

  public static let midnight = CivilTime(valid: 0, 0, 0)

  /// Nil when there is no such time: hours 0 to 23, minutes and seconds 0 to 59.
  public init?(hour: Int, minute: Int = 0, second: Int = 0) {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second) else { return nil }
    self.init(valid: hour, minute, second)
  }

  private init(valid hour: Int, _ minute: Int, _ second: Int) {
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// Seconds since midnight.
  public var secondOfDay: Int { hour * 3600 + minute * 60 + second }

  /// The time so many seconds after midnight, modulo a day.
  public init(secondOfDay: Int) {
    let seconds = (secondOfDay % 86_400 + 86_400) % 86_400
    self.init(valid: seconds / 3600, seconds / 60 % 60, seconds % 60)
  }
}

extension CivilTime: Comparable {
  public static func < (left: CivilTime, right: CivilTime) -> Bool { left.secondOfDay < right.secondOfDay }
}

extension CivilTime: LosslessStringConvertible {
  /// `09:30`, or `09:30:15` when there are seconds.
  public var description: String {
    "\(padded(hour, 2)):\(padded(minute, 2))" + (second == 0 ? "" : ":\(padded(second, 2))")
  }

  /// Reads `09:30` or `09:30:15`, exactly.
  public init?(_ text: String) {
    var scanner = DigitScanner(text)
    guard let hour = scanner.number(2), scanner.take(":"), let minute = scanner.number(2) else { return nil }
    var second = 0
    if !scanner.isAtEnd {
      guard scanner.take(":"), let read = scanner.number(2), scanner.isAtEnd else { return nil }
      second = read
    }
    self.init(hour: hour, minute: minute, second: second)
  }
}

extension CivilTime: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let time = CivilTime(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is not a time such as 09:30")
    }
    self = time
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
