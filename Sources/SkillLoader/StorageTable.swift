import CSkillABI

/// `skill.storage/1` of this process.
enum StorageTable {
  static var pointer: UnsafePointer<skill_storage_v1> { unsafe table.pointer }

  // The pointee is never written after this initialiser, so any thread may read it.
  @unsafe private struct Table: @unchecked Sendable { let pointer: UnsafePointer<skill_storage_v1> }

  private static let table: Table = {
    let pointer = UnsafeMutablePointer<skill_storage_v1>.allocate(capacity: 1)
    unsafe pointer.initialize(
      to: skill_storage_v1(
        size: UInt32(MemoryLayout<skill_storage_v1>.size), reserved: 0,
        get: { call, key, value in
          guard let context = unsafe CallTable.shared.context(of: call) else { return SKILL_UNSUPPORTED }
          guard let key = unsafe bytes(key, ServiceLimits.key), let value = unsafe value else { return SKILL_BAD_INPUT }
          var found: [UInt8]?
          let end = unsafe context.ask(.storageGet, request(key)) { part in
            guard (found?.count ?? 0) + part.count <= ServiceLimits.value else { return false }
            unsafe found = (found ?? []) + [UInt8](part)
            return true
          }
          guard end?.status == SKILL_DONE else { return end?.status ?? SKILL_FAILED }
          unsafe value.pointee = found.map { unsafe context.keep($0) } ?? skill_text(data: nil, size: 0)
          return SKILL_DONE
        },
        set: { call, key, value in
          guard let context = unsafe CallTable.shared.context(of: call) else { return SKILL_UNSUPPORTED }
          guard let key = unsafe bytes(key, ServiceLimits.key), let value = unsafe bytes(value, .max) else {
            return SKILL_BAD_INPUT
          }
          guard value.count <= ServiceLimits.value else { return SKILL_FAILED }
          return unsafe context.ask(.storageSet, request(key, value)) { _ in false }?.status ?? SKILL_FAILED
        },
        remove: { call, key in
          guard let context = unsafe CallTable.shared.context(of: call) else { return SKILL_UNSUPPORTED }
          guard let key = unsafe bytes(key, ServiceLimits.key) else { return SKILL_BAD_INPUT }
          return unsafe context.ask(.storageRemove, request(key)) { _ in false }?.status ?? SKILL_FAILED
        },
        list: { call, prefix, taker, visit in
          guard let context = unsafe CallTable.shared.context(of: call) else { return SKILL_UNSUPPORTED }
          guard let prefix = unsafe bytes(prefix, ServiceLimits.key), let visit = unsafe visit else {
            return SKILL_BAD_INPUT
          }
          // Collected first, so that visit may itself use the storage.
          var keys: [(key: [UInt8], size: UInt64)] = []
          let end = unsafe context.ask(.storageList, request(prefix)) { part in
            var reader = unsafe FrameReader(part)
            while !reader.isAtEnd {
              guard let key = unsafe reader.string(), let size = reader.uint64(), keys.count < ServiceLimits.keys else {
                return false
              }
              unsafe keys.append(([UInt8](key), size))
            }
            return true
          }
          guard end?.status == SKILL_DONE else { return end?.status ?? SKILL_FAILED }
          for (key, size) in keys {
            let status = unsafe key.withUnsafeBytes { unsafe visit(taker, skill_text($0), size) }
            guard status == SKILL_DONE else { return status }
          }
          return SKILL_DONE
        }))
    return unsafe Table(pointer: UnsafePointer(pointer))
  }()

  private static func bytes(_ text: skill_text, _ limit: Int) -> [UInt8]? {
    guard let bytes = unsafe UnsafeRawBufferPointer(text), bytes.count <= limit else { return nil }
    return unsafe [UInt8](bytes)
  }

  private static func request(_ strings: [UInt8]...) -> [UInt8] {
    var writer = FrameWriter()
    for string in strings { writer.append(string) }
    return writer.bytes
  }
}
