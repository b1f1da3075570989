package import CSkillABI
internal import Synchronization

/// A host for tests: it plays the host's side of the contract in this process, records what a skill sends, and can be
/// told to misbehave.
///
/// One object stands for one call or for several after each other; what they send is added up.
package final class FakeHost: Sendable {
  /// What the host answers.
  package struct Behaviour: Sendable {
    /// Facts by name; all others are absent.
    package var info: [String: String] = [:]
    /// `cancelled` answers 1 after it was asked so many times.
    package var cancelledAfter: Int?
    /// In nanoseconds of CLOCK_MONOTONIC.
    package var deadline: UInt64 = 0
    /// What `emit` answers for a channel instead of taking the bytes.
    package var refusals: [skill_channel: skill_status] = [:]
    /// Answers by URL; nil offers no HTTP at all.
    package var pages: [String: Page]?
    /// The store's first content; nil offers no storage at all.
    package var storage: [String: [UInt8]]?
    /// `size` in the host's table, which occupies only so much memory.
    package var tableSize = UInt32(MemoryLayout<skill_host>.size)
    /// A call without a table.
    package var hasTable = true

    package init() {}
  }

  /// An answer of the HTTP service.
  package struct Page: Sendable {
    package var status: UInt32
    package var headers: [(String, String)]
    package var body: [UInt8]
    /// What fetch returns; on anything but SKILL_DONE nothing is delivered.
    package var outcome: skill_status
    package var errorMessage: String?

    package init(
      status: UInt32 = 200, headers: [(String, String)] = [], body: [UInt8] = [], outcome: skill_status = SKILL_DONE,
      errorMessage: String? = nil
    ) {
      self.status = status
      self.headers = headers
      self.body = body
      self.outcome = outcome
      self.errorMessage = errorMessage
    }
  }

  package struct Attachment: Sendable, Equatable {
    package var mime: String
    package var bytes: [UInt8]

    package init(mime: String, bytes: [UInt8]) {
      self.mime = mime
      self.bytes = bytes
    }
  }

  package struct Failure: Sendable, Equatable {
    package var code: String
    package var message: String
    package var detail: String

    package init(code: String, message: String, detail: String = "") {
      self.code = code
      self.message = message
      self.detail = detail
    }
  }

  package struct Progress: Sendable, Equatable {
    package var fraction: Double
    package var note: String

    package init(fraction: Double, note: String) {
      self.fraction = fraction
      self.note = note
    }
  }

  package struct Request: Sendable, Equatable {
    package var method: String
    package var url: String
    package var headers: [String]
    package var body: [UInt8]

    package init(method: String, url: String, headers: [String] = [], body: [UInt8] = []) {
      self.method = method
      self.url = url
      self.headers = headers
      self.body = body
    }
  }

  /// What the skill sent.
  package struct Record: Sendable {
    package var results: [[UInt8]] = []
    package var texts: [String] = []
    package var attachments: [Attachment] = []
    package var progress: [Progress] = []
    package var failures: [Failure] = []
    package var logs: [String] = []
    package var requests: [Request] = []
    package var cancelledAsked = 0
  }

  package let behaviour: Behaviour
  let record = Mutex(Record())
  let storage: Mutex<[String: [UInt8]]>

  package init(_ configure: (inout Behaviour) -> Void = { _ in }) {
    var behaviour = Behaviour()
    configure(&behaviour)
    self.behaviour = behaviour
    storage = Mutex(behaviour.storage ?? [:])
  }

  package convenience init(info: [String: String]) {
    self.init { $0.info = info }
  }

  /// What the skill sent so far.
  package var sent: Record { record.withLock { $0 } }

  /// The store's content.
  package var stored: [String: [UInt8]] { storage.withLock { $0 } }

  /// Runs `body` with a call that reaches this object; the call and its texts are poisoned and freed afterwards.
  package func withCall<Result>(_ body: (UnsafePointer<skill_call>) throws -> Result) rethrows -> Result {
    let call = FakeCall(self)
    defer { call.end() }
    return try body(call.pointer)
  }

  /// The table for `create`.
  package var table: UnsafePointer<skill_host>? {
    behaviour.hasTable ? FakeTables.host(behaviour) : nil
  }

  /// Lines that libraries wrote without a call, from all tests of this process.
  package static var libraryLog: [String] { libraryLines.withLock { $0 } }
}

let libraryLines = Mutex<[String]>([])
