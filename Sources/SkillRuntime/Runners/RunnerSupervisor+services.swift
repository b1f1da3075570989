import CSkillABI
import SkillLoader
import SkillSystem

// Requests that running calls make of the host. A request lives in its call (``PendingCall/requests``): whatever ends the
// call, or tells it to stop, ends its requests. Every byte here may be forged, as in RunnerSupervisor+frames.swift.
extension RunnerSupervisor {
  func handleServiceRequest(_ header: FrameHeader, _ reader: inout FrameReader, _ runner: RunnerProcess) -> Bool {
    guard let id = reader.uint32(), let number = reader.uint16(), let operation = ServiceOperation(rawValue: number),
      let bytes = unsafe reader.string(), reader.isAtEnd, bytes.count <= ServiceLimits.request
    else { return false }
    // Late: the call has been answered or stopped, and its runner knows or will know.
    guard let call = runner.calls[header.call], call.stopReason == nil else { return true }
    guard call.requests[id] == nil else { return false }
    call.eventCount += 1
    guard call.eventCount <= settings.maxEvents else {
      stop(call.id, .tooManyEvents)
      return true
    }
    guard call.request.kind == .invoke, services.offered(to: runner.target).contains(operation.service) else {
      sendEnd(ServiceEnd(SKILL_UNSUPPORTED, "this call may not use this service"), id, call)
      return true
    }
    guard call.requests.count < ServiceLimits.requestsPerCall else {
      sendEnd(
        ServiceEnd(
          SKILL_UNAVAILABLE, "a call may have \(ServiceLimits.requestsPerCall) requests at the same time, not more"),
        id, call)
      return true
    }
    return operation == .httpFetch
      ? unsafe fetch(id, bytes, call, runner.target) : unsafe store(operation, id, bytes, call, runner.target)
  }

  func handleServiceTaken(_ header: FrameHeader, _ reader: inout FrameReader, _ runner: RunnerProcess) -> Bool {
    guard let id = reader.uint32(), let bytes = reader.uint32(), reader.isAtEnd else { return false }
    guard let request = runner.calls[header.call]?.requests[id] else { return true }
    // Nobody can take what was not sent: who says so wants more room than there is.
    guard Int(bytes) <= request.outstanding else { return false }
    request.outstanding -= Int(bytes)
    request.transfer?.taken(Int(bytes))
    return true
  }

  func handleServiceStop(_ header: FrameHeader, _ reader: inout FrameReader, _ runner: RunnerProcess) -> Bool {
    guard let id = reader.uint32(), reader.isAtEnd else { return false }
    runner.calls[header.call]?.requests.removeValue(forKey: id)?.transfer?.cancel()
    return true
  }

  /// Ends what a call still waits for, without an answer.
  func endRequests(of call: PendingCall) {
    for request in call.requests.values { request.transfer?.cancel() }
    call.requests = [:]
  }

  // MARK: The services

  private func fetch(_ id: UInt32, _ bytes: UnsafeRawBufferPointer, _ call: PendingCall, _ target: RunnerTarget) -> Bool
  {
    guard let request = unsafe HTTPServiceRequest(bytes), let http = services.http else { return false }
    let pending = PendingRequest(serial: takeID())
    call.requests[id] = pending
    let (callID, serial) = (call.id, pending.serial)
    pending.transfer = http.fetch(request, allowed: target.network, deadline: call.request.deadline) { part in
      self.reactor.post { self.assumeIsolated { $0.deliver(part, id, callID, serial) } }
    }
    return true
  }

  private func deliver(_ part: HTTPServicePart, _ id: UInt32, _ callID: UInt64, _ serial: UInt64) {
    guard let (call, request) = pending(id, callID, serial) else { return }
    switch part {
    case .head(let head): sendPart(head.encode(), id, call, request)
    case .body(let bytes): sendPart(bytes, id, call, request)
    case .end(let end): sendEnd(end, id, call)
    }
  }

  private func store(
    _ operation: ServiceOperation, _ id: UInt32, _ bytes: UnsafeRawBufferPointer, _ call: PendingCall,
    _ target: RunnerTarget
  ) -> Bool {
    guard let work = unsafe StorageRequest(operation, bytes), let storage = services.storage else { return false }
    let pending = PendingRequest(serial: takeID())
    call.requests[id] = pending
    let (callID, serial) = (call.id, pending.serial)
    Task {
      let (parts, end) = await work.run(storage, of: target.key.identifier)
      guard let (call, pending) = self.pending(id, callID, serial) else { return }
      // At most a value or a thousand keys: all of it may be on its way at once.
      for part in parts { self.sendPart(part, id, call, pending) }
      self.sendEnd(end, id, call)
    }
    return true
  }

  // MARK: Answers

  /// A request that is still wanted. A runner may use a number again, so the number alone does not name it.
  private func pending(_ id: UInt32, _ callID: UInt64, _ serial: UInt64) -> (PendingCall, PendingRequest)? {
    guard let call = calls[callID], let request = call.requests[id], request.serial == serial else { return nil }
    return (call, request)
  }

  private func sendPart(_ bytes: [UInt8], _ id: UInt32, _ call: PendingCall, _ request: PendingRequest) {
    request.outstanding += bytes.count
    reply(id, request.sent, isEnd: false, bytes, call)
    request.sent &+= 1
  }

  private func sendEnd(_ end: ServiceEnd, _ id: UInt32, _ call: PendingCall) {
    let place = call.requests.removeValue(forKey: id)?.sent ?? 0
    var end = end
    end.message = String(end.message.prefix(2000))
    reply(id, place, isEnd: true, end.encode(), call)
  }

  private func reply(_ id: UInt32, _ place: UInt32, isEnd: Bool, _ bytes: [UInt8], _ call: PendingCall) {
    guard let runner = call.runner, runner.phase == .ready else { return }
    // Windows bound what waits here, unless a runner asks on and on and never reads.
    guard runner.outbox.count < Self.longestOutbox else {
      runner.violation = "it does not read its answers"
      return kill(runner)
    }
    var frame = FrameWriter()
    frame.append(id)
    frame.append(place)
    frame.append(UInt8(isEnd ? 1 : 0))
    frame.append(bytes)
    send(.serviceReply, call: call.id, frame.bytes, to: runner)
  }

  private static let longestOutbox = 4096
}

/// A request that is being answered. Touched on the supervisor's executor only.
final class PendingRequest {
  let serial: UInt64
  var transfer: (any HTTPServiceTransfer)?
  /// Bytes of parts that were sent and not yet taken.
  var outstanding = 0
  /// Parts that were sent.
  var sent: UInt32 = 0

  init(serial: UInt64) {
    self.serial = serial
  }
}
