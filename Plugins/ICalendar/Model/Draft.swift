/// An event or a to-do about to be written.
package struct Draft: Sendable {
  package enum Kind: Sendable {
    /// `end` is exclusive and of the same kind as `start`.
    case event(start: CalendarTime, end: CalendarTime)
    case toDo(due: CalendarTime?)
  }

  package var kind: Kind
  package var uid: String
  package var title: String
  package var location: String?
  package var notes: String?
  /// The moment of writing.
  package var stamp: Instant

  package init(
    _ kind: Kind, uid: String, title: String, location: String? = nil, notes: String? = nil, stamp: Instant
  ) {
    self.kind = kind
    self.uid = uid
    self.title = title
    self.location = location
    self.notes = notes
    self.stamp = stamp
  }

  /// Adds it to a document.
  ///
  /// Times of a zone of the system are written in that zone, with its VTIMEZONE, so that other programs show the
  /// place's own clock. Where that would be wrong (a zone whose present rule does not hold at that time, or a
  /// VTIMEZONE in the file that says otherwise), they are written in UTC, which is always right.
  package func add(to document: inout CalendarDocument, catalog: ZoneCatalog) {
    let times: [CalendarTime] =
      switch kind {
      case .event(let start, let end): [start, end]
      case .toDo(let due): due.map { [$0] } ?? []
      }
    let zones = zoneComponents(for: times, in: document, catalog: catalog)
    let written = times.map { zones == nil ? $0.inUTC : $0 }
    document.add(component(times: written), zones: zones ?? [])
  }

  private func component(times: [CalendarTime]) -> Component {
    var lines = [
      ContentLine("UID", text: uid),
      ContentLine("DTSTAMP", value: stamp.basic),
      ContentLine("CREATED", value: stamp.basic),
      ContentLine("LAST-MODIFIED", value: stamp.basic),
      ContentLine("SEQUENCE", value: "0"),
      ContentLine("SUMMARY", text: title),
    ]
    let name: String
    switch kind {
    case .event:
      name = "VEVENT"
      lines += zip(["DTSTART", "DTEND"], times).map { $1.line($0) }
    case .toDo:
      name = "VTODO"
      lines += times.map { $0.line("DUE") }
      lines.append(ContentLine("STATUS", value: "NEEDS-ACTION"))
    }
    if let location { lines.append(ContentLine("LOCATION", text: location)) }
    if let notes { lines.append(ContentLine("DESCRIPTION", text: notes)) }
    var component = Component(name, lines.map(Component.Item.line))
    // Other programs ring only for an alarm. A day alone is no time to ring at.
    if case .toDo(let due?) = kind, !due.isDay {
      let alarm = [
        ContentLine("ACTION", value: "DISPLAY"), ContentLine("DESCRIPTION", text: title),
        ContentLine("TRIGGER", [.init("RELATED", ["END"])], value: "PT0S"),
      ]
      component.items.append(.component(Component("VALARM", alarm.map(Component.Item.line))))
    }
    return component
  }

  /// The VTIMEZONEs for the times, or nil when the times cannot be written in their zones.
  private func zoneComponents(
    for times: [CalendarTime], in document: CalendarDocument, catalog: ZoneCatalog
  ) -> [Component]? {
    var moments: [String: (zone: Zone, instants: [Instant])] = [:]
    for case .zoned(let clock, let zone) in times {
      moments[zone.name, default: (zone, [])].instants.append(zone.instant(of: clock))
    }
    var budget = ExpansionBudget()
    var problems: [CalendarDocument.Problem] = []
    var components: [Component] = []
    for (name, entry) in moments {
      guard let calendar = document.calendars.first else { return nil }
      let existing = FileZones(of: calendar, catalog: catalog, budget: &budget, problems: &problems)
      if existing.defines(name) {
        guard let zone = existing.zone(named: name),
          entry.instants.allSatisfy({ zone.offset(at: $0) == entry.zone.offset(at: $0) })
        else { return nil }
      } else {
        guard let component = entry.zone.component(validAt: entry.instants) else { return nil }
        components.append(component)
      }
    }
    return components
  }
}

extension CalendarTime {
  var inUTC: CalendarTime {
    guard case .zoned(let clock, let zone) = self else { return self }
    return .utc(zone.instant(of: clock).utc)
  }
}

extension Component {
  /// Marks a to-do as done at that moment, and touches nothing else.
  package mutating func complete(at moment: Instant) {
    set(ContentLine("STATUS", value: "COMPLETED"))
    set(ContentLine("COMPLETED", value: moment.basic))
    set(ContentLine("PERCENT-COMPLETE", value: "100"))
    touch(at: moment)
  }

  /// What every change of a component must say about itself.
  private mutating func touch(at moment: Instant) {
    let sequence = line("SEQUENCE").flatMap { Int($0.value.trimmed) } ?? 0
    set(ContentLine("DTSTAMP", value: moment.basic))
    set(ContentLine("LAST-MODIFIED", value: moment.basic))
    set(ContentLine("SEQUENCE", value: String(min(max(sequence, 0), Int(Int32.max) - 1) + 1)))
  }
}
