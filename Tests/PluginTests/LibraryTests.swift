import Glibc
import SkillBundle
import Testing

/// The libraries of the sample skills, as files.
@Suite struct LibraryTests {
  @Test(arguments: ["Weather", "Calendar", "Reminder", "FileSearch", "Chart", "TextStatistics"])
  func aLibraryIsWhatAHostAccepts(name: String) throws {
    let path = try PluginLibrary.path(of: name)
    let file = try #require(fopen(path, "r"), "\(path)")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }

    let inspection = try ELFInspection(bytes)
    #expect(inspection.exportsEntry)
    #expect(inspection.otherExports == [])
    #expect(inspection.warnings == [])
    try inspection.requireLoadable()
  }
}
