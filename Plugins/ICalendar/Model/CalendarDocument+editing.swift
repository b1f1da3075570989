extension CalendarDocument {
  /// Puts a component at the end of the first calendar, with the VTIMEZONEs it needs that are not there yet.
  package mutating func add(_ component: Component, zones: [Component] = []) {
    editFirstCalendar { calendar in
      for zone in zones {
        let identifier = zone.line("TZID")?.value
        guard !calendar.components(named: "VTIMEZONE").contains(where: { $0.line("TZID")?.value == identifier }) else {
          continue
        }
        let lastZone = calendar.items.lastIndex {
          if case .component(let found) = $0 { found.name == "VTIMEZONE" } else { false }
        }
        let firstComponent = calendar.items.firstIndex { if case .component = $0 { true } else { false } }
        let place = lastZone.map { $0 + 1 } ?? firstComponent ?? calendar.items.count
        calendar.items.insert(.component(zone), at: place)
      }
      calendar.items.append(.component(component))
    }
  }

  /// Changes the first component with that name and UID; false when there is none.
  package mutating func edit(_ name: String, uid: String, _ change: (inout Component) -> Void) -> Bool {
    for index in items.indices {
      guard case .component(var calendar) = items[index], calendar.name == "VCALENDAR" else { continue }
      for inner in calendar.items.indices {
        guard case .component(var component) = calendar.items[inner], component.name == name,
          component.line("UID")?.value.trimmed == uid
        else { continue }
        change(&component)
        calendar.items[inner] = .component(component)
        items[index] = .component(calendar)
        return true
      }
    }
    return false
  }

  /// Puts a component made from the first one with that name and UID behind it, into the same calendar; false when
  /// there is none.
  package mutating func insert(after name: String, uid: String, _ make: (Component) -> Component) -> Bool {
    for index in items.indices {
      guard case .component(var calendar) = items[index], calendar.name == "VCALENDAR" else { continue }
      for inner in calendar.items.indices {
        guard case .component(let component) = calendar.items[inner], component.name == name,
          component.line("UID")?.value.trimmed == uid, component.line("RECURRENCE-ID") == nil
        else { continue }
        calendar.items.insert(.component(make(component)), at: inner + 1)
        items[index] = .component(calendar)
        return true
      }
    }
    return false
  }

  private mutating func editFirstCalendar(_ change: (inout Component) -> Void) {
    for index in items.indices {
      guard case .component(var component) = items[index], component.name == "VCALENDAR" else { continue }
      change(&component)
      items[index] = .component(component)
      return
    }
  }
}
