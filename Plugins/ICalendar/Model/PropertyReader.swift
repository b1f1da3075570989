/// Reads typed values out of one component and keeps a list of what could not be read.
struct PropertyReader {
  let component: Component
  let zones: FileZones
  private(set) var problems: [CalendarDocument.Problem] = []

  init(_ component: Component, zones: FileZones) {
    self.component = component
    self.zones = zones
  }

  mutating func complain(_ line: ContentLine?, _ message: String) {
    problems.append(.init(line: line?.number ?? component.lineNumber, message: message))
  }

  /// Text with escapes resolved and without white space at its ends; nil when it is absent or blank.
  func text(_ name: String) -> String? {
    guard let text = component.text(name)?.trimmed, !text.isEmpty else { return nil }
    return text
  }

  func word(_ name: String) -> String? { text(name)?.uppercased() }

  func integer(_ name: String, in range: ClosedRange<Int>) -> Int? {
    component.line(name).flatMap { Int($0.value.trimmed) }.flatMap { range.contains($0) ? $0 : nil }
  }

  mutating func time(_ name: String) -> CalendarTime? {
    guard let line = component.line(name) else { return nil }
    guard let time = time(line.value, of: line) else {
      complain(line, "\(name) '\(shortened(line.value))' is no date")
      return nil
    }
    return time
  }

  /// The dates of every line with that name; a period counts as its start.
  mutating func times(_ name: String) -> [CalendarTime] {
    var times: [CalendarTime] = []
    for line in component.lines(name) {
      for text in line.value.split(separator: ",") {
        if let time = time(text.split(separator: "/").first ?? text, of: line) {
          times.append(time)
        } else {
          complain(line, "\(name) '\(shortened(text))' is no date and is passed over")
        }
      }
    }
    return times
  }

  mutating func duration(_ name: String) -> CalendarDuration? {
    guard let line = component.line(name) else { return nil }
    guard let duration = CalendarDuration(parsing: line.value) else {
      complain(line, "\(name) '\(shortened(line.value))' is no duration")
      return nil
    }
    return duration
  }

  mutating func rules() -> [RecurrenceRule] {
    var rules: [RecurrenceRule] = []
    for line in component.lines("RRULE") {
      do throws(RecurrenceRule.Failure) {
        rules.append(try RecurrenceRule(parsing: line.value))
      } catch {
        complain(line, "the recurrence rule \(error); only its first date is known")
      }
    }
    if let line = component.line("EXRULE") { complain(line, "EXRULE is not supported and is passed over") }
    return rules
  }

  /// Reads one date of a line. An unknown zone is reported and its clock read as the viewer's.
  private mutating func time(_ text: some StringProtocol, of line: ContentLine) -> CalendarTime? {
    var zone: Zone?
    if let identifier = line.parameter("TZID") {
      zone = zones.zone(named: identifier)
      if zone == nil, !text.contains("Z"), text.contains("T") {
        complain(line, "the time zone '\(shortened(identifier))' is not known; its times are read as local")
      }
    }
    return CalendarTime(parsing: text, zone: zone)
  }

  private func shortened(_ text: some StringProtocol) -> String {
    text.count <= 40 ? String(text) : text.prefix(40) + "…"
  }
}
