extension Zone {
  /// A VTIMEZONE for a zone of the system, or nil when it could not say the truth about the moments given.
  ///
  /// Written is the rule that holds for the years to come, as if it had always held: that is what other programs
  /// write as well, and it is short. Whether it gives the right offset at the given moments is checked by reading it.
  package func component(validAt moments: [Instant]) -> Component? {
    guard let posix = (rules as? ZoneFile)?.posixRules, let component = Self.component(name, posix) else { return nil }
    var budget = ExpansionBudget()
    var problems: [CalendarDocument.Problem] = []
    guard let written = EmbeddedZone(component, budget: &budget, problems: &problems), problems.isEmpty else {
      return nil
    }
    return moments.allSatisfy { written.offset(at: $0.seconds) == offset(at: $0) } ? component : nil
  }

  private static func component(_ name: String, _ posix: PosixRules) -> Component? {
    var component = Component("VTIMEZONE", [.line(ContentLine("TZID", value: name))])
    guard let daylight = posix.daylight else {
      component.items.append(
        .component(
          Component(
            "STANDARD",
            [
              .line(ContentLine("DTSTART", value: "19700101T000000")),
              .line(ContentLine("TZOFFSETFROM", value: text(offset: posix.standardOffset))),
              .line(ContentLine("TZOFFSETTO", value: text(offset: posix.standardOffset))),
              .line(ContentLine("TZNAME", text: posix.standardName)),
            ])))
      return component
    }
    guard
      let summer = part(
        "DAYLIGHT", daylight.name, from: posix.standardOffset, to: daylight.offset, change: daylight.start),
      let winter = part(
        "STANDARD", posix.standardName, from: daylight.offset, to: posix.standardOffset, change: daylight.end)
    else { return nil }
    component.items += [.component(summer), .component(winter)]
    return component
  }

  /// Nil when the change is of a kind that a simple RRULE cannot say.
  private static func part(
    _ kind: String, _ name: String, from: Int, to: Int, change: PosixRules.Change
  ) -> Component? {
    guard case .weekday(let month, let week, let weekday) = change.day,
      let first = change.date(in: 1_970), let start = CivilDateTime(first, secondOfDay: change.time)
    else { return nil }
    return Component(
      kind,
      [
        .line(ContentLine("DTSTART", value: start.basic)),
        .line(ContentLine("TZOFFSETFROM", value: text(offset: from))),
        .line(ContentLine("TZOFFSETTO", value: text(offset: to))),
        .line(ContentLine("TZNAME", text: name)),
        .line(
          ContentLine(
            "RRULE", value: "FREQ=YEARLY;BYMONTH=\(month);BYDAY=\(week == 5 ? -1 : week)\(weekday.code)")),
      ])
  }

  private static func text(offset: Int) -> String {
    let seconds = abs(offset)
    let rest = seconds % 60 == 0 ? "" : padded(seconds % 60, 2)
    return "\(offset < 0 ? "-" : "+")\(padded(seconds / 3_600, 2))\(padded(seconds / 60 % 60, 2))\(rest)"
  }
}
