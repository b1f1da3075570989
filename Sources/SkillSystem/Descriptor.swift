package import Glibc

/// The one owner of an open file descriptor: closing happens when it goes out of scope, and nowhere else.
///
/// Every descriptor of this program is close-on-exec; a child gets only what ``ChildProcess`` maps for it.
package struct Descriptor: ~Copyable, Sendable {
  /// The number, for system calls. It is valid as long as this value lives.
  package let number: Int32

  /// Takes ownership of an open descriptor.
  package init(owning number: Int32) {
    self.number = number
  }

  deinit {
    // An error of close(2) on Linux still releases the number, so there is nothing to retry.
    _ = Glibc.close(number)
  }

  /// Gives the number away: from here on the caller must close it.
  package consuming func leak() -> Int32 {
    let kept = number
    discard self
    return kept
  }

  /// A second descriptor for the same open file.
  package borrowing func duplicate() throws(SkillError) -> Descriptor {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .systemCall("duplicate descriptor") }
    return Descriptor(owning: copy)
  }
}

extension Descriptor {
  /// Opens a file. `O_CLOEXEC` is always added.
  package static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(SkillError) -> Descriptor {
    let number = retrying { unsafe Glibc.open(path, flags | O_CLOEXEC, mode) }
    guard number >= 0 else { throw .systemCall("open", path) }
    return Descriptor(owning: number)
  }

  /// What the open file is: its type, size, times and identity.
  package borrowing func status() throws(SkillError) -> stat {
    var result = stat()
    guard unsafe fstat(number, &result) == 0 else { throw .systemCall("stat") }
    return result
  }

  /// Reads from the current position to the end, refusing more than `limit` bytes.
  ///
  /// - Returns: the bytes, or nil when there are more than `limit`.
  package borrowing func readToEnd(limit: Int) throws(SkillError) -> [UInt8]? {
    var bytes: [UInt8] = []
    let size = max(Int(try status().st_size), 0)
    // The size is a hint only: a file can grow, and a pipe has none.
    var step = min(max(size, 4_095), limit) + 1
    while true {
      let before = bytes.count
      bytes.reserveCapacity(before + step)
      var failure = false
      let number = number
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: step) { buffer, count in
        let got = retrying { unsafe Glibc.read(number, buffer.baseAddress, buffer.count) }
        failure = got < 0
        count = max(got, 0)
      }
      if failure { throw .systemCall("read") }
      if chunk.isEmpty { return bytes }
      if before == 0 { bytes = chunk } else { bytes += chunk }
      if bytes.count > limit { return nil }
      step = min(64 * 1024, limit - bytes.count + 1)
    }
  }

  /// Writes all bytes, or throws.
  package borrowing func write(_ bytes: [UInt8]) throws(SkillError) {
    var done = 0
    while done < bytes.count {
      let number = number
      let from = done
      let put = unsafe bytes.withUnsafeBytes { buffer in
        retrying { unsafe Glibc.write(number, buffer.baseAddress! + from, buffer.count - from) }
      }
      guard put >= 0 else { throw .systemCall("write") }
      done += put
    }
  }

  /// Makes what was written durable.
  package borrowing func synchronize() throws(SkillError) {
    guard retrying({ fsync(number) }) == 0 else { throw .systemCall("fsync") }
  }
}

/// Repeats a system call that a signal interrupted.
package func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
