import CSkillABI
package import SkillBundle
package import SkillLoader
package import SkillRuntime
package import SkillSystem
import Synchronization

/// `skill.http/1`: fetches for skills, which have no network of their own.
///
/// The problem: a skill chooses the URL, a name server the address, a server the answer, and none of them is trusted; and
/// whoever waits must not block. The choice: libcurl's multi interface on one thread of its own, started at the first
/// request. Everything is judged before curl sees it (``Destination``, ``OutgoingRequest``), and the address again at the
/// last moment, when curl asks for a socket. Redirects are followed here, as new requests that are judged anew. Rejected:
/// curl on the reactor (a TLS handshake keeps it busy for a millisecond, and every call waits), a thread a request.
package final class HTTPBroker: HTTPService {
  private let settings: BrokerSettings
  private let state = Lock(State())

  private struct State {
    var thread: CurlThread?
    var transfers = 0
    var lastID: UInt64 = 0
    var isClosed = false
  }

  package init(settings: BrokerSettings = BrokerSettings()) {
    self.settings = settings
  }

  deinit { close() }

  /// Requests that are under way.
  package var transfers: Int { state.withLock { $0.transfers } }

  /// Ends all requests and the thread. Later requests are refused.
  package func close() {
    let thread = state.withLock { state in
      state.isClosed = true
      return state.thread.take()
    }
    thread?.stop()
  }

  package func fetch(
    _ request: HTTPServiceRequest, allowed: [NetworkPermission], deadline: MonotonicTime,
    deliver: @escaping @Sendable (HTTPServicePart) -> Void
  ) -> any HTTPServiceTransfer {
    do throws(FetchProblem) {
      guard ccurlIsThere else { throw .unavailable("libcurl.so.4 is not installed on this machine") }
      let destination = try Destination(request.url, allowed: allowed)
      let outgoing = try OutgoingRequest(request)
      let (id, thread) = try admit()
      let limit = request.maxBodySize == 0 ? ServiceLimits.responseBody : ServiceLimits.responseBody.clamped(request)
      thread.start(
        FetchJob(
          id: id, request: outgoing, destination: destination, allowed: allowed, deadline: deadline, maxBodySize: limit,
          deliver: deliver, finished: { [weak self] in self?.state.withLock { $0.transfers -= 1 } }))
      return Transfer(id: id, thread: thread)
    } catch {
      deliver(.end(error.end))
      return NoTransfer()
    }
  }

  private func admit() throws(FetchProblem) -> (UInt64, CurlThread) {
    let settings = settings
    return try state.withLock { state throws(FetchProblem) in
      guard !state.isClosed else { throw .unavailable("the host is ending") }
      guard state.transfers < settings.transfers else {
        throw .unavailable("the host has \(settings.transfers) requests under way, which is all it allows")
      }
      guard let thread = state.thread ?? CurlThread(settings) else { throw .unavailable("no thread can be started") }
      state.thread = thread
      state.transfers += 1
      state.lastID += 1
      return (state.lastID, thread)
    }
  }

  private struct Transfer: HTTPServiceTransfer {
    let id: UInt64
    let thread: CurlThread
    func taken(_ bytes: Int) { thread.taken(id, bytes) }
    func cancel() { thread.cancel(id) }
  }

  private struct NoTransfer: HTTPServiceTransfer {
    func taken(_ bytes: Int) {}
    func cancel() {}
  }
}

extension Int {
  /// This limit, or the smaller one that a request asks for.
  fileprivate func clamped(_ request: HTTPServiceRequest) -> Int {
    request.maxBodySize < UInt64(self) ? Int(request.maxBodySize) : self
  }
}
