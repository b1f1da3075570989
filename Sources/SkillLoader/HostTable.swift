package import CSkillABI
import SkillSystem
import Synchronization

/// The one `skill_host` of this process: C functions that find the call behind its handle.
enum HostTable {
  /// Where log lines go that belong to no call.
  static let libraryLog = unsafe Lock<(@Sendable (skill_log_level, UnsafeRawBufferPointer) -> Void)?>(nil)

  /// What `query` answers in this process. A call asks for itself: its sink may offer less.
  static let offered = Lock<ServiceSet>([])

  /// Lives as long as the process and never changes.
  static var pointer: UnsafePointer<skill_host> { unsafe table.pointer }

  // The pointee is never written after this initialiser, so any thread may read it.
  @unsafe private struct Table: @unchecked Sendable { let pointer: UnsafePointer<skill_host> }

  private static let table: Table = {
    let pointer = UnsafeMutablePointer<skill_host>.allocate(capacity: 1)
    unsafe pointer.initialize(
      to: skill_host(
        size: UInt32(MemoryLayout<skill_host>.size),
        abi_minor: UInt32(SKILL_ABI_MINOR),
        log: { call, level, message in
          let level = min(level, SKILL_LOG_ERROR)
          let bytes = unsafe UnsafeRawBufferPointer(message, limit: 16 * 1024)
          if let context = unsafe CallTable.shared.context(of: call) {
            unsafe context.sink.log(level, bytes)
          } else {
            let log = unsafe libraryLog.withLock { unsafe $0 }
            unsafe log?(level, bytes)
          }
        },
        cancelled: { call in
          // A dead call should stop, whoever is still working on it.
          guard let context = unsafe CallTable.shared.context(of: call) else { return 1 }
          return context.isCancelled ? 1 : 0
        },
        deadline: { call in
          unsafe CallTable.shared.context(of: call)?.deadline ?? 0
        },
        progress: { call, fraction, note in
          guard let context = unsafe CallTable.shared.context(of: call) else { return }
          let known = fraction.isFinite && fraction >= 0
          unsafe context.sink.progress(
            known ? min(fraction, 1) : nil, note: UnsafeRawBufferPointer(note, limit: 4 * 1024))
        },
        emit: { call, channel, mime, bytes in
          guard let context = unsafe CallTable.shared.context(of: call) else { return SKILL_UNSUPPORTED }
          guard let mime = unsafe UnsafeRawBufferPointer(mime), let bytes = unsafe UnsafeRawBufferPointer(bytes) else {
            return SKILL_BAD_INPUT
          }
          guard bytes.count <= CallContext.largestOutput, mime.count <= 1024 else { return SKILL_FAILED }
          switch channel {
          case SKILL_CHANNEL_RESULT: return unsafe context.emitResult(bytes)
          case SKILL_CHANNEL_TEXT: return unsafe context.sink.text(bytes, mime: mime) ? SKILL_DONE : SKILL_FAILED
          case SKILL_CHANNEL_ATTACHMENT:
            guard unsafe !mime.isEmpty else { return SKILL_BAD_INPUT }
            return unsafe context.sink.attach(bytes, mime: mime) ? SKILL_DONE : SKILL_FAILED
          default: return SKILL_BAD_INPUT
          }
        },
        fail: { call, code, message, detail in
          guard let context = unsafe CallTable.shared.context(of: call) else { return }
          unsafe context.fail(
            code: UnsafeRawBufferPointer(code, limit: .max), message: UnsafeRawBufferPointer(message, limit: .max),
            detail: UnsafeRawBufferPointer(detail, limit: .max))
        },
        info: { call, name in
          guard let context = unsafe CallTable.shared.context(of: call),
            let name = unsafe UnsafeRawBufferPointer(name), let value = unsafe context.fact(name)
          else { return unsafe skill_text(data: nil, size: 0) }
          return unsafe skill_text(
            data: value.baseAddress?.assumingMemoryBound(to: CChar.self), size: UInt64(value.count))
        },
        query: { name in
          guard let name = unsafe UnsafeRawBufferPointer(name) else { return nil }
          let services = offered.withLock { $0 }
          if services.contains(.http), unsafe name.elementsEqual("skill.http/1".utf8) {
            return unsafe UnsafeRawPointer(HTTPTable.pointer)
          }
          if services.contains(.storage), unsafe name.elementsEqual("skill.storage/1".utf8) {
            return unsafe UnsafeRawPointer(StorageTable.pointer)
          }
          return nil
        }))
    return unsafe Table(pointer: UnsafePointer(pointer))
  }()
}

extension UnsafeRawBufferPointer {
  /// The bytes of a text that a skill passed in; nil when it says it has bytes but has none, or an impossible size.
  package init?(_ text: skill_text) {
    guard unsafe text.size <= UInt64(Int32.max) else { return nil }
    guard unsafe text.data != nil || text.size == 0 else { return nil }
    unsafe self.init(start: text.data, count: Int(text.size))
  }

  /// As ``init(_:)``, cut at `limit`, and empty where that answers nil.
  fileprivate init(_ text: skill_text, limit: Int) {
    let whole = unsafe UnsafeRawBufferPointer(text) ?? UnsafeRawBufferPointer(start: nil, count: 0)
    unsafe self.init(rebasing: whole.prefix(limit))
  }
}
