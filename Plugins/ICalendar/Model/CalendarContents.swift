/// What a calendar file says: its events and to-dos, in the order of the file.
package struct CalendarContents: Sendable {
  package private(set) var events: [Event] = []
  package private(set) var toDos: [ToDo] = []
  /// Values that could not be understood. The file may be written back all the same: its lines are kept as they are.
  package private(set) var problems: [CalendarDocument.Problem] = []

  package init(_ document: CalendarDocument, catalog: ZoneCatalog, budget: inout ExpansionBudget) {
    for calendar in document.calendars {
      let zones = FileZones(of: calendar, catalog: catalog, budget: &budget, problems: &problems)
      // A component without its END is cut off, and what is left of it may say something else than it did.
      for component in calendar.components where component.end != nil {
        switch component.name {
        case "VEVENT":
          if let event = Event(component, zones: zones, problems: &problems) { events.append(event) }
        case "VTODO":
          toDos.append(ToDo(component, zones: zones, problems: &problems))
        default:
          break
        }
      }
    }
  }
}
