/// A time zone: which offset from UTC holds at a moment, and which moment a clock on the wall means.
package struct Zone: Sendable {
  /// The name to show: the IANA name where there is one, else the TZID as the file writes it.
  package let name: String
  let rules: any ZoneRules

  package static let utc = Zone(name: "UTC", rules: FixedRules(offset: 0))

  /// A zone that is always `offset` seconds ahead of UTC. `offset` is limited to one day either way.
  package static func fixed(offset: Int, name: String) -> Zone {
    Zone(name: name, rules: FixedRules(offset: min(max(offset, -86_399), 86_399)))
  }

  /// Seconds ahead of UTC.
  package func offset(at instant: Instant) -> Int {
    rules.offset(at: instant.seconds)
  }

  package func civil(at instant: Instant) -> CivilDateTime {
    instant.civil(offset: offset(at: instant))
  }

  /// The moment at which the zone's clock shows `clock`.
  ///
  /// As RFC 5545 (3.3.5) says: a clock that is shown twice means the first time, and one that is never shown is read
  /// with the offset from before the gap. Both follow from the same rule: go through the transitions near the clock
  /// in order, and stop before the first that lies behind it.
  package func instant(of clock: CivilDateTime) -> Instant {
    let local = clock.clockSeconds
    let margin: Int64 = 2 * 86_400
    var offset = rules.offset(at: local - margin)
    for transition in rules.transitions(from: local - margin, to: local + margin) {
      // Up to the later of the two clocks at a jump, the old offset counts: forward, that is the end of the gap;
      // back, it is the end of the hour that comes twice.
      if local < transition.seconds + Int64(max(transition.before, transition.after)) { break }
      offset = transition.after
    }
    return Instant(seconds: local - Int64(offset))
  }

  /// Midnight, or where the day has none, the moment that midnight would have been.
  package func startOfDay(_ date: CivilDate) -> Instant {
    instant(of: CivilDateTime(startOf: date))
  }

  /// `2026-03-07T09:30:00+08:00`. An offset with seconds, as some zones had before 1972, is shown to the minute,
  /// with the clock moved accordingly, so that the moment stays exact.
  package func rfc3339(_ instant: Instant) -> String {
    let exact = offset(at: instant)
    let shown = exact / 60 * 60
    let clock = instant.civil(offset: shown)
    guard shown != 0 || name != "UTC" else { return "\(clock)Z" }
    let minutes = abs(shown) / 60
    return "\(clock)\(shown < 0 ? "-" : "+")\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
  }
}

/// What a zone is made of. All times are seconds since 1970-01-01T00:00:00Z.
protocol ZoneRules: Sendable {
  func offset(at seconds: Int64) -> Int
  /// The changes of offset in that range, in order. The range is a few days, so there are few.
  func transitions(from: Int64, to: Int64) -> [ZoneTransition]
}

struct ZoneTransition: Hashable, Sendable {
  let seconds: Int64
  let before: Int
  let after: Int
}

struct FixedRules: ZoneRules {
  let offset: Int

  func offset(at seconds: Int64) -> Int { offset }
  func transitions(from: Int64, to: Int64) -> [ZoneTransition] { [] }
}

extension Zone: CustomStringConvertible {
  package var description: String { name }
}
