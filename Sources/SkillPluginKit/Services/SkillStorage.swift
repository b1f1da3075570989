internal import CSkillABI

/// The skill's own small key-value store, durable and with a quota. A key is 1 to 256 bytes of UTF-8.
///
/// Every function throws a ``SkillFailure``: `storage_unsupported` when the host offers no storage, else
/// `storage_failed` with the kind that the host gave.
public struct SkillStorage: Sendable {
  let call: CallHandle

  /// Whether this host offers storage to this skill.
  public var isOffered: Bool { call.service("skill.storage/1") != nil }

  /// The value of a key; nil when there is none.
  public func value(_ key: String) throws -> [UInt8]? {
    var value: [UInt8]?
    try use("read '\(key)'") { table, call in
      guard let get = table.get else { return SKILL_UNSUPPORTED }
      var text = skill_text.absent
      let status = withText(key) { get(call, $0, &text) }
      if status == SKILL_DONE, text.data != nil { value = text.bytes }
      return status
    }
    return value
  }

  /// Writes a value; it is durable when this returns.
  public func set(_ key: String, _ value: [UInt8]) throws {
    try use("write '\(key)'") { table, call in
      guard let set = table.set else { return SKILL_UNSUPPORTED }
      return withText(key) { key in withText(value) { set(call, key, $0) } }
    }
  }

  /// Removes a key, which need not exist.
  public func remove(_ key: String) throws {
    try use("remove '\(key)'") { table, call in
      guard let remove = table.remove else { return SKILL_UNSUPPORTED }
      return withText(key) { remove(call, $0) }
    }
  }

  /// All keys that start with `prefix`, in byte order.
  public func keys(prefix: String = "") throws -> [String] {
    var keys: [String] = []
    try use("list keys") { table, call in
      guard let list = table.list else { return SKILL_UNSUPPORTED }
      return withUnsafeMutablePointer(to: &keys) { keys in
        withText(prefix) {
          list(call, $0, keys) { context, key, _ in
            guard let context else { return SKILL_FAILED }
            if let key = key.string { context.assumingMemoryBound(to: [String].self).pointee.append(key) }
            return SKILL_DONE
          }
        }
      }
    }
    return keys
  }

  private func use(
    _ what: String, _ body: (skill_storage_v1, UnsafePointer<skill_call>) -> skill_status
  ) throws {
    guard let service = call.service("skill.storage/1") else {
      throw SkillFailure("storage_unsupported", "this host offers no storage to this skill", kind: .unsupported)
    }
    var table = skill_storage_v1()
    let pointer = service.assumingMemoryBound(to: skill_storage_v1.self)
    copyCovered(pointer, size: pointer.pointee.size, to: &table)
    guard let status = call.use({ body(table, $0) }) else { throw CancellationError() }
    if status == SKILL_CANCELLED { throw CancellationError() }
    guard status == SKILL_DONE else {
      throw SkillFailure("storage_failed", "storage: cannot \(what)", kind: SkillFailure.Kind(status))
    }
  }
}
