import FakeSkillHost
import SkillBundle
import SkillJSON
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
