import ICalendar
import SkillPluginKit

/// `calendar.events`: what takes place in a stretch of time.
struct EventsSkill: MatchingSkill {
  struct Input: Decodable {
    var from: String?
    var to: String?
    var days: Int?
    var query: String?
    var limit: Int?
  }

  struct Output: Encodable {
    let from: String
    let to: String
    let timezone: String
    let events: [EventOutput]
    /// How many there are, those beyond the limit included.
    let total: Int
    let truncated: Bool
    let warnings: [String]
  }

  static let identifier = "calendar.events"
  static let maxParallel = 4

  let access: CalendarAccess

  init(environment: SkillEnvironment) {
    access = CalendarAccess(environment)
  }

  func execute(_ input: Input, context: SkillContext) throws -> Output {
    let viewer = access.viewer(context)
    let window = try Failure.translating { () throws(AskingError) in
      try TimeWindow(
        from: input.from, to: input.to, days: input.days, start: viewer.zone.startOfDay(viewer.today), defaultDays: 7,
        viewer: viewer)
    }
    var (entries, warnings) = try access.agenda(in: window, viewer: viewer, context: context)
    if let words = input.query?.searchWords, !words.isEmpty {
      entries.removeAll { !$0.occurrence.event.mentions(all: words) }
    }
    let limit = min(max(input.limit ?? 100, 1), 500)
    return Output(
      from: viewer.text(window.start), to: viewer.text(window.end), timezone: viewer.zone.name,
      events: entries.prefix(limit).map { EventOutput($0, viewer: viewer) }, total: entries.count,
      truncated: entries.count > limit, warnings: warnings)
  }
}

extension Event {
  /// Whether each of the words occurs in its title, location or notes.
  fileprivate func mentions(all words: [String]) -> Bool {
    let text = [title, location, notes].compactMap { $0?.lowercased() }.joined(separator: "\n")
    return words.allSatisfy { text.contains($0) }
  }
}

extension String {
  fileprivate var searchWords: [String] { lowercased().split(whereSeparator: \.isWhitespace).map(String.init) }
}
