public import CSkillABI
internal import Glibc

/// One call, as the skill sees it: what is known about it, and what can be sent while it runs.
///
/// It may be used from any thread. Once `execute` has returned it is inert: everything is absent, sending does nothing,
/// and ``isCancelled`` is true.
public struct SkillContext: Sendable {
  let call: CallHandle

  // MARK: Stopping

  /// Whether the call should stop, because its caller went away or its deadline passed. Ask at least every 100 ms; a
  /// cancelled call that has not returned 100 ms later is killed with its process. It costs about a microsecond.
  public var isCancelled: Bool { call.isCancelled }

  /// Throws `CancellationError` once the call should stop.
  public func checkCancelled() throws {
    if isCancelled { throw CancellationError() }
  }

  /// How long the call may still take; nil when it has no deadline, zero when it has passed.
  public var remainingTime: Duration? {
    guard let deadline = call.host.deadline, let end = call.use({ deadline($0) }), end > 0 else { return nil }
    return .nanoseconds(Int64(clamping: end) - Int64(clamping: monotonicNanoseconds()), atLeast: 0)
  }

  // MARK: Sending

  /// Reports how far the call has come: a fraction from 0 to 1, or nil when it is not known, and a short text for
  /// people such as "12 of 40 files".
  public func progress(_ fraction: Double?, _ note: String = "") {
    guard let progress = call.host.progress else { return }
    let value = fraction.map { $0.isNaN ? -1 : min(max($0, 0), 1) } ?? -1
    _ = call.use { call in withText(note) { progress(call, value, $0) } }
  }

  /// Sends partial output for a person to watch. Plain text unless `markdown` is true.
  public func text(_ text: String, markdown: Bool = false) {
    _ = call.emit(SKILL_CHANNEL_TEXT, mime: markdown ? "text/markdown" : "text/plain", Array(text.utf8))
  }

  /// Attaches a file or picture to the result. The host copies the bytes at once, and may refuse them when they are too
  /// large. Quotes, backslashes and control characters in `name` are replaced by `_`.
  public func attach(_ bytes: [UInt8], mime: String, name: String) throws {
    let name = String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { $0.value < 32 || $0.value == 127 || $0 == "\"" || $0 == "\\" ? "_" : $0 }))
    let status = call.emit(SKILL_CHANNEL_ATTACHMENT, mime: "\(mime); name=\"\(name)\"", bytes)
    guard status != SKILL_DONE else { return }
    throw SkillFailure(
      "attachment_refused", "the host refused the attachment '\(name)' (\(mime), \(bytes.count) bytes)",
      kind: SkillFailure.Kind(status))
  }

  /// Writes a line to the host's log.
  public func log(_ level: LogLevel, _ message: String) {
    guard call.use({ call.host.log($0, level, message) }) == nil else { return }
    call.host.log(nil, level, message)
  }

  // MARK: Facts

  /// A text naming this execution.
  public var callID: String? { call.info("call_id") }
  /// Two calls with the same key are the same wish: act once.
  public var idempotencyKey: String? { call.info("idempotency_key") }
  /// Who asked, as the host names them.
  public var user: String? { call.info("user") }
  /// The conversation that this belongs to.
  public var session: String? { call.info("session") }
  /// BCP 47, such as `zh-CN`.
  public var locale: String? { call.info("locale") }
  /// An IANA name, such as `Asia/Shanghai`.
  public var timezone: String? { call.info("timezone") }
  /// The time to take as now: the host's, else the clock's.
  public var now: Moment { Moment.now(told: call.info("now"), timezone: timezone) }
  /// A fact by its name in the contract, for names that have no property here.
  public func info(_ name: String) -> String? { call.info(name) }

  // MARK: Services

  /// HTTP through the host.
  public var http: SkillHTTP { SkillHTTP(call: call) }
  /// The skill's own durable key-value store.
  public var storage: SkillStorage { SkillStorage(call: call) }

  /// The table of another service by "name/revision", for `body` to cast and use; nil when the host does not offer it.
  /// `body` also gets the call, and may keep neither.
  public func query<Result>(
    _ name: String, _ body: (_ table: UnsafeRawPointer, _ call: UnsafePointer<skill_call>) throws -> Result
  ) rethrows -> Result? {
    guard let table = call.service(name) else { return nil }
    return try call.use { try body(table, $0) }
  }
}

/// CLOCK_MONOTONIC, in nanoseconds.
func monotonicNanoseconds() -> UInt64 {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)  // time since boot: never negative, 584 years fit
}

extension Duration {
  static func nanoseconds(_ value: Int64, atLeast minimum: Int64) -> Duration { .nanoseconds(max(value, minimum)) }
}
