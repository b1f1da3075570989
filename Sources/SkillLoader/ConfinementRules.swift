/// What a runner must hold its skill to: decided by the host, part of the load frame, enforced by the runner before it
/// looks at the library.
package struct ConfinementRules: Hashable, Sendable {
  package struct Folder: Hashable, Sendable {
    /// Absolute; must exist.
    package var path: String
    package var writable: Bool

    package init(path: String, writable: Bool) {
      self.path = path
      self.writable = writable
    }
  }

  /// What the skill may read or change; nothing else of the file system.
  package var folders: [Folder] = []
  /// Address space.
  package var memoryMegabytes = 256
  /// Libraries to load before the lock, by soname: what the skill's library needs and would open late.
  package var preload: [String] = []
  /// Run although a part of the sandbox is missing. Only when the operator asked for it by name.
  package var bestEffort = false
  /// For the examination of a skill, never for its use: what the runner tells and asks beside its work.
  package var observation = RunnerObservation()

  package init() {}
}

extension FrameWriter {
  package mutating func append(_ rules: ConfinementRules) {
    append(UInt8(rules.bestEffort ? 1 : 0) | rules.observation.rawValue << 1)
    append(UInt32(clamping: rules.memoryMegabytes))
    append(UInt16(clamping: rules.folders.count))
    for folder in rules.folders {
      append(UInt8(folder.writable ? 1 : 0))
      append(folder.path)
    }
    append(UInt16(clamping: rules.preload.count))
    for library in rules.preload { append(library) }
  }
}

extension FrameReader {
  package mutating func confinementRules() -> ConfinementRules? {
    var rules = ConfinementRules()
    guard let bestEffort = uint8(), let memory = uint32(), let folders = uint16() else { return nil }
    rules.bestEffort = bestEffort & 1 == 1
    rules.observation = RunnerObservation(rawValue: bestEffort >> 1)
    rules.memoryMegabytes = Int(memory)
    for _ in 0..<folders {
      guard let writable = uint8(), let path = text() else { return nil }
      rules.folders.append(.init(path: path, writable: writable == 1))
    }
    guard let libraries = uint16() else { return nil }
    for _ in 0..<libraries {
      guard let library = text() else { return nil }
      rules.preload.append(library)
    }
    return rules
  }
}
