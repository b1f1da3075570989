import ICalendar
import SkillPluginKit

/// `calendar.create_event`: writes one event into `skillhost.ics`.
struct CreateEventSkill: MatchingSkill {
  struct Input: Decodable {
    var title: String
    var start: String
    var end: String?
    var durationMinutes: Int?
    var allDay: Bool?
    var location: String?
    var notes: String?
  }

  struct Output: Encodable {
    /// False when the event was there already, from an earlier call with the same idempotency key.
    let created: Bool
    let event: EventOutput
    /// What else takes place at that time.
    let conflicts: [BusyOutput]
    let warnings: [String]
  }

  static let identifier = "calendar.create_event"
  static let maxParallel = 4

  let access: CalendarAccess

  init(environment: SkillEnvironment) {
    access = CalendarAccess(environment)
  }

  func execute(_ input: Input, context: SkillContext) throws -> Output {
    let viewer = access.viewer(context)
    let folder = try access.folder()
    let draft = try Failure.translating { () throws(AskingError) in
      try self.draft(input, key: context.idempotencyKey, viewer: viewer)
    }
    return try Failure.translating { () throws(FolderError) in
      var budget = ExpansionBudget()
      return try folder.update(budget: &budget, isCancelled: { context.isCancelled }) { snapshot throws(FolderError) in
        try change(snapshot, draft, viewer: viewer)
      }
    }
  }

  // MARK: What was asked for

  private func draft(_ input: Input, key: String?, viewer: Viewer) throws(AskingError) -> Draft {
    let title = input.title.trimmingPunctuation
    guard !title.isEmpty else { throw AskingError("bad_title", "'title' is empty") }
    if input.end != nil, input.durationMinutes != nil {
      throw AskingError("bad_end", "give 'end' or 'durationMinutes', not both")
    }
    let start = try viewer.time(input.start, argument: "start")
    var end: TimeText?
    if let text = input.end { end = try viewer.time(text, argument: "end") }
    return Draft(
      try kind(start: start, end: end, input, viewer: viewer),
      uid: key.map { UniqueIdentifier.derived(from: $0, skill: Self.identifier) } ?? UniqueIdentifier.random(),
      title: title, location: input.location?.nonEmpty, notes: input.notes?.nonEmpty, stamp: viewer.now)
  }

  private func kind(
    start: TimeText, end: TimeText?, _ input: Input, viewer: Viewer
  ) throws(AskingError) -> Draft.Kind {
    let zone = viewer.zone
    var isDay = false
    if case .day = start { isDay = true }
    if input.allDay ?? isDay {
      guard input.durationMinutes == nil else {
        throw AskingError("bad_end", "an all-day event has no 'durationMinutes'; give 'end', its last day")
      }
      let first = zone.civil(at: viewer.instant(start)).date
      let last = end.map { zone.civil(at: viewer.instant($0)).date } ?? first
      guard last >= first, let after = last.adding(days: 1) else {
        throw AskingError("bad_end", "'end' (\(last)) is before 'start' (\(first))")
      }
      return .event(start: .day(first), end: .day(after))
    }
    guard !isDay else {
      throw AskingError("bad_time", "'start' is a day without a time; give a time, or 'allDay': true")
    }
    let begin = viewer.instant(start)
    var finish = begin.adding(seconds: Int64(min(max(input.durationMinutes ?? 60, 1), 1_000_000)) * 60)
    if let end {
      if case .day = end { throw AskingError("bad_end", "'end' is a day without a time, 'start' has one") }
      finish = viewer.instant(end)
    }
    guard finish > begin else {
      throw AskingError("bad_end", "'end' (\(viewer.text(finish))) is not after 'start' (\(viewer.text(begin)))")
    }
    return .event(start: .zoned(zone.civil(at: begin), zone), end: .zoned(zone.civil(at: finish), zone))
  }

  // MARK: What is done

  private func change(
    _ snapshot: CalendarFolder.Snapshot, _ draft: Draft, viewer: Viewer
  ) throws(FolderError) -> CalendarFolder.Change<Output> {
    var warnings = snapshot.warnings
    if let warning = viewer.warning { warnings.append(warning) }
    for file in snapshot.files {
      guard let event = file.contents.events.first(where: { $0.uid == draft.uid }) else { continue }
      let entry = CalendarAccess.Entry(occurrence: event.firstOccurrence(for: viewer.zone), file: file.name)
      if !draft.isSame(as: event, viewer: viewer.zone) {
        warnings.append("an event of this idempotency key exists with another title or time; it was left as it is")
      }
      return .none(output(entry, created: false, snapshot, viewer: viewer, warnings))
    }
    var (name, document) = snapshot.writableFile()
    draft.add(to: &document, catalog: access.catalog)
    var budget = ExpansionBudget()
    let contents = CalendarContents(document, catalog: access.catalog, budget: &budget)
    guard let event = contents.events.first(where: { $0.uid == draft.uid }) else {
      throw FolderError(.system, "the new event could not be read back from \(name); nothing was written")
    }
    let entry = CalendarAccess.Entry(occurrence: event.firstOccurrence(for: viewer.zone), file: name)
    if entry.occurrence.end <= viewer.now { warnings.append("the event is in the past") }
    return .write(name: name, document, output(entry, created: true, snapshot, viewer: viewer, warnings))
  }

  private func output(
    _ entry: CalendarAccess.Entry, created: Bool, _ snapshot: CalendarFolder.Snapshot, viewer: Viewer,
    _ warnings: [String]
  ) -> Output {
    let window = TimeWindow(start: entry.occurrence.start, end: entry.occurrence.end)
    var budget = ExpansionBudget()
    let others = access.entries(of: snapshot, in: window, viewer: viewer, budget: &budget).entries
      .filter { $0.occurrence.event.uid != entry.occurrence.event.uid && $0.occurrence.isBusy }
    return Output(
      created: created, event: EventOutput(entry, viewer: viewer),
      conflicts: others.prefix(20).map { BusyOutput($0.occurrence, viewer: viewer) }, warnings: warnings)
  }
}

extension Draft {
  fileprivate func isSame(as event: Event, viewer: Zone) -> Bool {
    guard case .event(let start, _) = kind else { return false }
    return event.title == title && event.start.instant(for: viewer) == start.instant(for: viewer)
  }
}

extension String {
  fileprivate var nonEmpty: String? { allSatisfy(\.isWhitespace) ? nil : self }
}
