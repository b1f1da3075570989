/// How much work the expansion of recurrence rules may still do.
///
/// A file can hold any number of rules that search for days that never come (`BYMONTHDAY=31;BYMONTH=2`), so time is
/// bounded over all of them together and not rule by rule. One unit is one day looked at.
package struct ExpansionBudget: Sendable {
  package private(set) var remaining: Int

  /// Some 20 million days are a second of work.
  package init(days: Int = 20_000_000) {
    remaining = days
  }

  package var isExhausted: Bool { remaining <= 0 }

  mutating func spend(_ days: Int) { remaining -= days }
}
