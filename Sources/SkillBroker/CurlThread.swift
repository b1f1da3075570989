import CCurl
import Glibc
import SkillBundle
import SkillLoader
import SkillRuntime
import SkillSystem
import Synchronization

/// Whether libcurl can be used; opens it the first time.
var ccurlIsThere: Bool { ccurl_load() == 0 }

/// A request that was judged and may start.
struct FetchJob: Sendable {
  let id: UInt64
  let request: OutgoingRequest
  let destination: Destination
  let allowed: [NetworkPermission]
  let deadline: MonotonicTime
  let maxBodySize: Int
  let deliver: @Sendable (HTTPServicePart) -> Void
  /// Called once, when nothing of it is left.
  let finished: @Sendable () -> Void
}

/// The thread that runs curl. Others only leave commands for it.
@safe final class CurlThread: Sendable {
  private enum Command {
    case start(FetchJob)
    case taken(UInt64, Int)
    case cancel(UInt64)
    case stop
  }

  private struct State {
    var commands: [Command] = []
    var hasEnded = false
  }

  private let settings: BrokerSettings
  private let state = Lock(State())
  /// Waking it is allowed from any thread; everything else happens on the thread itself, which frees it at its end.
  @unsafe private struct Multi: @unchecked Sendable { let pointer: OpaquePointer }
  private let multi: Multi

  /// Nil when no thread can be started.
  init?(_ settings: BrokerSettings) {
    guard let pointer = unsafe ccurl_multi_new() else { return nil }
    unsafe multi = unsafe Multi(pointer: pointer)
    self.settings = settings
    let box = unsafe Unmanaged.passRetained(self).toOpaque()
    var thread = pthread_t()
    let error = unsafe pthread_create(
      &thread, nil,
      { box in
        // The pointer is the one passed below, with its retain.
        let thread = unsafe Unmanaged<CurlThread>.fromOpaque(box!).takeRetainedValue()
        thread.run()
        return nil
      }, box)
    guard error == 0 else {
      unsafe Unmanaged<CurlThread>.fromOpaque(box).release()
      unsafe ccurl_multi_free(pointer)
      return nil
    }
    pthread_detach(thread)
  }

  func start(_ job: FetchJob) { add(.start(job)) }
  func taken(_ id: UInt64, _ bytes: Int) { add(.taken(id, bytes)) }
  func cancel(_ id: UInt64) { add(.cancel(id)) }
  /// Ends all requests without a word, then the thread.
  func stop() { add(.stop) }

  private func add(_ command: Command) {
    // Under the lock, so that the multi handle is not freed meanwhile.
    state.withLock { state in
      guard !state.hasEnded else { return }
      state.commands.append(command)
      unsafe ccurl_multi_wake(multi.pointer)
    }
  }

  // MARK: On the thread

  private func run() {
    ccurl_prepare_thread()
    var fetches: [UInt64: Fetch] = [:]
    var isStopping = false
    while !isStopping {
      let commands = state.withLock { state in
        defer { state.commands.removeAll(keepingCapacity: true) }
        return state.commands
      }
      for command in commands {
        switch command {
        case .start(let job):
          let fetch = unsafe Fetch(job, settings, multi.pointer)
          fetches[job.id] = fetch
          if fetch.begin() { fetches[job.id] = nil }
        case .taken(let id, let bytes): fetches[id]?.taken(bytes)
        case .cancel(let id): fetches.removeValue(forKey: id)?.end()
        case .stop: isStopping = true
        }
      }
      unsafe ccurl_multi_perform(multi.pointer)
      for id in endedFetches() where fetches[id]?.isOver == true { fetches[id] = nil }
      if !isStopping { unsafe ccurl_multi_wait(multi.pointer, fetches.isEmpty ? 600_000 : 1_000) }
    }
    for fetch in fetches.values { fetch.end() }
    let late = state.withLock { state in
      state.hasEnded = true
      return state.commands
    }
    for case .start(let job) in late { job.finished() }
    unsafe ccurl_multi_free(multi.pointer)
  }

  /// Tells every fetch whose transfer has ended, and names them.
  private func endedFetches() -> [UInt64] {
    var ids: [UInt64] = []
    var end = ccurl_end_complete
    var words = [CChar](repeating: 0, count: 256)
    while let context = unsafe ccurl_multi_ended(multi.pointer, &end, &words) {
      // A Fetch is kept in the dictionary as long as its transfer is in the multi handle.
      let fetch = unsafe Unmanaged<Fetch>.fromOpaque(context).takeUnretainedValue()
      let text = String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      fetch.transferEnded(end, text)
      ids.append(fetch.id)
    }
    return ids
  }
}
