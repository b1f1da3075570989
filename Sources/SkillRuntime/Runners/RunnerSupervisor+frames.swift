import CSkillABI
import Glibc
import SkillLoader
import SkillSystem

// What arrives from runners. Every byte here may be forged: a frame that makes no sense ends its runner.
extension RunnerSupervisor {
  /// Sends a frame, now or when the socket has room.
  func send(_ kind: FrameKind, call: UInt64 = 0, _ payload: [UInt8], to runner: RunnerProcess) {
    if runner.outbox.isEmpty {
      switch runner.channel.send(kind, call: call, payload, waiting: false) {
      case .sent: return
      case .full: break
      // The process has ended or is about to; its end answers the calls.
      case .failed: return kill(runner)
      }
    }
    runner.outbox.append((kind, call, payload))
    watchWritable(runner, true)
  }

  private func watchWritable(_ runner: RunnerProcess, _ wanted: Bool) {
    let socket = runner.channel.socket.number
    guard runner.watchesWritable != wanted, let watch = runner.watches.first(where: { $0.1 == socket })?.0 else {
      return
    }
    runner.watchesWritable = wanted
    do {
      try reactor.change(watch, socket, wanted ? [.readable, .writable] : .readable)
    } catch {
      kill(runner)
    }
  }

  /// - Parameter limit: how many frames to take at most, so that one flooding runner cannot keep the thread from the
  ///   others; what is left makes epoll report the socket again at once.
  func socketIsReady(_ id: UInt64, _ events: Reactor.Events, limit: Int = 64) {
    guard let runner = runners[id] else { return }
    if events.contains(.writable) { flushOutbox(runner) }
    for _ in 0..<limit {
      switch receive(from: runner) {
      case .frame(let header, let large):
        if let large {
          unsafe large.withUnsafeBytes { unsafe handle(header, $0, from: runner) }
        } else if FramePieces.isPiece(header) {
          unsafe handlePiece(header, buffer.payload(header), from: runner)
        } else {
          unsafe handle(header, buffer.payload(header), from: runner)
        }
        if runner.violation != nil { return kill(runner) }
        // Nobody inside has anything to say: asking once more would be a system call for nothing.
        if runner.phase == .ready, runner.calls.isEmpty, limit != .max { return }
      case .empty: return
      case .closed:
        // Not watched any more, or it would be reported without end until the process is gone.
        closeSocket(runner)
        return
      case .violation(let what):
        runner.violation = what
        return kill(runner)
      }
    }
  }

  private func closeSocket(_ runner: RunnerProcess) {
    guard runner.phase != .ending || !runner.watches.isEmpty else { return }
    if let index = runner.watches.firstIndex(where: { $0.1 == runner.channel.socket.number }) {
      let (watch, descriptor) = runner.watches.remove(at: index)
      reactor.unwatch(watch, descriptor)
    }
    // A process that closed its socket but lives on is of no use. One that is about to exit by itself should be seen to
    // do so: its status says more than our signal would.
    guard runner.phase != .ending else { return }
    runner.phase = .ending
    let id = runner.id
    if let timer = runner.killTimer { reactor.cancel(timer) }
    runner.killTimer = reactor.schedule(at: MonotonicTime.now.advanced(by: settings.grace)) {
      self.assumeIsolated { supervisor in
        guard let runner = supervisor.runners[id] else { return }
        if runner.violation == nil { runner.violation = "it closed its socket and did not end" }
        supervisor.kill(runner)
      }
    }
  }

  private func flushOutbox(_ runner: RunnerProcess) {
    while let (kind, call, payload) = runner.outbox.first {
      switch runner.channel.send(kind, call: call, payload, waiting: false) {
      case .sent: runner.outbox.removeFirst()
      case .full: return
      case .failed: return kill(runner)
      }
    }
    watchWritable(runner, false)
  }

  private func handlePiece(_ header: FrameHeader, _ payload: UnsafeRawBufferPointer, from runner: RunnerProcess) {
    switch unsafe runner.pieces.add(header, payload) {
    case .whole(let bytes): unsafe bytes.withUnsafeBytes { unsafe handle(header, $0, from: runner) }
    case .more: break
    case .violation(let what): runner.violation = what
    }
  }

  private func handle(_ header: FrameHeader, _ payload: UnsafeRawBufferPointer, from runner: RunnerProcess) {
    var reader = unsafe FrameReader(payload)
    let understood: Bool
    switch header.kind {
    case .confined: understood = handleConfined(&reader, runner)
    case .memoryRefused: understood = handleMemoryRefused(&reader, runner)
    case .ready: understood = handleReady(&reader, runner)
    case .loadFailed: understood = handleLoadFailed(&reader, runner)
    case .log: understood = handleLog(&reader, runner, call: header.call)
    case .progress, .text, .attachment: understood = handleEvent(header, &reader, runner)
    case .finished: understood = handleFinished(header.call, &reader, runner)
    case .serviceRequest: understood = handleServiceRequest(header, &reader, runner)
    case .serviceTaken: understood = handleServiceTaken(header, &reader, runner)
    case .serviceStop: understood = handleServiceStop(header, &reader, runner)
    case .processState: understood = handleProcessState(&reader, runner)
    default: understood = false
    }
    if !understood, runner.violation == nil { runner.violation = "it sent a malformed \(header.kind) frame" }
  }

  /// Once, and before anything of the library's can have been run.
  private func handleConfined(_ reader: inout FrameReader, _ runner: RunnerProcess) -> Bool {
    guard runner.phase == .starting, runner.enforcement == nil, let enforcement = reader.text(), reader.isAtEnd else {
      return false
    }
    runner.enforcement = enforcement
    return true
  }

  private func handleMemoryRefused(_ reader: inout FrameReader, _ runner: RunnerProcess) -> Bool {
    guard let bytes = reader.uint64(), reader.isAtEnd else { return false }
    runner.refusedMemory = RefusedMemory(bytes: bytes, at: .now)
    return true
  }

  private func handleReady(_ reader: inout FrameReader, _ runner: RunnerProcess) -> Bool {
    guard runner.phase == .starting, runner.enforcement != nil, let flags = reader.uint32(), reader.uint32() != nil,
      let hasMatch = reader.uint8(),
      let capacity = reader.uint32(), reader.isAtEnd, (1...64).contains(capacity)
    else { return false }
    if let timer = runner.loadTimer { reactor.cancel(timer) }
    runner.loadTimer = nil
    runner.flags = flags
    runner.hasMatch = hasMatch != 0
    runner.capacity = Int(capacity)
    runner.hasLoaded = true
    runner.phase = .ready
    if let pool = pools[runner.target.key] { pump(pool) }
    becameIdle(runner)
    endIfClosing(runner)
    return true
  }

  private func handleLoadFailed(_ reader: inout FrameReader, _ runner: RunnerProcess) -> Bool {
    guard runner.phase == .starting, let code = reader.text(), let message = reader.text(), let hint = reader.text(),
      reader.isAtEnd, code.utf8.count <= 64
    else { return false }
    runner.loadError = SkillError(
      SkillError.Code(code, .refused), "\(runner.target.label): \(message.prefix(2000))",
      hint: hint.isEmpty ? nil : String(hint.prefix(500)))
    return true
  }

  private func handleLog(_ reader: inout FrameReader, _ runner: RunnerProcess, call: UInt64) -> Bool {
    guard let level = reader.uint32(), let message = unsafe reader.string(), reader.isAtEnd else { return false }
    unsafe log.write(level: Int(min(level, 3)), source: runner.target.label, pid: runner.process.pid, message)
    return true
  }

  private func handleEvent(_ header: FrameHeader, _ reader: inout FrameReader, _ runner: RunnerProcess) -> Bool {
    let event: RunnerEvent
    let size: Int
    if header.kind == .progress {
      guard let fraction = reader.double(), let note = unsafe reader.string(), reader.isAtEnd else { return false }
      event = unsafe .progress(fraction: (0...1).contains(fraction) ? fraction : nil, note: [UInt8](note.prefix(4096)))
      size = 0
    } else {
      guard let mime = unsafe reader.string(), let bytes = unsafe reader.string(), reader.isAtEnd else { return false }
      size = mime.count + bytes.count
      event =
        header.kind == .text
        ? unsafe .text(mime: [UInt8](mime), [UInt8](bytes)) : unsafe .attachment(mime: [UInt8](mime), [UInt8](bytes))
    }
    // A call that has been answered or stopped, or that was never this runner's, gets nothing.
    guard let call = runner.calls[header.call], call.stopReason == nil else { return true }
    call.outputBytes += size
    call.eventCount += 1
    if call.outputBytes > call.request.outputLimit {
      stop(call.id, .outputTooLarge)
    } else if call.eventCount > settings.maxEvents {
      stop(call.id, .tooManyEvents)
    } else {
      call.onEvent(event)
    }
    return true
  }

  private func handleFinished(_ id: UInt64, _ reader: inout FrameReader, _ runner: RunnerProcess) -> Bool {
    guard let status = reader.int32(), let hasResult = reader.uint8(), let result = unsafe reader.string(),
      let code = unsafe reader.string(), let message = unsafe reader.string(), let detail = unsafe reader.string(),
      reader.isAtEnd, let call = runner.calls[id]
    else { return false }
    // The skill sees the deadline on the same clock as our timer, and may be the first to act on it.
    let gaveUp = status == SKILL_CANCELLED || status == SKILL_UNAVAILABLE
    let noticedDeadline = gaveUp && call.request.deadline <= .now
    if let reason = call.stopReason ?? (noticedDeadline ? .timeout : nil) {
      answer(call, .failure(stopError(call, reason)))
    } else if call.outputBytes + result.count > call.request.outputLimit {
      answer(call, .failure(stopError(call, .outputTooLarge)))
    } else {
      var outcome = unsafe CallOutcome(status: status, result: hasResult == 0 ? nil : [UInt8](result))
      unsafe outcome.code = [UInt8](code)
      unsafe outcome.message = [UInt8](message)
      unsafe outcome.detail = [UInt8](detail)
      answer(call, .success(outcome))
    }
    if let pool = pools[runner.target.key] {
      pool.restart.succeeded()
      pump(pool)
    }
    becameIdle(runner)
    endIfClosing(runner)
    return true
  }

  // MARK: What a skill prints

  func outputIsReadable(_ id: UInt64) {
    guard let runner = runners[id] else { return }
    let number = runner.output.number
    for _ in 0..<16 {
      let got = retrying { unsafe read(number, buffer.output.baseAddress, buffer.output.count) }
      guard got > 0 else {
        if got == 0, let index = runner.watches.firstIndex(where: { $0.1 == number }) {
          let (watch, descriptor) = runner.watches.remove(at: index)
          reactor.unwatch(watch, descriptor)
        }
        return
      }
      unsafe collect(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer.output).prefix(got)), runner)
    }
  }

  private func collect(_ bytes: UnsafeRawBufferPointer, _ runner: RunnerProcess) {
    for byte in unsafe [UInt8](bytes) {
      if byte == UInt8(ascii: "\n") {
        flushOutput(runner)
      } else if runner.partialLine.count < 4096 {
        runner.partialLine.append(byte)
      }
    }
  }

  func flushOutput(_ runner: RunnerProcess) {
    guard !runner.partialLine.isEmpty else { return }
    runner.printedBytes += runner.partialLine.count
    let line = runner.partialLine
    settings.observer?.runner(runner.process.pid, prints: line)
    runner.partialLine.removeAll(keepingCapacity: true)
    unsafe line.withUnsafeBytes { bytes in
      unsafe log.write(level: 1, source: runner.target.label, pid: runner.process.pid, bytes)
    }
  }
}

/// Memory for received frames and printed text.
@safe final class ReceiveBuffer: Sendable {
  /// Used on the supervisor's executor only, which is one thread.
  nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer
  /// As `bytes`.
  nonisolated(unsafe) let output: UnsafeMutableRawBufferPointer

  init() {
    unsafe bytes = .allocate(byteCount: FrameChannel.receiveCapacity, alignment: 16)
    unsafe output = .allocate(byteCount: 16 * 1024, alignment: 16)
  }

  deinit {
    unsafe bytes.deallocate()
    unsafe output.deallocate()
  }

  /// The payload of a frame that was received into `bytes`; its length was checked against the message.
  func payload(_ header: FrameHeader) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(
      rebasing: UnsafeRawBufferPointer(bytes)[FrameHeader.size...].prefix(Int(header.length)))
  }
}
