import SkillSystem
import Synchronization

/// Numbers events, passes them on, and keeps the first of them for the record.
final class EventRecorder: Sendable {
  private struct State {
    var next = 1
    var kept: [SkillEvent] = []
    var keptBytes = 0
  }

  /// Events of one call that are kept at most; and of their contents, of which the record shows only sizes.
  private static let mostKept = 1000
  private static let mostKeptBytes = 1 << 20

  private let state = Lock(State())
  private let continuation: AsyncStream<SkillEvent>.Continuation

  init(_ continuation: AsyncStream<SkillEvent>.Continuation) {
    self.continuation = continuation
  }

  var kept: [SkillEvent] { state.withLock { $0.kept } }

  @Sendable func emit(_ kind: SkillEvent.Kind) {
    // Numbered and passed on under one lock: numbers must come in order.
    state.withLock { state in
      let event = SkillEvent(sequence: state.next, time: WallClock.milliseconds, kind: kind)
      state.next += 1
      if !event.isLast, state.kept.count < Self.mostKept, state.keptBytes < Self.mostKeptBytes {
        state.kept.append(event)
        state.keptBytes += event.contentSize
      }
      continuation.yield(event)
    }
  }
}

extension SkillEvent {
  /// Bytes that keeping this event keeps alive.
  fileprivate var contentSize: Int {
    switch kind {
    case .partialOutput(_, let text): text.utf8.count
    case .attachment(let attachment): attachment.bytes.count
    case .progress(_, let note): note.utf8.count
    default: 0
    }
  }
}
