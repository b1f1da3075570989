package import CSkillABI

/// Where the host functions of one call go: over a socket (in the runner) or straight to the caller (in-process).
///
/// Methods may be called from any thread that the skill uses, and not after the call has ended.
package protocol CallSink: AnyObject, Sendable {
  /// Whether the call should stop now.
  func isCancelled() -> Bool
  /// `fraction` is 0…1, or nil when it is not known.
  func progress(_ fraction: Double?, note: UnsafeRawBufferPointer)
  /// Partial output. False when it was not taken.
  func text(_ text: UnsafeRawBufferPointer, mime: UnsafeRawBufferPointer) -> Bool
  /// False when it was not taken.
  func attach(_ bytes: UnsafeRawBufferPointer, mime: UnsafeRawBufferPointer) -> Bool
  func log(_ level: skill_log_level, _ message: UnsafeRawBufferPointer)
  /// Which services this call may ask.
  var services: ServiceSet { get }
  /// Asks a service and waits on the calling thread for the whole answer.
  ///
  /// - Parameters:
  ///   - deadline: as ``CallRequestView/deadline``; the wait ends then.
  ///   - part: given every part of the answer, valid only inside it; false ends the request.
  func request(
    _ operation: ServiceOperation, _ payload: [UInt8], deadline: UInt64, part: (UnsafeRawBufferPointer) -> Bool
  ) -> ServiceOutcome
}

/// How the wait for a service ended.
package enum ServiceOutcome: Sendable, Equatable {
  case ended(ServiceEnd)
  /// The taker of the parts did not want more.
  case stopped
  /// The call was cancelled or its deadline passed.
  case cancelled
}

extension CallSink {
  package var services: ServiceSet { [] }

  package func request(
    _ operation: ServiceOperation, _ payload: [UInt8], deadline: UInt64, part: (UnsafeRawBufferPointer) -> Bool
  ) -> ServiceOutcome { .ended(ServiceEnd(SKILL_UNSUPPORTED, "this host offers no such service here")) }
}

/// What a call came to.
package struct CallOutcome: Sendable, Equatable {
  /// The status that the skill returned.
  package var status: skill_status
  /// The result as the skill emitted it, unchecked; nil when it emitted none.
  package var result: [UInt8]?
  /// What the skill gave to `fail`; unchecked and possibly empty.
  package var code: [UInt8] = []
  package var message: [UInt8] = []
  package var detail: [UInt8] = []

  package init(status: skill_status, result: [UInt8]? = nil) {
    self.status = status
    self.result = result
  }
}

/// The payload of an invoke or match, taken apart without copying. Valid as long as the buffer it came from.
@safe package struct CallRequestView {
  /// Nanoseconds of CLOCK_MONOTONIC; 0 means none.
  package let deadline: UInt64
  /// The facts for `info`: a count, then names and values.
  fileprivate let facts: UnsafeRawBufferPointer
  fileprivate let factCount: Int
  package let input: UnsafeRawBufferPointer

  /// Nil when the payload is malformed.
  package init?(_ payload: UnsafeRawBufferPointer) {
    var reader = unsafe FrameReader(payload)
    guard let deadline = reader.uint64(), let count = reader.uint16() else { return nil }
    unsafe facts = UnsafeRawBufferPointer(rebasing: payload[10...])
    for _ in 0..<count {
      guard unsafe reader.string() != nil, unsafe reader.string() != nil else { return nil }
    }
    guard let input = unsafe reader.string(), reader.isAtEnd else { return nil }
    self.deadline = deadline
    factCount = Int(count)
    unsafe self.input = unsafe input
  }

  /// The value of a fact, as a view of the payload.
  package func fact(_ name: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    var reader = unsafe FrameReader(facts)
    for _ in 0..<factCount {
      // Both were there when the payload was taken apart.
      guard let key = unsafe reader.string(), let value = unsafe reader.string() else { return nil }
      if unsafe key.elementsEqual(name) { return unsafe value }
    }
    return nil
  }

  /// Writes what ``init(_:)`` reads.
  package static func encode(deadline: MonotonicDeadline, facts: [(String, String)], input: [UInt8]) -> [UInt8] {
    let size = facts.reduce(8 + 2 + 4 + input.count) { $0 + 8 + $1.0.utf8.count + $1.1.utf8.count }
    var writer = FrameWriter(capacity: size)
    writer.append(deadline)
    writer.append(UInt16(clamping: facts.count))
    for (name, value) in facts.prefix(Int(UInt16.max)) {
      writer.append(name)
      writer.append(value)
    }
    writer.append(input)
    return writer.bytes
  }

  package typealias MonotonicDeadline = UInt64
}
