import Glibc
import ICalendar
import Testing

@Suite struct FolderTests {
  private func snapshot(_ path: String) throws -> CalendarFolder.Snapshot {
    var budget = ExpansionBudget()
    return try CalendarFolder(path: path, catalog: ZoneCatalog()).read(budget: &budget, isCancelled: { false })
  }

  private func add(_ title: String, uid: String, to path: String, isCancelled: () -> Bool = { false }) throws {
    var budget = ExpansionBudget()
    let folder = CalendarFolder(path: path, catalog: ZoneCatalog())
    let berlin = try zone("Europe/Berlin")
    let start = CalendarTime.zoned(try clock("2026-03-07T09:30:00"), berlin)
    let end = CalendarTime.zoned(try clock("2026-03-07T10:00:00"), berlin)
    let draft = Draft(
      .event(start: start, end: end), uid: uid, title: title, location: "Room 1, left", notes: "Line 1\nLine 2",
      stamp: try instant("2026-03-01T00:00:00Z"))
    try folder.update(budget: &budget, isCancelled: isCancelled) { snapshot in
      var document = snapshot.files.first { $0.name == "skillhost.ics" }?.document ?? CalendarDocument()
      draft.add(to: &document, catalog: folder.catalog)
      return .write(name: "skillhost.ics", document, ())
    }
  }

  @Test func aNewFileIsACompleteCalendar() throws {
    try withTemporaryFolder { path in
      try add("浇花, then; rest", uid: "1@skillhost", to: "\(path)/new")
      let text = String(decoding: try bytes(of: "\(path)/new/skillhost.ics"), as: UTF8.self)
      #expect(
        text == """
          BEGIN:VCALENDAR\r
          VERSION:2.0\r
          PRODID:-//skillhost//Calendar skills 1.0//EN\r
          CALSCALE:GREGORIAN\r
          BEGIN:VTIMEZONE\r
          TZID:Europe/Berlin\r
          BEGIN:DAYLIGHT\r
          DTSTART:19700329T020000\r
          TZOFFSETFROM:+0100\r
          TZOFFSETTO:+0200\r
          TZNAME:CEST\r
          RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r
          END:DAYLIGHT\r
          BEGIN:STANDARD\r
          DTSTART:19701025T030000\r
          TZOFFSETFROM:+0200\r
          TZOFFSETTO:+0100\r
          TZNAME:CET\r
          RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r
          END:STANDARD\r
          END:VTIMEZONE\r
          BEGIN:VEVENT\r
          UID:1@skillhost\r
          DTSTAMP:20260301T000000Z\r
          CREATED:20260301T000000Z\r
          LAST-MODIFIED:20260301T000000Z\r
          SEQUENCE:0\r
          SUMMARY:浇花\\, then\\; rest\r
          DTSTART;TZID=Europe/Berlin:20260307T093000\r
          DTEND;TZID=Europe/Berlin:20260307T100000\r
          LOCATION:Room 1\\, left\r
          DESCRIPTION:Line 1\\nLine 2\r
          END:VEVENT\r
          END:VCALENDAR\r

          """)
      var status = stat()
      #expect(stat("\(path)/new/skillhost.ics", &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
    }
  }

  @Test func aSecondEventLeavesTheFirstByteForByteAndNeedsNoSecondZone() throws {
    try withTemporaryFolder { path in
      try add("First", uid: "1", to: path)
      let before = String(decoding: try bytes(of: "\(path)/skillhost.ics"), as: UTF8.self)
      try add("Second", uid: "2", to: path)
      let after = String(decoding: try bytes(of: "\(path)/skillhost.ics"), as: UTF8.self)
      let end = "END:VCALENDAR\r\n"
      #expect(after.hasPrefix(String(before.dropLast(1 + "END:VCALENDAR".count))))
      #expect(after.hasSuffix(end))
      #expect(after.split(separator: "BEGIN:VTIMEZONE").count == 2)
      #expect(try snapshot(path).files.first?.contents.events.map(\.title) == ["First", "Second"])
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func manyWritersAtOnceLoseNothing() async throws {
    let path = "/tmp/skillhost-icalendar-parallel-\(getpid())"
    try #require(mkdir(path, 0o700) == 0)
    defer {
      unlink("\(path)/skillhost.ics")
      unlink("\(path)/.skillhost.lock")
      rmdir(path)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<40 { group.addTask { try add("Event \(index)", uid: "\(index)", to: path) } }
      try await group.waitForAll()
    }
    let snapshot = try snapshot(path)
    #expect(snapshot.warnings == [])
    #expect(snapshot.files.map(\.name) == ["skillhost.ics"])
    #expect(Set(snapshot.files[0].contents.events.map(\.uid)) == Set((0..<40).map(String.init)))
  }

  @Test func damagedFilesAreNamedAndWhatCanBeReadIsUsed() throws {
    try withTemporaryFolder { path in
      try write(
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:Whole\nDTSTART:20260307T093000Z\nEND:VEVENT\nBEGIN:VEVENT\nUID:2\nDTST",
        to: "\(path)/cut.ics")
      try write("not a calendar", to: "\(path)/junk.ICS")
      try write("ignored", to: "\(path)/notes.txt")
      try write("ignored", to: "\(path)/.hidden.ics")
      try #require(mkfifo("\(path)/pipe.ics", 0o600) == 0)
      try #require(mkdir("\(path)/folder.ics", 0o700) == 0)
      try #require(mkdir("\(path)/sub", 0o700) == 0)
      try write("BEGIN:VCALENDAR\nEND:VCALENDAR\n", to: "\(path)/sub/inner.ics")
      let snapshot = try snapshot(path)
      #expect(snapshot.files.map(\.name) == ["cut.ics", "junk.ICS", "sub/inner.ics"])
      #expect(snapshot.files.map(\.isSound) == [false, false, true])
      #expect(snapshot.files[0].contents.events.map(\.title) == ["Whole"])
      #expect(
        snapshot.warnings == [
          "cut.ics: damaged (line 9: not a content line (NAME:VALUE)); what could be read is used, and the file is left "
            + "as it is",
          "junk.ICS: damaged (line 1: not a content line (NAME:VALUE)); what could be read is used, and the file is "
            + "left as it is",
          "pipe.ics: not a regular file: Invalid argument",
        ])
    }
  }

  @Test func whatIsTooLargeIsPassedOverAndNamed() throws {
    try withTemporaryFolder { path in
      try write("BEGIN:VCALENDAR\nEND:VCALENDAR\n", to: "\(path)/a.ics")
      try write("", to: "\(path)/0.ics")
      try #require(truncate("\(path)/0.ics", 17 << 20) == 0)
      var budget = ExpansionBudget()
      func warnings(_ total: Int) throws -> [String] {
        try CalendarFolder(path: path, catalog: ZoneCatalog(), maximumTotalSize: total)
          .read(budget: &budget, isCancelled: { false }).warnings
      }
      #expect(try warnings(48 << 20) == ["0.ics: larger than 16 MiB"])
      #expect(
        try warnings(1 << 20) == [
          "0.ics: passed over, because the calendar files together are larger than 1 MiB"
        ])
    }
  }

  @Test func aFolderThatIsNotThereIsEmpty() throws {
    let snapshot = try snapshot("/tmp/skillhost-there-is-no-such-folder")
    #expect(snapshot.files.isEmpty && snapshot.warnings.isEmpty)
  }

  @Test func leftoversOfKilledWritersAreRemovedByTheNext() throws {
    try withTemporaryFolder { path in
      try write("half", to: "\(path)/.skillhost-0123456789abcdef.tmp")
      try add("One", uid: "1", to: path)
      #expect(access("\(path)/.skillhost-0123456789abcdef.tmp", F_OK) != 0)
    }
  }

  @Test func waitingForTheLockEndsWhenTheCallIsCancelled() throws {
    try withTemporaryFolder { path in
      let holder = open("\(path)/.skillhost.lock", O_RDWR | O_CREAT, 0o600)
      defer { close(holder) }
      try #require(flock(holder, LOCK_EX) == 0)
      var asked = 0
      let error = #expect(throws: FolderError.self) {
        try add("One", uid: "1", to: path) {
          asked += 1
          return asked > 3
        }
      }
      #expect(error == FolderError(.cancelled, "cancelled while another call was changing \(path)"))
    }
  }

  /// Another program replaces the file while the change is being decided.
  @Test func aChangeByAnotherProgramIsNotOverwritten() throws {
    try withTemporaryFolder { path in
      try add("Ours", uid: "1", to: path)
      var budget = ExpansionBudget()
      var rounds = 0
      let folder = CalendarFolder(path: path, catalog: ZoneCatalog())
      try folder.update(budget: &budget, isCancelled: { false }) { snapshot in
        rounds += 1
        if rounds == 1 {
          rename("\(path)/skillhost.ics", "\(path)/old.ics.bak")
          if let file = fopen("\(path)/skillhost.ics", "w") {
            fputs("BEGIN:VCALENDAR\nX-OTHER:yes\nEND:VCALENDAR\n", file)
            fclose(file)
          }
        }
        var document = snapshot.files[0].document
        document.add(Component("VJOURNAL"))
        return .write(name: "skillhost.ics", document, ())
      }
      #expect(rounds == 2)
      let text = String(decoding: try bytes(of: "\(path)/skillhost.ics"), as: UTF8.self)
      #expect(text == "BEGIN:VCALENDAR\nX-OTHER:yes\nBEGIN:VJOURNAL\r\nEND:VJOURNAL\r\nEND:VCALENDAR\n")
    }
  }

  @Test func aLinkIsNotReplaced() throws {
    try withTemporaryFolder { path in
      try write("BEGIN:VCALENDAR\nEND:VCALENDAR\n", to: "\(path)/target.txt")
      try #require(symlink("\(path)/target.txt", "\(path)/skillhost.ics") == 0)
      #expect(throws: FolderError(.refused, "skillhost.ics is a link or no regular file; it is not replaced")) {
        try add("One", uid: "1", to: path)
      }
    }
  }

  @Test func anIdempotencyKeyAlwaysGivesTheSameIdentifier() {
    #expect(
      UniqueIdentifier.derived(from: "abc", skill: "calendar.create_event")
        == "0858678ced14e74e6e252172b96c9922@skillhost"
    )
    #expect(
      UniqueIdentifier.derived(from: "abc", skill: "calendar.create_event")
        != UniqueIdentifier.derived(from: "abc", skill: "reminder.create"))
    #expect(UniqueIdentifier.random() != UniqueIdentifier.random())
  }
}
