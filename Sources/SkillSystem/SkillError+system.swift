import Glibc

extension SkillError {
  /// The failure of a system call, from `errno`. `errno` must not have been touched since the call.
  package static func systemCall(_ operation: String, _ subject: String? = nil, code: Code = .system) -> SkillError {
    systemCall(operation, subject, errno: errno, code: code)
  }

  package static func systemCall(
    _ operation: String, _ subject: String? = nil, errno number: Int32, code: Code = .system
  ) -> SkillError {
    SkillError(code, "cannot \(operation)\(subject.map { " \($0)" } ?? ""): \(errorText(number))")
  }
}

/// The system's text for an error number.
package func errorText(_ number: Int32) -> String {
  unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
    // The buffer has a terminator within its bounds whatever strerror_r does.
    unsafe buffer.initialize(repeating: 0)
    // A null base is impossible: the capacity is not zero.
    guard let base = buffer.baseAddress, unsafe strerror_r(number, base, 255) == 0 else { return "error \(number)" }
    return unsafe String(cString: base)
  }
}
