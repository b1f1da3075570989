import Glibc

/// Runs `body` on a thread of its own and waits without holding one of the cooperative pool.
///
/// The pool has as many threads as the machine has cores. A test that blocks one of them while it waits for work that
/// needs another stops all tests for ever as soon as two such tests meet.
package func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    let work = Unmanaged.passRetained(Work { continuation.resume(with: Swift.Result { try body() }) }).toOpaque()
    var thread = pthread_t()
    let error = pthread_create(
      &thread, nil,
      { work in
        // The pointer is the one passed above and below.
        Unmanaged<Work>.fromOpaque(work!).takeRetainedValue().body()
        return nil
      }, work)
    precondition(error == 0, "no thread can be started")
    pthread_detach(thread)
  }
}

private final class Work: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
