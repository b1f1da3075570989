/// The zones that the lines of one file may name: those it defines itself, then those the system knows.
package struct FileZones: Sendable {
  private let own: [String: Zone]
  private let catalog: ZoneCatalog

  /// Reads the `VTIMEZONE`s of a calendar. What cannot be used is added to `problems`.
  package init(
    of calendar: Component, catalog: ZoneCatalog, budget: inout ExpansionBudget,
    problems: inout [CalendarDocument.Problem]
  ) {
    var own: [String: Zone] = [:]
    for component in calendar.components(named: "VTIMEZONE") {
      guard let identifier = component.line("TZID")?.value.trimmed, !identifier.isEmpty else {
        problems.append(.init(line: component.lineNumber, message: "VTIMEZONE without a TZID"))
        continue
      }
      guard own[identifier] == nil else { continue }
      own[identifier] = catalog.zone(of: component, named: identifier, budget: &budget, problems: &problems)
    }
    self.own = own
    self.catalog = catalog
  }

  /// A file's own definition counts before the system's, even under the same name: the file was written by it.
  package func zone(named identifier: String) -> Zone? {
    own[identifier.trimmed] ?? catalog.zone(named: identifier)
  }

  /// Whether the file has a definition of its own under that name.
  package func defines(_ identifier: String) -> Bool { own[identifier] != nil }
}
