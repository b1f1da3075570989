import CSkillABI
import SkillLoader
import SkillSystem

/// A request of `skill.storage/1`, taken apart and checked.
struct StorageRequest: Sendable {
  let operation: ServiceOperation
  let key: [UInt8]
  let value: [UInt8]

  /// Nil when the bytes are malformed: the runner, and not the skill, broke the rules then.
  init?(_ operation: ServiceOperation, _ bytes: UnsafeRawBufferPointer) {
    var reader = unsafe FrameReader(bytes)
    guard let key = unsafe reader.string() else { return nil }
    self.operation = operation
    self.key = unsafe [UInt8](key)
    if operation == .storageSet {
      guard let value = unsafe reader.string(), value.count <= ServiceLimits.value else { return nil }
      self.value = unsafe [UInt8](value)
    } else {
      value = []
    }
    guard reader.isAtEnd, self.key.count <= ServiceLimits.key else { return nil }
  }

  /// Does it; may wait for the disk.
  @concurrent func run(
    _ storage: any StorageService, of identifier: String
  ) async -> (parts: [[UInt8]], end: ServiceEnd) {
    // A prefix may be empty and need not be whole characters; a key is text.
    guard operation == .storageList || (!key.isEmpty && String(validating: key, as: UTF8.self) != nil) else {
      return ([], ServiceEnd(SKILL_BAD_INPUT, "a key is 1 to \(ServiceLimits.key) bytes of UTF-8"))
    }
    do throws(SkillError) {
      var parts: [[UInt8]] = []
      switch operation {
      case .storageGet:
        if let value = try storage.storedValue(key, of: identifier) { parts = Self.pieces(value) }
      case .storageSet: try storage.storeValue(value, key, of: identifier)
      case .storageRemove: try storage.removeValue(key, of: identifier)
      case .storageList: parts = Self.list(try storage.storedKeys(prefix: key, of: identifier))
      case .httpFetch: return ([], ServiceEnd(SKILL_UNSUPPORTED))
      }
      return (parts, .done)
    } catch {
      return ([], ServiceEnd(error.code == .storageFull ? SKILL_FAILED : SKILL_UNAVAILABLE, error.message))
    }
  }

  /// A value in pieces, one at least.
  private static func pieces(_ value: [UInt8]) -> [[UInt8]] {
    if value.isEmpty { return [[]] }
    return stride(from: 0, to: value.count, by: ServiceLimits.part).map {
      Array(value[$0..<min($0 + ServiceLimits.part, value.count)])
    }
  }

  private static func list(_ keys: [StoredKey]) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var writer = FrameWriter()
    for stored in keys.prefix(ServiceLimits.keys) {
      writer.append(stored.key)
      writer.append(UInt64(clamping: stored.valueSize))
      if writer.bytes.count > ServiceLimits.part - ServiceLimits.key - 12 {
        parts.append(writer.bytes)
        writer = FrameWriter()
      }
    }
    if !writer.bytes.isEmpty { parts.append(writer.bytes) }
    return parts
  }
}
