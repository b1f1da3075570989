import SkillSystem
import Synchronization

/// What is still to be written about crashes, one after the other. A host that ends waits for it: a command that is run
/// again and again would otherwise never come to count three crashes.
final class CrashNotes: Sendable {
  private let last = Lock<Task<Void, Never>?>(nil)

  func add(_ note: @escaping @Sendable () async -> Void) {
    last.withLock { last in
      let before = last
      last = Task {
        await before?.value
        await note()
      }
    }
  }

  func finish() async {
    await last.withLock { $0 }?.value
  }
}
