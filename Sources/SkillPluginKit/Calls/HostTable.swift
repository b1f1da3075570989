internal import CSkillABI
internal import Glibc

/// How serious a line in the log is.
public enum LogLevel: UInt32, Sendable {
  case debug, info, warning, error
}

/// The host's functions, taken out of its table once, so that a table that is shorter than ours (an older host) or null
/// leaves the rest nil instead of reading past its end.
struct HostTable: Sendable {
  typealias Call = UnsafePointer<skill_call>?

  private let logFunction: (@convention(c) (Call, skill_log_level, skill_text) -> Void)?
  let cancelled: (@convention(c) (Call) -> Int32)?
  let deadline: (@convention(c) (Call) -> UInt64)?
  let progress: (@convention(c) (Call, Double, skill_text) -> Void)?
  let emit: (@convention(c) (Call, skill_channel, skill_text, skill_text) -> skill_status)?
  let fail: (@convention(c) (Call, skill_text, skill_text, skill_text) -> Void)?
  let info: (@convention(c) (Call, skill_text) -> skill_text)?
  let query: (@convention(c) (skill_text) -> UnsafeRawPointer?)?

  static let absent = HostTable(nil)

  init(_ table: UnsafePointer<skill_host>?) {
    var copy = skill_host()
    copyCovered(table, size: table?.pointee.size ?? 0, to: &copy)
    logFunction = copy.log
    cancelled = copy.cancelled
    deadline = copy.deadline
    progress = copy.progress
    emit = copy.emit
    fail = copy.fail
    info = copy.info
    query = copy.query
  }

  func log(_ call: Call, _ level: LogLevel, _ message: String) {
    guard let logFunction else { return }
    withText(message) { logFunction(call, level.rawValue, $0) }
  }
}

/// Copies the part of a growing struct that both sides know; the rest of `destination` stays as it is.
///
/// Whole words only, so that a size that ends inside a pointer does not leave half of one.
func copyCovered<Value: BitwiseCopyable>(_ source: UnsafePointer<Value>?, size: UInt32, to destination: inout Value) {
  guard let source else { return }
  _ = withUnsafeMutableBytes(of: &destination) { bytes in
    memcpy(bytes.baseAddress!, source, min(Int(size) & ~7, bytes.count))  // `Value` is a C struct and never empty
  }
}
