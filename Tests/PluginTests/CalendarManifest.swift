import FakeSkillHost
import Glibc
import SkillBundle
import Testing

/// A manifest from `skill-manifests/`.
struct CalendarManifest {
  let manifest: Manifest

  init(_ identifier: String) throws {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let file = try #require(fopen("\(root)/skill-manifests/\(identifier).json", "r"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    manifest = try Manifest(decoding: bytes, role: .authored)
  }

  /// A folder with the to-dos that the examples of `reminder.complete` speak of.
  static func folderWithTasks() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let toDos = ["water the plants", "call the bank", "Send the report", "浇花", "交报告"].enumerated().map {
      "BEGIN:VTODO\nUID:\($0)\nSUMMARY:\($1)\nEND:VTODO\n"
    }
    try folder.write("tasks.ics", "BEGIN:VCALENDAR\n\(toDos.joined())END:VCALENDAR\n")
    return folder
  }
}

extension CalendarManifest {
  /// The calendars of other programs in the conformance folder, when it is here.
  static func conformanceFiles() -> [(name: String, bytes: [UInt8])] {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let base = getenv("SKILLHOST_CONFORMANCE").map { String(cString: $0) } ?? "\(root)/../shared/conformance"
    guard let directory = opendir("\(base)/icalendar") else { return [] }
    defer { closedir(directory) }
    var files: [(name: String, bytes: [UInt8])] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard name.hasSuffix(".ics"), let file = fopen("\(base)/icalendar/\(name)", "r") else { continue }
      defer { fclose(file) }
      var bytes: [UInt8] = []
      while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
      files.append((name, bytes))
    }
    return files
  }
}
