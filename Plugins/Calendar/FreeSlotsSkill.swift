import ICalendar
import SkillPluginKit

/// `calendar.free_slots`: when there is time.
struct FreeSlotsSkill: MatchingSkill {
  struct Input: Decodable {
    var from: String?
    var to: String?
    var days: Int?
    var durationMinutes: Int?
    var dayStart: String?
    var dayEnd: String?
    var limit: Int?
  }

  struct Output: Encodable {
    struct Slot: Encodable {
      let start: String
      let end: String
      let minutes: Int
    }

    let from: String
    let to: String
    let timezone: String
    let durationMinutes: Int
    /// Each as long as it can be.
    let slots: [Slot]
    let total: Int
    let truncated: Bool
    /// What takes the rest of the time.
    let busy: [BusyOutput]
    let warnings: [String]
  }

  static let identifier = "calendar.free_slots"
  static let maxParallel = 4

  let access: CalendarAccess

  init(environment: SkillEnvironment) {
    access = CalendarAccess(environment)
  }

  func execute(_ input: Input, context: SkillContext) throws -> Output {
    let viewer = access.viewer(context)
    let minutes = min(max(input.durationMinutes ?? 60, 1), 1_440)
    let (window, day) = try Failure.translating { () throws(AskingError) in
      let window = try TimeWindow(
        from: input.from, to: input.to, days: input.days, start: viewer.now, defaultDays: 7, viewer: viewer)
      return (window, try self.day(input))
    }
    let (entries, warnings) = try access.agenda(in: window, viewer: viewer, context: context)
    let free = FreeTime(
      in: window.fromNow(viewer), between: entries.map(\.occurrence), day: day, minimumMinutes: minutes,
      zone: viewer.zone)
    let limit = min(max(input.limit ?? 50, 1), 500)
    return Output(
      from: viewer.text(window.start), to: viewer.text(window.end), timezone: viewer.zone.name,
      durationMinutes: minutes,
      slots: free.slots.prefix(limit).map {
        .init(start: viewer.text($0.start), end: viewer.text($0.end), minutes: $0.minutes)
      },
      total: free.slots.count, truncated: free.slots.count > limit,
      busy: entries.filter(\.occurrence.isBusy).prefix(100).map { BusyOutput($0.occurrence, viewer: viewer) },
      warnings: warnings)
  }

  private func day(_ input: Input) throws(AskingError) -> Range<Int> {
    let start = try minute(input.dayStart ?? "09:00", argument: "dayStart")
    let end = try minute(input.dayEnd ?? "18:00", argument: "dayEnd")
    guard start < end else {
      throw AskingError(
        "bad_day",
        "the day ends ('dayEnd' \(input.dayEnd ?? "18:00")) before it begins ('dayStart' "
          + "\(input.dayStart ?? "09:00"))")
    }
    return start..<end
  }

  /// `HH:MM`, up to `24:00`, in minutes after midnight.
  private func minute(_ text: String, argument: String) throws(AskingError) -> Int {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.count) }), let hour = Int(parts[0]),
      let minute = Int(parts[1]), (0...24).contains(hour), (0...59).contains(minute), hour < 24 || minute == 0
    else { throw AskingError("bad_time", "'\(argument)' is '\(text.prefix(60))': expected a time such as 09:00") }
    return hour * 60 + minute
  }
}

extension TimeWindow {
  /// What is left of it: time that is past is not free. It begins at the next five minutes, and a window that lies
  /// wholly in the past stays as it is.
  fileprivate func fromNow(_ viewer: Viewer) -> TimeWindow {
    guard viewer.now >= start, viewer.now < end else { return self }
    let step: Int64 = 300
    let rounded = Instant(seconds: (viewer.now.seconds + step - 1) / step * step)
    return rounded < end ? TimeWindow(start: rounded, end: end) : self
  }
}
