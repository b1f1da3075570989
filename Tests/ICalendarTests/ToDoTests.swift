import ICalendar
import Testing

@Suite struct ToDoTests {
  private func toDo(_ lines: String) throws -> ToDo {
    let document = document("BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\n\(lines)\nEND:VTODO\nEND:VCALENDAR\n")
    let contents = contents(of: document)
    #expect(contents.problems == [])
    return try #require(contents.toDos.first)
  }

  @Test(
    arguments: [
      ("DUE:20260310T020000Z", "2026-03-10T02:00:00Z"), ("DUE;VALUE=DATE:20260310", "2026-03-10T00:00:00Z"),
      ("DTSTART:20260310T020000Z\nDURATION:P1DT1H", "2026-03-11T03:00:00Z"), ("SUMMARY:x", nil),
      ("DTSTART:20260310T020000Z", nil), ("DUE;TZID=Asia/Shanghai:20260310T020000", "2026-03-09T18:00:00Z"),
    ] as [(String, String?)])
  func isDueWhenItsLinesSay(_ lines: String, _ due: String?) throws {
    #expect(try toDo(lines).due.map { Zone.utc.rfc3339($0.instant(for: .utc)) } == due)
  }

  @Test(arguments: [
    ("", true, false), ("STATUS:NEEDS-ACTION", true, false), ("STATUS:In-Process", true, false),
    ("STATUS:COMPLETED", false, true), ("COMPLETED:20260310T020000Z", false, true), ("STATUS:CANCELLED", false, false),
  ])
  func isOpenUntilItSaysOtherwise(_ line: String, _ isOpen: Bool, _ isCompleted: Bool) throws {
    let toDo = try toDo("SUMMARY:x\n\(line)")
    #expect(toDo.isOpen == isOpen)
    #expect(toDo.isCompleted == isCompleted)
  }

  private static let weekly = "DTSTART;VALUE=DATE:20240101\nDUE;VALUE=DATE:20240103\nRRULE:FREQ=WEEKLY"

  @Test(
    arguments: [
      // Due every Wednesday; it is Thursday, 5 March 2026.
      (weekly, [], "20260302 2026-03-04"), (weekly, ["20260302"], "20260309 2026-03-11"),
      (weekly, ["20260302", "20260309"], "20260316 2026-03-18"), (weekly, ["20260223"], "20260302 2026-03-04"),
      (weekly + "\nEXDATE;VALUE=DATE:20260302", [], "20260223 2026-02-25"),
      (weekly + ";UNTIL=20260310", ["20260302", "20260309"], nil),
      ("DUE:20260305T080000Z\nRRULE:FREQ=DAILY;COUNT=2", [], "20260305T080000Z 2026-03-05"),
      ("SUMMARY:whenever\nRRULE:FREQ=DAILY", [], nil),
      ("DUE:20260304T080000Z\nRDATE:20260401T080000Z", ["20260304T080000Z"], "20260401T080000Z 2026-04-01"),
    ] as [(String, Set<String>, String?)])
  func theOccurrenceToDoNowIsTheLastMissedElseTheNext(
    _ lines: String, _ closed: Set<String>, _ expected: String?
  ) throws {
    var budget = ExpansionBudget()
    let occurrence = try toDo(lines).currentOccurrence(
      now: instant("2026-03-05T04:00:00Z"), viewer: .utc, closed: closed, budget: &budget)
    #expect(occurrence.map { "\(ToDo.name(of: $0.recurrence)) \($0.due.date)" } == expected)
  }

  @Test func aCompletedOccurrenceStandsBesideItsSeries() throws {
    var document = document(
      "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMMARY:Bins\nDTSTART;TZID=Europe/Berlin:20260302T080000\n"
        + "DUE;TZID=Europe/Berlin:20260302T090000\nRRULE:FREQ=WEEKLY\nEXDATE:20260309T070000Z\nX-KEPT:yes\n"
        + "BEGIN:VALARM\nTRIGGER:-PT5M\nEND:VALARM\nEND:VTODO\nEND:VCALENDAR\n")
    let now = try instant("2026-03-30T10:00:00Z")
    let series = try #require(contents(of: document).toDos.first)
    var budget = ExpansionBudget()
    let occurrence = try #require(
      series.currentOccurrence(now: now, viewer: .utc, closed: [], budget: &budget))
    let isFound = document.completeOccurrence(uid: "1", occurrence, at: now)
    #expect(isFound)
    let isOtherFound = document.completeOccurrence(uid: "2", occurrence, at: now)
    #expect(!isOtherFound)
    let text = String(decoding: document.bytes, as: UTF8.self)
    #expect(
      text.contains(
        "BEGIN:VTODO\r\nUID:1\r\nSUMMARY:Bins\r\nDTSTART;TZID=Europe/Berlin:20260330T080000\r\n"
          + "DUE;TZID=Europe/Berlin:20260330T090000\r\nX-KEPT:yes\r\nRECURRENCE-ID;TZID=Europe/Berlin:20260330T080000\r\n"
          + "STATUS:COMPLETED\r\nCOMPLETED:20260330T100000Z\r\nPERCENT-COMPLETE:100\r\nDTSTAMP:20260330T100000Z\r\n"
          + "LAST-MODIFIED:20260330T100000Z\r\nSEQUENCE:1\r\nEND:VTODO\r\n"))
    let toDos = contents(of: document).toDos
    #expect(toDos.map(\.isCompleted) == [false, true])
    // Read back, the occurrence has the name that closes it.
    #expect(toDos[1].recurrenceID.map(ToDo.name) == ToDo.name(of: occurrence.recurrence))
  }
}
