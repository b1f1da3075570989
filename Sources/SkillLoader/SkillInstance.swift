package import CSkillABI
package import SkillSystem
import Synchronization

/// One created skill: the place where calls cross into the library.
@safe package final class SkillInstance: Sendable {
  package let descriptor: CheckedDescriptor
  /// The skill's own pointer. It is only ever handed back to the skill, whose `max_parallel` says how many threads may
  /// use it at once; that the host respects it is the pool's work.
  @unsafe private struct SelfPointer: @unchecked Sendable { let pointer: UnsafeMutableRawPointer? }
  private let instance: SelfPointer

  /// Creates the skill. Runs its code, on the calling thread.
  ///
  /// - Parameter configuration: the JSON for `create`.
  package init(_ descriptor: CheckedDescriptor, configuration: [UInt8]) throws(SkillError) {
    self.descriptor = descriptor
    guard let create = unsafe descriptor.create else {
      unsafe instance = unsafe SelfPointer(pointer: nil)
      return
    }
    var pointer: UnsafeMutableRawPointer?
    let status = unsafe configuration.withUnsafeBytes { bytes in
      unsafe create(HostTable.pointer, skill_text(bytes), &pointer)
    }
    guard status == SKILL_DONE else {
      throw SkillError(
        .createFailed, "the skill could not be created: status \(status)", hint: "see the log for what it said")
    }
    unsafe instance = unsafe SelfPointer(pointer: pointer)
  }

  package var hasMatch: Bool { unsafe descriptor.match != nil }

  /// Serves one invoke on the calling thread.
  package func invoke(_ request: CallRequestView, sink: any CallSink) -> CallOutcome {
    let function = unsafe descriptor.invoke
    return unsafe run(request, sink) { unsafe function($0, $1, $2) }
  }

  /// Asks for a match on the calling thread. A skill without `match` has no answer.
  package func match(_ request: CallRequestView, sink: any CallSink) -> CallOutcome {
    guard let function = unsafe descriptor.match else { return CallOutcome(status: SKILL_DONE) }
    return unsafe run(request, sink) { unsafe function($0, $1, $2) }
  }

  /// Tells the skill that the process will end. After the last call only.
  package func quiesceAndDestroy(deadline: UInt64) {
    unsafe descriptor.quiesce?(instance.pointer, deadline)
    unsafe descriptor.destroy?(instance.pointer)
  }

  /// Where log lines that belong to no call go; process-wide.
  package static func setLibraryLog(_ log: (@Sendable (skill_log_level, UnsafeRawBufferPointer) -> Void)?) {
    unsafe HostTable.libraryLog.withLock { unsafe $0 = unsafe log }
  }

  /// What `query` answers from now on; process-wide.
  package static func offer(_ services: ServiceSet) {
    HostTable.offered.withLock { $0 = services }
  }

  private func run(
    _ request: CallRequestView, _ sink: any CallSink,
    _ body: (UnsafeMutableRawPointer?, UnsafePointer<skill_call>, skill_text) -> skill_status
  ) -> CallOutcome {
    let context = CallContext(sink: sink, request: request)
    let handle = unsafe CallTable.shared.begin(context)
    let status = unsafe UnsafePointer(handle).withMemoryRebound(to: skill_call.self, capacity: 1) { call in
      unsafe body(instance.pointer, call, skill_text(request.input))
    }
    unsafe CallTable.shared.end(handle)
    return context.finish(status)
  }
}

extension skill_text {
  /// A text that points into the buffer.
  init(_ bytes: UnsafeRawBufferPointer) {
    unsafe self.init(data: bytes.baseAddress?.assumingMemoryBound(to: CChar.self), size: UInt64(bytes.count))
  }
}
