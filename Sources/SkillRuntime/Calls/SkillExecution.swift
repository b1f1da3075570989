import SkillSystem

/// A call that is under way: its events, in order, ending in exactly one `completed` or `failed`.
///
/// Events wait for whoever reads them, so a slow reader never blocks a skill; how many can wait is bounded by what one
/// call may emit. To be read by one reader.
package struct SkillExecution: AsyncSequence, Sendable {
  package typealias Element = SkillEvent
  package typealias Failure = Never

  /// Unique; the skill knows it as `call_id`, and the record of the call has it.
  package let id: String
  let events: AsyncStream<SkillEvent>
  let task: Task<Void, Never>

  /// Stops the skill for real: told, and killed when it does not return. The last event still comes.
  package func cancel() { task.cancel() }

  package func makeAsyncIterator() -> AsyncStream<SkillEvent>.Iterator { events.makeAsyncIterator() }

  /// Reads all events and gives the end.
  package func result() async -> Result<SkillResult, SkillFailure> {
    for await event in self {
      switch event.kind {
      case .completed(let result): return .success(result)
      case .failed(let failure): return .failure(failure)
      default: continue
      }
    }
    // Reading stops without a last event only when the reader's own task is cancelled; nobody waits for the call then.
    cancel()
    return .failure(SkillFailure(SkillError(.cancelled, "the call was given up by its caller"), .cancelled))
  }
}
