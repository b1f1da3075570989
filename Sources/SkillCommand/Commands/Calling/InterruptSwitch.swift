import SkillRuntime
import SkillSystem
import Synchronization

/// What an interrupt does while a call is under way: it cancels the call, once. While a question is open it ends the
/// process, as everywhere else: there is nothing to cancel yet, and nobody wants to answer first.
final class InterruptSwitch: Sendable {
  private let execution = Lock<SkillExecution?>(nil)

  /// Has the next interrupt cancel this call.
  func arm(_ execution: SkillExecution) {
    self.execution.withLock { $0 = execution }
    Interrupts.onFirst { execution.cancel() }
  }

  /// Runs `body` with interrupts as they are without a call.
  func paused<Result>(_ body: () -> Result) -> Result {
    Interrupts.clear()
    defer {
      if let execution = execution.withLock({ $0 }) { Interrupts.onFirst { execution.cancel() } }
    }
    return body()
  }
}
