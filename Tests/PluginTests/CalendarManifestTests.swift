import FakeSkillHost
import SkillBundle
import SkillJSON
import SkillSchema
import Testing

/// The manifests of the calendar and reminder skills as their author wrote them.
@Suite struct CalendarManifestTests {
  static let identifiers = [
    "calendar.events", "calendar.create_event", "calendar.free_slots", "reminder.create", "reminder.list",
    "reminder.complete",
  ]

  @Test(arguments: identifiers)
  func aManifestIsAcceptedAndComplete(_ identifier: String) throws {
    let manifest = try CalendarManifest(identifier).manifest
    #expect(manifest.identifier.description == identifier)
    #expect(manifest.examples.count >= 5)
    #expect(manifest.outputSchema != nil)
    #expect(manifest.description.contains("Use it when"))
    #expect(manifest.description.contains("Not for"))
    #expect(manifest.permissions.network.isEmpty)
    #expect(manifest.permissions.environment.isEmpty)
    let slot = try #require(manifest.permissions.directories.first)
    #expect(slot.name == (identifier.hasPrefix("calendar") ? "calendars" : "reminders"))
    #expect((slot.access == .read) == (manifest.annotations.readOnly == true))
    #expect(manifest.annotations.destructive == (identifier == "reminder.complete"))
  }

  /// What a manifest promises to serve, its skill must recognise.
  @Test(arguments: identifiers)
  func everyExampleIsRecognisedByItsSkill(_ identifier: String) throws {
    let folder = try CalendarManifest.folderWithTasks()
    let library = try PluginLibrary(identifier.hasPrefix("calendar") ? "Calendar" : "Reminder")
    let slot = identifier.hasPrefix("calendar") ? "calendars" : "reminders"
    let skill = try library.skill(identifier, directories: [slot: folder.path])
    for example in try CalendarManifest(identifier).manifest.examples {
      let match = try skill.match(example, now: "2026-03-04T10:00:00+08:00", timezone: "Asia/Shanghai")
      #expect((match?.confidence ?? 0) >= 0.7, "\(example)")
    }
  }
}

extension CalendarManifestTests {
  /// What the skills give out is what their manifests promise, in every shape that it can take; and what the tests give
  /// in is what the manifests ask for.
  @Test(arguments: [
    ("calendar.create_event", #"{"title": "A", "start": "2026-03-06T12:30", "location": "x", "notes": "y"}"#),
    ("calendar.create_event", #"{"title": "B", "start": "2026-03-06", "end": "2026-03-07", "allDay": true}"#),
    ("calendar.create_event", #"{"title": "C", "start": "2026-03-06T12:30:00+01:00", "durationMinutes": 5}"#),
    ("calendar.events", #"{"from": "2012-01-01", "to": "2014-12-31", "limit": 500}"#),
    ("calendar.events", #"{"from": "2016-10-20", "days": 30, "query": "sync"}"#),
    ("calendar.events", #"{"from": "2023-12-31T00:00:00Z", "to": "2026-12-01T00:00:00+08:00"}"#),
    ("calendar.events", "{}"), ("calendar.free_slots", "{}"),
    (
      "calendar.free_slots",
      #"{"from": "2016-10-28", "days": 7, "durationMinutes": 30, "dayStart": "8:00", "dayEnd": "24:00"}"#
    ),
    ("reminder.create", #"{"title": "A", "due": "2026-03-06", "notes": "y"}"#),
    ("reminder.create", #"{"title": "A", "due": "2026-03-01T00:00:00Z"}"#), ("reminder.create", #"{"title": "A"}"#),
    ("reminder.list", "{}"), ("reminder.list", #"{"status": "all", "dueBefore": "2027-01-01", "limit": 5}"#),
    ("reminder.complete", #"{"id": "1"}"#),
  ])
  func outputFitsItsSchema(_ identifier: String, _ input: String) throws {
    let folder = try CalendarManifest.folderWithTasks()
    for (name, bytes) in CalendarManifest.conformanceFiles() { try folder.write(name, bytes) }
    try folder.write("cut.ics", "BEGIN:VCALENDAR\nBEGIN:VEVENT\n")
    let manifest = try CalendarManifest(identifier).manifest
    let arguments = try JSON(parsing: input)
    #expect(try Schema(compiling: manifest.inputSchema).violations(of: arguments).map(\.message) == [])
    let isCalendar = identifier.hasPrefix("calendar")
    let outcome = try PluginLibrary(isCalendar ? "Calendar" : "Reminder")
      .skill(identifier, directories: [isCalendar ? "calendars" : "reminders": folder.path])
      .invoke(input, info: ["now": "2026-03-04T10:00:00+08:00", "timezone": "Asia/Shanghai"])
    let result = try #require(outcome.result, "\(String(describing: outcome.failure))")
    let output = try Schema(compiling: try #require(manifest.outputSchema))
    #expect(output.violations(of: result).map(\.message) == [])
    #expect((result["warnings"]?.count ?? 0) >= 1)
    for pointer in manifest.result where pointer.tokens.count == 1 {
      #expect(result.at(pointer) != nil, "\(pointer)")
    }
  }
}
