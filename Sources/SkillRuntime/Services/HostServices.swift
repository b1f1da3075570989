package import SkillBundle
package import SkillLoader
package import SkillSystem

/// What running calls may ask of this host. Implemented elsewhere; a host without them offers none.
package struct HostServices: Sendable {
  /// `skill.http/1`
  package var http: (any HTTPService)?
  /// `skill.storage/1`
  package var storage: (any StorageService)?

  package init(http: (any HTTPService)? = nil, storage: (any StorageService)? = nil) {
    self.http = http
    self.storage = storage
  }

  package static let none = HostServices()

  /// What a skill may ask for. Who named no server needs no network.
  func offered(to target: RunnerTarget) -> ServiceSet {
    var services: ServiceSet = []
    if http != nil, !target.network.isEmpty { services.insert(.http) }
    if storage != nil { services.insert(.storage) }
    return services
  }
}

/// Fetches from servers that a manifest names. None of its functions may block: they are called on the reactor's thread.
package protocol HTTPService: Sendable {
  /// Starts a request.
  ///
  /// - Parameters:
  ///   - request: as the skill made it; everything about it is judged here.
  ///   - allowed: the manifest's `permissions.network`.
  ///   - deadline: the call's.
  ///   - deliver: given the answer, from any thread, in order: a head and pieces of the body, none larger than
  ///     ``ServiceLimits/part``, then one end. Until more is taken, at most ``ServiceLimits/window`` bytes of parts. After
  ///     a cancellation it may still be called.
  func fetch(
    _ request: HTTPServiceRequest, allowed: [NetworkPermission], deadline: MonotonicTime,
    deliver: @escaping @Sendable (HTTPServicePart) -> Void
  ) -> any HTTPServiceTransfer
}

package enum HTTPServicePart: Sendable {
  case head(HTTPServiceHead)
  case body([UInt8])
  case end(ServiceEnd)
}

/// A request under way.
package protocol HTTPServiceTransfer: Sendable {
  /// Parts of so many bytes were taken: as many more may be delivered.
  func taken(_ bytes: Int)
  /// Ends it; nothing that is delivered afterwards is wanted. Does nothing when it has ended.
  func cancel()
}

/// Keeps small values for skills, separately for each identifier. Calls are synchronous and may wait for the disk; any
/// thread may make them.
package protocol StorageService: Sendable {
  /// Nil when there is none.
  func storedValue(_ key: [UInt8], of identifier: String) throws(SkillError) -> [UInt8]?
  /// Durable when it returns. Throws `storage_full` when a quota of ``ServiceLimits`` would be exceeded; nothing changes
  /// then.
  func storeValue(_ value: [UInt8], _ key: [UInt8], of identifier: String) throws(SkillError)
  func removeValue(_ key: [UInt8], of identifier: String) throws(SkillError)
  /// The keys that begin with `prefix`, in byte order, with the sizes of their values.
  func storedKeys(prefix: [UInt8], of identifier: String) throws(SkillError) -> [StoredKey]
}

package struct StoredKey: Hashable, Sendable {
  package var key: [UInt8]
  package var valueSize: Int

  package init(key: [UInt8], valueSize: Int) {
    self.key = key
    self.valueSize = valueSize
  }
}

extension SkillError.Code {
  /// A skill's storage has no room for the value.
  package static let storageFull = Self("storage_full", .failed)
}
