package import CSkillABI

/// What a runner does in addition when a skill is examined (docs/validating.md).
package struct RunnerObservation: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Frames of kind `processState`.
  package static let state = RunnerObservation(rawValue: 1)
  /// Refused system calls, and all that open a file, wait for the host's answer instead of being answered by the kernel.
  package static let refusals = RunnerObservation(rawValue: 2)
}

/// What belongs to the whole process and cannot be seen from outside.
package struct ProcessState: Hashable, Sendable {
  package enum Moment: UInt8, Sendable {
    /// Confined, and nothing of the library is there.
    case fresh
    /// After `create`.
    case created
    /// After a call returned.
    case served
  }

  /// What the library says about the skill.
  package struct Descriptor: Hashable, Sendable {
    package var size: UInt32
    package var minor: UInt32
    package var flags: skill_flags
    package var maxParallel: UInt32
    package var hasMatch: Bool
    package var hasQuiesce: Bool

    package init(
      size: UInt32, minor: UInt32, flags: skill_flags, maxParallel: UInt32, hasMatch: Bool, hasQuiesce: Bool
    ) {
      self.size = size
      self.minor = minor
      self.flags = flags
      self.maxParallel = maxParallel
      self.hasMatch = hasMatch
      self.hasQuiesce = hasQuiesce
    }
  }

  package var moment: Moment
  /// `setlocale(LC_ALL, NULL)`.
  package var locale: String
  /// `NAME=value`, in the order of the process.
  package var environment: [String]
  /// The address of the handler of signal 1, 2, …; 0 is the default, 1 is to ignore it.
  package var handlers: [UInt64]
  /// Nil when the library is not loaded yet.
  package var descriptor: Descriptor?

  package init(
    moment: Moment, locale: String, environment: [String], handlers: [UInt64], descriptor: Descriptor? = nil
  ) {
    self.moment = moment
    self.locale = locale
    self.environment = environment
    self.handlers = handlers
    self.descriptor = descriptor
  }
}

extension FrameWriter {
  package mutating func append(_ state: ProcessState) {
    append(state.moment.rawValue)
    append(state.locale)
    append(UInt16(clamping: state.environment.count))
    for entry in state.environment.prefix(Int(UInt16.max)) { append(entry) }
    append(UInt8(clamping: state.handlers.count))
    for handler in state.handlers.prefix(Int(UInt8.max)) { append(handler) }
    append(UInt8(state.descriptor == nil ? 0 : 1))
    guard let descriptor = state.descriptor else { return }
    for number in [descriptor.size, descriptor.minor, descriptor.flags, descriptor.maxParallel] { append(number) }
    for flag in [descriptor.hasMatch, descriptor.hasQuiesce] { append(UInt8(flag ? 1 : 0)) }
  }
}

extension FrameReader {
  package mutating func processState() -> ProcessState? {
    guard let moment = uint8().flatMap(ProcessState.Moment.init), let locale = text(), let entries = uint16() else {
      return nil
    }
    var state = ProcessState(moment: moment, locale: locale, environment: [], handlers: [])
    for _ in 0..<entries {
      guard let entry = unsafe string() else { return nil }
      unsafe state.environment.append(String(decoding: entry, as: UTF8.self))
    }
    guard let handlers = uint8() else { return nil }
    for _ in 0..<handlers {
      guard let handler = uint64() else { return nil }
      state.handlers.append(handler)
    }
    guard let hasDescriptor = uint8() else { return nil }
    if hasDescriptor == 0 { return state }
    guard let size = uint32(), let minor = uint32(), let flags = uint32(), let maxParallel = uint32(),
      let hasMatch = uint8(), let hasQuiesce = uint8()
    else { return nil }
    state.descriptor = ProcessState.Descriptor(
      size: size, minor: minor, flags: flags, maxParallel: maxParallel, hasMatch: hasMatch != 0,
      hasQuiesce: hasQuiesce != 0)
    return state
  }
}
