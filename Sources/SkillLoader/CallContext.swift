import CSkillABI
import Glibc
import SkillSystem
import Synchronization

/// What the host knows about one running call, and the handle by which the skill names it.
///
/// The problem: the skill holds a raw pointer, perhaps in a thread that outlives the call. The choice: handles are
/// slots that are never freed and are reused oldest first; a slot holds the number of its call, and the table below
/// maps the slot to the context only while the call runs. A stale pointer finds nothing and is answered as a dead
/// call. Rejected: a pointer to the context itself (use after free), a fresh allocation for every call (a leak).
@safe final class CallContext: Sendable {
  let sink: any CallSink
  let deadline: UInt64
  private let request: UncheckedView
  private let outcome = Lock(CallOutcome(status: SKILL_DONE))
  private let kept = unsafe Lock(KeptTexts())

  /// Larger than any output that the host accepts is refused here already.
  static let largestOutput = 64 * 1024 * 1024

  /// The request view is only read while the call runs, and its buffer lives that long: ``SkillInstance`` keeps it on
  /// its stack around the call. That is why it can be shared between the skill's threads.
  private struct UncheckedView: @unchecked Sendable { let view: CallRequestView }

  init(sink: any CallSink, request: CallRequestView) {
    self.sink = sink
    deadline = request.deadline
    self.request = UncheckedView(view: request)
  }

  func fact(_ name: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    unsafe request.view.fact(name)
  }

  var isCancelled: Bool {
    (deadline != 0 && MonotonicTime.now.nanoseconds >= deadline) || sink.isCancelled()
  }

  func emitResult(_ bytes: UnsafeRawBufferPointer) -> skill_status {
    guard bytes.count <= Self.largestOutput else { return SKILL_FAILED }
    let copy = unsafe [UInt8](bytes)
    return outcome.withLock { outcome in
      guard outcome.result == nil else { return SKILL_BAD_INPUT }
      outcome.result = copy
      return SKILL_DONE
    }
  }

  func fail(code: UnsafeRawBufferPointer, message: UnsafeRawBufferPointer, detail: UnsafeRawBufferPointer) {
    let texts = unsafe [
      [UInt8](code.prefix(64)), [UInt8](message.prefix(64 * 1024)),
      // A detail that is cut is not JSON any more, so one that is too long is dropped.
      detail.count <= 1024 * 1024 ? [UInt8](detail) : [],
    ]
    outcome.withLock { outcome in
      outcome.code = texts[0]
      outcome.message = texts[1]
      outcome.detail = texts[2]
    }
  }

  /// A copy that lives until the call ends. Never a null pointer, not even for no bytes.
  func keep(_ bytes: [UInt8]) -> skill_text {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 1)
    unsafe copy.copyBytes(from: bytes)
    unsafe kept.withLock { unsafe $0.list.append(copy) }
    return unsafe skill_text(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(copy).prefix(bytes.count)))
  }

  /// Freed with the context, which every function of the host table keeps alive while it works.
  deinit {
    unsafe kept.withLock { kept in
      for index in unsafe kept.list.indices { unsafe kept.list[index].deallocate() }
    }
  }

  /// Only ever appended to, under the lock.
  @unsafe private struct KeptTexts: @unchecked Sendable { var list: [UnsafeMutableRawBufferPointer] = unsafe [] }

  func finish(_ status: skill_status) -> CallOutcome {
    outcome.withLock { outcome in
      outcome.status = status
      return outcome
    }
  }
}

/// The handles of the calls that run in this process.
@safe final class CallTable: Sendable {
  static let shared = CallTable()

  /// What a `skill_call *` points to: the public struct, then our slot number.
  @unsafe struct Handle {
    var call: skill_call
    var slot: Int
  }

  @unsafe private struct Slots {
    // Never freed, never moved; only the host table's functions look behind the public part.
    var handles: [UnsafeMutablePointer<Handle>] = unsafe []
    var contexts: [CallContext?] = []
    /// Free slots, oldest first, from `firstFree` on.
    var free: [Int] = []
    var firstFree = 0
  }

  /// Pointers are not Sendable; these live for ever and are guarded by the mutex.
  @unsafe private struct Guarded: @unchecked Sendable { var slots = unsafe Slots() }

  private let guarded = unsafe Lock(Guarded())

  /// So many slots are made before the first is reused.
  private static let quarantine = 256

  func begin(_ context: CallContext) -> UnsafeMutablePointer<Handle> {
    let handle = unsafe guarded.withLock { guarded -> SendableHandle in
      let slot: Int
      if unsafe guarded.slots.free.count - guarded.slots.firstFree >= Self.quarantine {
        slot = unsafe guarded.slots.free[guarded.slots.firstFree]
        unsafe guarded.slots.firstFree += 1
        if unsafe guarded.slots.firstFree >= Self.quarantine {
          unsafe guarded.slots.free.removeFirst(guarded.slots.firstFree)
          unsafe guarded.slots.firstFree = 0
        }
      } else {
        unsafe slot = guarded.slots.handles.count
        let handle = UnsafeMutablePointer<Handle>.allocate(capacity: 1)
        unsafe handle.initialize(
          to: Handle(
            call: skill_call(size: UInt32(MemoryLayout<skill_call>.size), reserved: 0, host: HostTable.pointer),
            slot: slot))
        unsafe guarded.slots.handles.append(handle)
        unsafe guarded.slots.contexts.append(nil)
      }
      unsafe guarded.slots.contexts[slot] = context
      return unsafe SendableHandle(pointer: guarded.slots.handles[slot])
    }
    return unsafe handle.pointer
  }

  func end(_ handle: UnsafeMutablePointer<Handle>) {
    let slot = unsafe handle.pointee.slot
    unsafe guarded.withLock { guarded in
      unsafe guarded.slots.contexts[slot] = nil
      unsafe guarded.slots.free.append(slot)
    }
  }

  /// The running call behind a handle; nil for null and for a dead one.
  func context(of call: UnsafePointer<skill_call>?) -> CallContext? {
    guard let call = unsafe call else { return nil }
    // Every skill_call that the host ever gave out is the first field of a Handle that is never freed.
    let slot = unsafe UnsafeRawPointer(call).assumingMemoryBound(to: Handle.self).pointee.slot
    return unsafe guarded.withLock { guarded in
      // A pointer that is not ours may hold anything there.
      unsafe guarded.slots.contexts.indices.contains(slot) ? guarded.slots.contexts[slot] : nil
    }
  }

  @unsafe private struct SendableHandle: @unchecked Sendable { let pointer: UnsafeMutablePointer<Handle> }
}
