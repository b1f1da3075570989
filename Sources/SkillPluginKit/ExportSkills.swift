@_exported public import CSkillABI
internal import Synchronization

/// What the entry point returns: null when the library does not hold the skill.
public typealias SkillDescriptor = UnsafePointer<skill_descriptor>

/// Answers the host's question for one skill of this library; the body of `skill_entry_v1`.
///
/// A library holds at most 32 skills; asking for one more answers null.
public func exportSkills(
  _ hostMinor: UInt32, _ identifier: skill_text, _ skills: any Skill.Type...
) -> SkillDescriptor? {
  guard let name = identifier.string, let skill = skills.first(where: { $0.identifier == name }) else { return nil }
  return slots.descriptor(for: skill)
}

private let slots = Slots()

/// The skills of this library that the host has asked for, each with its descriptor.
///
/// The contract gives `create` nothing that names the skill, and a C function cannot be made from a closure that knows
/// its generic type. So there are 32 create functions, each for the skill in its own slot; all later functions find
/// the skill through `self`.
private final class Slots: Sendable {
  private struct Slot {
    let type: any Skill.Type
    /// The address of the descriptor, which lives as long as the process.
    let descriptor: UInt
  }
  private let slots = Mutex<[Slot]>([])

  func descriptor(for type: any Skill.Type) -> SkillDescriptor? {
    let address = slots.withLock { slots -> UInt? in
      if let known = slots.first(where: { $0.type == type }) { return known.descriptor }
      guard slots.count < createFunctions.count else { return nil }
      let descriptor = UnsafeMutablePointer<skill_descriptor>.allocate(capacity: 1)
      descriptor.initialize(to: skill_descriptor(type, create: createFunctions[slots.count]))
      slots.append(Slot(type: type, descriptor: UInt(bitPattern: descriptor)))
      return UInt(bitPattern: descriptor)
    }
    return address.flatMap { SkillDescriptor(bitPattern: $0) }
  }

  func type(at index: Int) -> (any Skill.Type)? {
    slots.withLock { $0.indices.contains(index) ? $0[index].type : nil }
  }
}

extension skill_descriptor {
  fileprivate init(_ type: any Skill.Type, create: CreateFunction) {
    self.init()
    let matching = type as? any MatchingSkill.Type
    size = UInt32(MemoryLayout<skill_descriptor>.size)
    abi_minor = UInt32(SKILL_ABI_MINOR)
    flags = 0
    if matching?.matchIsPure == true { flags |= SKILL_FLAG_MATCH_IS_PURE }
    max_parallel = UInt32(clamping: type.maxParallel)
    self.create = create
    invoke = { instance, call, input in
      withInstance(instance, call) { $0.invoke($1, input.bytes) }
    }
    if matching != nil {
      match = { instance, call, intent in
        withInstance(instance, call) { $0.match($1, intent.bytes) }
      }
    }
    if type is any QuiescingSkill.Type {
      flags |= SKILL_FLAG_QUIESCE_MATTERS
      quiesce = { instance, deadline in
        guard let instance else { return }
        let remaining = Int64(clamping: deadline) - Int64(clamping: monotonicNanoseconds())
        Unmanaged<SkillInstance>.fromOpaque(instance).takeUnretainedValue()
          .quiesce(within: .nanoseconds(max(remaining, 0)))
      }
    }
    destroy = { instance in
      guard let instance else { return }
      Unmanaged<SkillInstance>.fromOpaque(instance).release()
    }
  }
}

/// Runs one invoke or match; the call is dead when this returns.
private func withInstance(
  _ instance: UnsafeMutableRawPointer?, _ call: UnsafePointer<skill_call>?,
  _ body: (SkillInstance, CallHandle) -> skill_status
) -> skill_status {
  guard let instance, let call else { return SKILL_FAILED }
  let skill = Unmanaged<SkillInstance>.fromOpaque(instance).takeUnretainedValue()
  let handle = CallHandle(call, fallback: skill.host)
  defer { handle.end() }
  return body(skill, handle)
}

// MARK: - Create

private typealias CreateFunction =
  @convention(c) (
    UnsafePointer<skill_host>?, skill_text, UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> skill_status

private func create(
  _ slot: Int, _ host: UnsafePointer<skill_host>?, _ config: skill_text,
  _ instance: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> skill_status {
  guard let instance, let type = slots.type(at: slot) else { return SKILL_FAILED }
  let table = HostTable(host)
  do {
    let created = try type.instance(host: table, config: config.bytes)
    instance.pointee = Unmanaged.passRetained(created).toOpaque()
    return SKILL_DONE
  } catch {
    let failure = SkillFailure(error)
    table.log(nil, .error, "\(type.identifier) cannot be used: \(failure)")
    return failure.kind.status
  }
}

extension Skill {
  fileprivate static func instance(host: HostTable, config: [UInt8]) throws -> SkillInstance {
    try Instance<Self>(host: host, config: config)
  }
}

private let createFunctions: [CreateFunction] = [
  { create(0, $0, $1, $2) },
  { create(1, $0, $1, $2) },
  { create(2, $0, $1, $2) },
  { create(3, $0, $1, $2) },
  { create(4, $0, $1, $2) },
  { create(5, $0, $1, $2) },
  { create(6, $0, $1, $2) },
  { create(7, $0, $1, $2) },
  { create(8, $0, $1, $2) },
  { create(9, $0, $1, $2) },
  { create(10, $0, $1, $2) },
  { create(11, $0, $1, $2) },
  { create(12, $0, $1, $2) },
  { create(13, $0, $1, $2) },
  { create(14, $0, $1, $2) },
  { create(15, $0, $1, $2) },
  { create(16, $0, $1, $2) },
  { create(17, $0, $1, $2) },
  { create(18, $0, $1, $2) },
  { create(19, $0, $1, $2) },
  { create(20, $0, $1, $2) },
  { create(21, $0, $1, $2) },
  { create(22, $0, $1, $2) },
  { create(23, $0, $1, $2) },
  { create(24, $0, $1, $2) },
  { create(25, $0, $1, $2) },
  { create(26, $0, $1, $2) },
  { create(27, $0, $1, $2) },
  { create(28, $0, $1, $2) },
  { create(29, $0, $1, $2) },
  { create(30, $0, $1, $2) },
  { create(31, $0, $1, $2) },
]
