import CCurl
import CSkillABI
import SkillLoader
import SkillRuntime
import SkillSystem

/// One request on its way, redirects included. Lives on the broker's thread.
@safe final class Fetch {
  private let job: FetchJob
  private let settings: BrokerSettings
  private let multi: OpaquePointer
  /// Added to `multi` as long as it is not nil.
  private var transfer: OpaquePointer?

  private var request: OutgoingRequest
  private var destination: Destination
  private var redirects = 0

  private var head = ResponseHead()
  private var isDelivering = false
  private var bodySize = 0
  /// Parts that were delivered and not taken.
  private var outstanding = 0
  private var isPaused = false
  /// Why a callback ended the transfer.
  private var problem: FetchProblem?
  private var refusedAddress: NetworkAddress?
  /// Where the answer sends us; the transfer was ended to go there.
  private var location: String?
  private(set) var isOver = false

  init(_ job: FetchJob, _ settings: BrokerSettings, _ multi: OpaquePointer) {
    self.job = job
    self.settings = settings
    unsafe self.multi = unsafe multi
    request = job.request
    destination = job.destination
  }

  var id: UInt64 { job.id }

  /// Starts the transfer to the current destination.
  ///
  /// - Returns: true when it has already ended.
  func begin() -> Bool {
    let left = job.deadline.since(.now).wholeNanoseconds
    guard left > 0 else {
      finish(Self.timeIsOver)
      return true
    }
    head = ResponseHead()
    location = nil
    refusedAddress = nil
    // A little later than the deadline, never before it: then whoever waits has noticed the deadline by its own clock, and
    // what the call's end is called does not depend on who was quicker.
    guard let made = unsafe makeTransfer(milliseconds: Int64(clamping: left / 1_000_000 + 10)) else {
      finish(.unavailable("the host has no memory for the request"))
      return true
    }
    unsafe transfer = unsafe made
    guard unsafe ccurl_multi_add(multi, made) == 0 else {
      finish(.unavailable("the host cannot start the request"))
      return true
    }
    return false
  }

  private static let timeIsOver = FetchProblem.unavailable("time ran out")

  private func makeTransfer(milliseconds: Int64) -> OpaquePointer? {
    var callbacks = unsafe ccurl_callbacks(
      context: Unmanaged.passUnretained(self).toOpaque(),
      address: { context, bytes, count in
        let bytes = unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: Int(count)))
        return unsafe Fetch.of(context).allows(bytes) ? 1 : 0
      },
      line: { context, bytes, size in
        let line = unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(size)))
        return unsafe Fetch.of(context).takeLine(line) ? 1 : 0
      },
      piece: { context, bytes, size in
        unsafe Fetch.of(context).takePiece(UnsafeRawBufferPointer(start: bytes, count: Int(size)))
      })
    // One block of memory for all texts, so that pointers into it stay valid during the call.
    let texts = [request.method, destination.url] + request.lines
    var block: [CChar] = []
    var starts: [Int] = []
    for text in texts {
      starts.append(block.count)
      block += text.utf8CString
    }
    return unsafe block.withUnsafeBufferPointer { block in
      // Every text has at least its terminator, so the block is not empty.
      let pointers: [UnsafePointer<CChar>?] = unsafe starts.map { unsafe block.baseAddress! + $0 }
      return unsafe pointers.withUnsafeBufferPointer { pointers in
        unsafe request.body.withUnsafeBytes { body in
          var plan = unsafe ccurl_request(
            method: pointers[0], url: pointers[1],
            headers: pointers.baseAddress! + 2, header_count: UInt64(pointers.count - 2), body: body.baseAddress,
            body_size: UInt64(body.count), has_body: request.hasBody ? 1 : 0, max_size: Int64(job.maxBodySize),
            timeout_ms: milliseconds, connect_timeout_ms: Self.milliseconds(settings.connectTimeout),
            low_speed_seconds: max(Self.milliseconds(settings.lowSpeedTime) / 1000, 1),
            low_speed_bytes: Int64(settings.lowSpeed))
          return unsafe ccurl_transfer_new(&plan, &callbacks)
        }
      }
    }
  }

  private static func milliseconds(_ duration: Duration) -> Int64 {
    max(Int64(clamping: duration.wholeNanoseconds / 1_000_000), 1)
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> Fetch {
    // Set in makeTransfer; a fetch ends its transfer before it goes.
    unsafe Unmanaged<Fetch>.fromOpaque(context!).takeUnretainedValue()
  }

  // MARK: What curl says

  private func allows(_ bytes: [UInt8]) -> Bool {
    guard let address = NetworkAddress(bytes: bytes) else { return false }
    if destination.allows(address) { return true }
    refusedAddress = address
    return false
  }

  private func takeLine(_ line: [UInt8]) -> Bool {
    // Lines after the body are trailers, which nobody asked for.
    if isDelivering { return true }
    switch head.take(line) {
    case .more: return true
    case .malformed: problem = .failed("\(destination.origin) answered with malformed headers")
    case .tooLarge:
      problem = .failed(
        "\(destination.origin) answered with more than \(ServiceLimits.responseHeaders) headers or "
          + "\(ServiceLimits.responseHeaderBytes) bytes of them")
    case .complete:
      if let target = head.redirection {
        location = target
        return false
      }
      deliverHead()
      return true
    }
    return false
  }

  private func deliverHead() {
    isDelivering = true
    let part = head.head
    outstanding += part.encode().count
    job.deliver(.head(part))
  }

  private func takePiece(_ piece: UnsafeRawBufferPointer) -> Int32 {
    guard bodySize + piece.count <= job.maxBodySize else {
      problem = tooLarge
      return -1
    }
    guard outstanding + piece.count <= ServiceLimits.window else {
      isPaused = true
      return 1
    }
    bodySize += piece.count
    outstanding += piece.count
    for start in stride(from: 0, to: piece.count, by: ServiceLimits.part) {
      let end = min(start + ServiceLimits.part, piece.count)
      job.deliver(unsafe .body([UInt8](UnsafeRawBufferPointer(rebasing: piece[start..<end]))))
    }
    return 0
  }

  private var tooLarge: FetchProblem {
    .failed("the answer of \(destination.origin) is larger than \(job.maxBodySize) bytes")
  }

  func taken(_ bytes: Int) {
    outstanding = max(outstanding - bytes, 0)
    guard isPaused, outstanding <= ServiceLimits.window / 2, let transfer = unsafe transfer else { return }
    isPaused = false
    unsafe ccurl_transfer_resume(transfer)
  }

  // MARK: The end

  func transferEnded(_ end: ccurl_end, _ words: String) {
    freeTransfer()
    if let location, problem == nil {
      do throws(FetchProblem) {
        try follow(location)
        _ = begin()
      } catch {
        finish(error)
      }
      return
    }
    if let problem { return finish(problem) }
    switch end {
    case ccurl_end_complete:
      // A response may come without any line end after its headers.
      guard isDelivering else { return finish(.failed("\(destination.origin) answered without a head")) }
      finish(nil)
    case ccurl_end_name_not_found: finish(.unavailable("the name \(destination.host) was not found"))
    case ccurl_end_no_connection:
      if let refusedAddress {
        finish(
          .refused(
            "\(destination.host) is \(refusedAddress.text), which is no public address; a manifest must name such an "
              + "address itself"))
      } else {
        finish(.unavailable("no connection to \(destination.origin)"))
      }
    case ccurl_end_timeout:
      finish(
        .unavailable(
          job.deadline <= .now
            ? "time ran out" : "\(destination.origin) did not connect in time, or sent too slowly"))
    case ccurl_end_lost: finish(.unavailable("\(destination.origin) closed the connection before it had answered"))
    case ccurl_end_untrusted: finish(.failed("the certificate of \(destination.origin) is not to be trusted"))
    case ccurl_end_too_large: finish(tooLarge)
    case ccurl_end_malformed: finish(.failed("the answer of \(destination.origin) is malformed (\(words))"))
    default: finish(.failed("the request to \(destination.origin) failed (\(words))"))
    }
  }

  private func follow(_ location: String) throws(FetchProblem) {
    redirects += 1
    guard redirects <= settings.redirects else { throw .failed("more than \(settings.redirects) redirects") }
    let next: Destination
    do throws(FetchProblem) {
      next = try Destination(location, base: destination, allowed: job.allowed)
    } catch {
      // The server, and not the skill, chose this URL.
      let status = error.end.status == SKILL_BAD_INPUT ? SKILL_FAILED : error.end.status
      throw FetchProblem(end: ServiceEnd(status, "\(destination.origin) redirects: \(error.end.message)"))
    }
    guard next.isSecure || !destination.isSecure else {
      throw .refused("\(destination.origin) redirects from https to http, which is not followed")
    }
    request = request.redirected(
      head.head.status, sameOrigin: next.origin == destination.origin && next.isSecure == destination.isSecure)
    destination = next
  }

  private func finish(_ problem: FetchProblem?) {
    guard !isOver else { return }
    let deliver = job.deliver
    end()
    deliver(.end(problem?.end ?? .done))
  }

  /// Closes the transfer; nothing is delivered any more.
  func end() {
    guard !isOver else { return }
    isOver = true
    freeTransfer()
    job.finished()
  }

  private func freeTransfer() {
    guard let old = unsafe transfer else { return }
    unsafe transfer = nil
    unsafe ccurl_multi_remove(multi, old)
    unsafe ccurl_transfer_free(old)
  }
}
