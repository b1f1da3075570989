import ICalendar
import Testing

@Suite struct TextTests {
  private func parsed(_ text: String) -> ContentLine? {
    let document = CalendarDocument(parsing: Array("BEGIN:VCALENDAR\r\n\(text)\r\nEND:VCALENDAR\r\n".utf8))
    guard document.problems.isEmpty, let items = document.calendars.first?.items, case .line(let line) = items.first
    else { return nil }
    return line
  }

  @Test func parametersAreTakenApart() throws {
    let line = try #require(
      parsed(
        #"attendee;CN="Doe; Jane: \x";ROLE=CHAIR;DELEGATED-TO="a","b",c;X-EMPTY=;X-CARET=^'q^'^n^^:mailto:jane@example.com"#
      ))
    #expect(line.name == "ATTENDEE")
    #expect(line.value == "mailto:jane@example.com")
    #expect(line.parameter("CN") == #"Doe; Jane: \x"#)
    #expect(line.parameter("ROLE") == "CHAIR")
    #expect(line.parameters.first { $0.name == "DELEGATED-TO" }?.values == ["a", "b", "c"])
    #expect(line.parameter("X-EMPTY") == "")
    #expect(line.parameter("X-CARET") == "\"q\"\n^")
    #expect(line.parameter("NONE") == nil)
  }

  @Test(arguments: ["no colon here", ":value", "NAME;X=\"unclosed:value", "NAME;X=1", "\u{FFFD}"])
  func whatIsNoContentLineIsAProblem(_ text: String) {
    let document = CalendarDocument(parsing: Array("BEGIN:VCALENDAR\n\(text)\nEND:VCALENDAR\n".utf8))
    #expect(document.problems.map(\.description) == ["line 2: not a content line (NAME:VALUE)"])
  }

  @Test(arguments: [
    (#"a\nb\Nc\, d\; e\\n\: \x \"#, "a\nb\nc, d; e\\n: \\x \\"), ("plain", "plain"), ("", ""), ("日本\\n語", "日本\n語"),
  ])
  func escapesAreResolved(_ written: String, _ text: String) {
    #expect(CalendarText.unescaped(written) == text)
  }

  @Test(arguments: [
    ("a\r\nb\nc\rd", #"a\nb\nc\nd"#), ("x, y; z\\", #"x\, y\; z\\"#), ("tab\tbell\u{7}", "tab\tbell "),
    ("\r\n\r\n", #"\n\n"#),
  ])
  func textIsEscaped(_ text: String, _ written: String) {
    #expect(CalendarText.escaped(text) == written)
  }

  @Test func linesAreFoldedAt75OctetsAndNeverInsideACharacter() throws {
    let text = String(repeating: "浇花🌻é", count: 40)
    let line = ContentLine("SUMMARY", text: text)
    let raw = String(decoding: line.raw, as: UTF8.self)
    #expect(!raw.unicodeScalars.contains("\u{FFFD}"))
    let physical = raw.utf8.split(separator: UInt8(ascii: "\n")).map { Array($0) }
    #expect(physical.count > 5)
    for (index, piece) in physical.enumerated() {
      #expect(piece.last == UInt8(ascii: "\r"))
      #expect(piece.count - 1 <= 75)
      #expect(index == 0 || piece.first == UInt8(ascii: " "))
      #expect(String(validating: piece, as: UTF8.self) != nil)
    }
    #expect(parsed(String(raw.dropLast()))?.text == text)
  }

  @Test func aLineOfExactly75OctetsIsNotFolded() {
    #expect(ContentLine("X", value: String(repeating: "a", count: 73)).raw.count == 77)
    #expect(ContentLine("X", value: String(repeating: "a", count: 74)).raw.count == 81)
  }

  @Test func foldsInsideACharacterAreJoinedAsBytes() throws {
    let text = Array("SUMMARY:浇花".utf8)
    for cut in 9..<text.count {
      for end in ["\r\n ", "\n ", "\n\t"] {
        let bytes =
          Array("BEGIN:VCALENDAR\n".utf8) + text[..<cut] + Array(end.utf8) + text[cut...]
          + Array("\nEND:VCALENDAR".utf8)
        let document = CalendarDocument(parsing: bytes)
        #expect(document.calendars.first?.text("SUMMARY") == "浇花")
        #expect(document.bytes == bytes)
      }
    }
  }

  @Test func aValueCannotSmuggleInALine() {
    let line = ContentLine("LOCATION", [.init("X", ["a\"\r\nEVIL:1"])], value: "b\r\nEND:VEVENT")
    #expect(String(decoding: line.raw, as: UTF8.self) == "LOCATION;X=\"a^' ^nEVIL:1\":b  END:VEVENT\r\n")
  }

  @Test func aByteOrderMarkAndBlankLinesAreKept() {
    let bytes = Array("\u{FEFF}BEGIN:VCALENDAR\r\n\r\nX-A:1\n\nEND:VCALENDAR\r\n\r\n\u{1A}".utf8)
    let document = CalendarDocument(parsing: bytes)
    #expect(document.problems == [])
    #expect(document.bytes == bytes)
    #expect(document.calendars.first?.text("X-A") == "1")
  }

  @Test(arguments: [
    ("", "line 1: there is no BEGIN:VCALENDAR"), ("hello\n", "line 1: not a content line (NAME:VALUE)"),
    ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\n", "line 2: BEGIN:VEVENT is never closed"),
    ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR\n", "line 3: END:VCALENDAR inside of VEVENT"),
    ("BEGIN:VCALENDAR\nEND:VEVENT\nEND:VCALENDAR\n", "line 2: END:VEVENT without a BEGIN"),
    ("BEGIN:VEVENT\nEND:VEVENT\n", "line 1: BEGIN:VEVENT outside of a calendar"),
    ("BEGIN:VCALENDAR\nEND:VCALENDAR\nUID:1\n", "line 3: UID outside of a calendar"),
  ])
  func damageIsNamedWithItsLine(_ text: String, _ problem: String) {
    let document = CalendarDocument(parsing: Array(text.utf8))
    #expect(document.problems.first?.description == problem)
    #expect(document.bytes == Array(text.utf8))
  }

  @Test func nestingAndProblemsAreBounded() {
    let deep = String(repeating: "BEGIN:VEVENT\n", count: 200_000)
    let document = CalendarDocument(parsing: Array("BEGIN:VCALENDAR\n\(deep)".utf8))
    #expect(document.problems.first?.description == "line 17: components are nested more than 16 deep")
    let broken = CalendarDocument(parsing: Array(repeating: "junk\n", count: 100_000).joined().utf8.map { $0 })
    #expect(broken.problems.count == 20)
  }

  /// Any bytes at all: nothing traps, and what was read is written back.
  @Test func randomDamageIsSurvived() {
    var generator = SplitMix(state: 7)
    let sample = Array(
      """
      BEGIN:VCALENDAR\r\nBEGIN:VTIMEZONE\r\nTZID:A\r\nBEGIN:STANDARD\r\nDTSTART:20070311T020000\r
      TZOFFSETFROM:-0500\r\nTZOFFSETTO:-0400\r\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU;UNTIL=20500101T000000Z\r
      END:STANDARD\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART;TZID=A:20260307T093000\r\nDURATION:P1DT2H\r
      RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=10\r\nEXDATE;TZID=A:20260327T093000\r\nSUMMARY:a\\, b\r
      BEGIN:VALARM\r\nTRIGGER:-PT15M\r\nEND:VALARM\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n
      """.utf8)
    for _ in 0..<3_000 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.removeSubrange(place..<min(place + 9, bytes.count))
        case 2: bytes.insert(contentsOf: bytes[place..<min(place + 12, bytes.count)], at: place)
        default: bytes[place] = UInt8(ascii: "9")
        }
      }
      let document = CalendarDocument(parsing: bytes)
      #expect(document.bytes == bytes)
      var budget = ExpansionBudget(days: 20_000)
      let contents = CalendarContents(document, catalog: ZoneCatalog(folder: "/nonexistent"), budget: &budget)
      let window = Instant(seconds: .min)..<Instant(seconds: .max)
      let agenda = Agenda(of: contents.events, in: window, viewer: .utc, budget: &budget)
      #expect(agenda.occurrences.count <= 20_000)
    }
  }
}

/// Random numbers that are the same in every run.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
