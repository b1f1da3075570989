/// The stretch of time that a question is about.
package struct TimeWindow: Hashable, Sendable {
  package let start: Instant
  /// Exclusive.
  package let end: Instant

  package static let maximumDays = 1_100

  package init(start: Instant, end: Instant) {
    self.start = start
    self.end = end
  }

  package var range: Range<Instant> { start..<max(start, end) }

  /// From the arguments of a call.
  ///
  /// - Parameters:
  ///   - from: a day (from its start) or a time; without it, `start`.
  ///   - to: a day (to its end) or a time.
  ///   - days: instead of `to`, how many days, the one of `from` included.
  ///   - start: what counts without `from`.
  ///   - defaultDays: what counts without `to` and `days`.
  package init(
    from: String?, to: String?, days: Int?, start: Instant, defaultDays: Int, viewer: Viewer
  ) throws(AskingError) {
    if to != nil, days != nil { throw AskingError("bad_window", "give 'to' or 'days', not both") }
    var begin = start
    if let from { begin = viewer.instant(try viewer.time(from, argument: "from")) }
    self.start = begin
    if let to {
      end = viewer.end(try viewer.time(to, argument: "to"))
    } else {
      let count = days ?? defaultDays
      guard (1...Self.maximumDays).contains(count) else {
        throw AskingError("bad_window", "'days' is \(count): expected 1 to \(Self.maximumDays)")
      }
      end = viewer.startOfDay(after: viewer.zone.civil(at: begin).date, days: count)
    }
    guard end > begin else {
      throw AskingError(
        "bad_window", "the window ends (\(viewer.text(end))) before it begins (\(viewer.text(begin)))")
    }
    guard end.seconds - begin.seconds <= Int64(Self.maximumDays + 1) * 86_400 else {
      throw AskingError("bad_window", "the window is longer than \(Self.maximumDays) days; ask for less")
    }
  }
}
