/// A day of the week; the raw value counts from Monday, 0 to 6.
package enum Weekday: Int, CaseIterable, Hashable, Sendable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  /// `MO` to `SU` as RFC 5545 writes them, in either case.
  package init?(code: some StringProtocol) {
    guard let index = Self.codes.firstIndex(of: code.uppercased()) else { return nil }
    self.init(rawValue: index)
  }

  /// `MO` to `SU`.
  package var code: String { Self.codes[rawValue] }

  /// How many days after `start` this day comes, 0 to 6, in weeks that begin with `start`.
  package func distance(after start: Weekday) -> Int { (rawValue - start.rawValue + 7) % 7 }

  private static let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
}
