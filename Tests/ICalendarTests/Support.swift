import Glibc
import ICalendar
import Testing

/// A clock from `2026-03-07T09:30:00`.
func clock(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> CivilDateTime {
  switch TimeText(parsing: text) {
  case .clock(let clock): return clock
  case .day(let date): return CivilDateTime(startOf: date)
  case .moment, nil:
    Issue.record("'\(text)' is no clock", sourceLocation: sourceLocation)
    throw BadTest()
  }
}

/// A moment from `2026-03-07T09:30:00+08:00`.
func instant(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Instant {
  guard case .moment(let instant, _) = TimeText(parsing: text) else {
    Issue.record("'\(text)' is no moment", sourceLocation: sourceLocation)
    throw BadTest()
  }
  return instant
}

func zone(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Zone {
  try #require(ZoneCatalog().zone(named: name), sourceLocation: sourceLocation)
}

struct BadTest: Error {}

/// A file from its lines, with CRLF after each.
func document(_ lines: String) -> CalendarDocument {
  CalendarDocument(
    parsing: Array(lines.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n").utf8))
}

func contents(of document: CalendarDocument) -> CalendarContents {
  var budget = ExpansionBudget()
  return CalendarContents(document, catalog: ZoneCatalog(), budget: &budget)
}

/// What takes place between two moments, one line each: `2026-03-07T09:30:00+08:00 – 2026-03-07T10:00:00+08:00 Title`.
func agenda(
  _ document: CalendarDocument, from: String, to: String, viewer: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> [String] {
  var budget = ExpansionBudget()
  let viewer = try zone(viewer, sourceLocation: sourceLocation)
  let window =
    try instant(from, sourceLocation: sourceLocation)..<instant(to, sourceLocation: sourceLocation)
  let contents = CalendarContents(document, catalog: ZoneCatalog(), budget: &budget)
  let agenda = Agenda(of: contents.events, in: window, viewer: viewer, budget: &budget)
  #expect(!agenda.isIncomplete, sourceLocation: sourceLocation)
  return agenda.occurrences.map { occurrence in
    let title = occurrence.event.title ?? "(no title)"
    if let days = occurrence.days { return "\(days.lowerBound) – \(days.upperBound) \(title)" }
    // In the event's own zone, so that the offset in its file's rules is seen.
    let own = occurrence.event.start.zone(for: viewer)
    return "\(own.rfc3339(occurrence.start)) – \(own.rfc3339(occurrence.end)) \(title)"
  }
}

/// The folder with calendars of other programs: `SKILLHOST_CONFORMANCE`, else `../shared/conformance`.
let conformanceFolder: String? = {
  let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  let base = getenv("SKILLHOST_CONFORMANCE").map { String(cString: $0) } ?? "/\(root)/../shared/conformance"
  let folder = "\(base)/icalendar"
  return access(folder, R_OK) == 0 ? folder : nil
}()

func conformanceFile(_ name: String) throws -> CalendarDocument {
  CalendarDocument(parsing: try bytes(of: "\(try #require(conformanceFolder))/\(name)"))
}

func bytes(of path: String) throws -> [UInt8] {
  let file = try #require(fopen(path, "r"))
  defer { fclose(file) }
  var bytes: [UInt8] = []
  while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
  return bytes
}

/// A folder of its own for one test, removed afterwards.
func withTemporaryFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
  var template = Array("/tmp/skillhost-icalendar-XXXXXX".utf8CString)
  try #require(mkdtemp(&template) != nil)
  let path = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  defer { removeFolder(path) }
  return try body(path)
}

private func removeFolder(_ path: String) {
  guard let directory = opendir(path) else { return }
  while let entry = readdir(directory) {
    let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    guard name != ".", name != ".." else { continue }
    if Int(entry.pointee.d_type) == Int(DT_DIR) { removeFolder("\(path)/\(name)") } else { unlink("\(path)/\(name)") }
  }
  closedir(directory)
  rmdir(path)
}

func write(_ text: String, to path: String) throws {
  let file = try #require(fopen(path, "w"))
  defer { fclose(file) }
  try #require(fputs(text, file) >= 0)
}

func writeBytes(_ bytes: [UInt8], to path: String) throws {
  let file = try #require(fopen(path, "w"))
  defer { fclose(file) }
  try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count)
}
