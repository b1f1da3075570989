import CRunner
import CSeccomp
import Glibc
import SkillLoader

// What the runner tells beside its work while a skill is examined. Nothing of this happens in use.

extension ProcessState {
  /// This process now.
  init(_ moment: Moment, _ descriptor: CheckedDescriptor? = nil, hasMatch: Bool = false) {
    var environment: [String] = []
    // A skill that fills its environment should not fill the frame.
    while environment.count < 256, let entry = unsafe crunner_environment(UInt64(environment.count)) {
      environment.append(
        unsafe String(decoding: UnsafeRawBufferPointer(start: entry, count: min(strlen(entry), 128)), as: UTF8.self))
    }
    let locale = unsafe crunner_locale().map { unsafe String(cString: $0) } ?? ""
    self.init(
      moment: moment, locale: String(locale.prefix(512)), environment: environment,
      handlers: (1...64).map { crunner_signal_handler($0) },
      descriptor: descriptor.map {
        Descriptor(
          size: $0.statedSize, minor: $0.statedMinor, flags: $0.flags, maxParallel: $0.maxParallel,
          hasMatch: hasMatch, hasQuiesce: $0.hasQuiesce)
      })
  }

  var frame: [UInt8] {
    var writer = FrameWriter()
    writer.append(self)
    return writer.bytes
  }
}

extension SystemCallFilter {
  /// The payload of a `listening` frame.
  static var callNames: [UInt8] {
    var writer = FrameWriter()
    for number in 0..<Int32(512) {
      let name = unsafe seccomp_syscall_resolve_num_arch(0, number)
      writer.append(unsafe name.map { unsafe String(cString: $0) } ?? "")
      unsafe free(name)
    }
    return writer.bytes
  }
}
