import SkillBundle
import SkillSystem
import SkillTrial
import TestSupport
import Testing

/// The sample skills pass, and little is said about them.
@Suite struct SampleTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var identifier: String
    var library: String
    var folders: [String: String] = [:]
    /// The beginnings of what is said.
    var warnings: [String] = []
    var testDescription: String { identifier }
  }

  private static let reminders = """
    BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//tests//EN\r
    BEGIN:VTODO\r\nUID:1\r\nDTSTAMP:20260301T000000Z\r\nSUMMARY:water the plants\r\nEND:VTODO\r
    BEGIN:VTODO\r\nUID:2\r\nDTSTAMP:20260301T000000Z\r\nSUMMARY:call the bank\r\nEND:VTODO\r
    BEGIN:VTODO\r\nUID:3\r\nDTSTAMP:20260301T000000Z\r\nSUMMARY:report\r\nEND:VTODO\r
    BEGIN:VTODO\r\nUID:4\r\nDTSTAMP:20260301T000000Z\r\nSUMMARY:浇花\r\nEND:VTODO\r
    BEGIN:VTODO\r\nUID:5\r\nDTSTAMP:20260301T000000Z\r\nSUMMARY:交报告\r\nEND:VTODO\r
    END:VCALENDAR\r

    """

  static let samples = [
    Sample(identifier: "text.statistics", library: "TextStatistics"),
    Sample(identifier: "chart.render", library: "Chart"),
    Sample(identifier: "files.search", library: "FileSearch"),
    Sample(
      identifier: "weather.daily_forecast", library: "Weather",
      folders: ["forecasts": "installed"]),
    Sample(identifier: "calendar.create_event", library: "Calendar"),
    Sample(identifier: "calendar.events", library: "Calendar"),
    Sample(identifier: "calendar.free_slots", library: "Calendar"),
    Sample(identifier: "reminder.create", library: "Reminder"),
    Sample(identifier: "reminder.list", library: "Reminder"),
    Sample(identifier: "reminder.complete", library: "Reminder", folders: ["reminders": "written"]),
  ]

  @Test(arguments: samples) func passes(sample: Sample) async throws {
    let manifest = try #require(
      try AtomicFile.read("\(Products.root)/skill-manifests/\(sample.identifier).json", limit: 1 << 20))
    var settings = Trial.Settings(runner: "\(Products.folder)/skillhost-runner")
    let folder = Compiler.temporaryPath("samples")
    defer { _ = try? run("/bin/rm", ["-rf", folder]) }
    settings.samples = sample.folders
    if settings.samples["forecasts"] != nil {
      let installed = try run(
        "/bin/sh", ["\(Products.root)/Plugins/Weather/SampleForecasts/install.sh", folder, "2026-03-02"])
      #expect(installed.exit == .status(0), "\(installed.stderr)")
      settings.samples["forecasts"] = folder
    }
    if settings.samples["reminders"] != nil {
      try makeFolder(folder)
      try AtomicFile.write(Array(Self.reminders.utf8), to: "\(folder)/reminders.ics")
      settings.samples["reminders"] = folder
    }
    let report = try await Trial(
      Manifest(decoding: manifest, role: .authored),
      LibraryFile(path: "\(Products.folder)/lib\(sample.library).so"), settings
    ).run()
    let complaints = report.findings.filter { $0.level != .ok }.map {
      "\($0.level.rawValue) \($0.check): \($0.message)"
    }
    #expect(complaints == [])
  }
}
