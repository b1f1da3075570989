import Glibc

/// The few things this module does with files, straight on the system calls.
enum FileAccess {
  struct Failure: Error, CustomStringConvertible {
    let code: Int32
    let description: String

    init(_ action: String, code: Int32 = errno) {
      self.code = code
      description = "\(action): \(String(cString: strerror(code)))"
    }
  }

  /// What a symbolic link points to; nil when it is not one.
  static func linkTarget(_ path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1_024) { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let count = readlink(path, base, buffer.count)
      guard count > 0 else { return nil }
      return String(decoding: UnsafeRawBufferPointer(start: base, count: count), as: UTF8.self)
    }
  }

  /// The contents of a regular file. Fails when it is something else or larger than `limit` bytes.
  static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    // Not blocking, so that a FIFO under that name cannot hold the call.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Failure("cannot open") }
    defer { close(descriptor) }
    return try contents(descriptor, limit: limit)
  }

  static func contents(_ descriptor: Int32, limit: Int) throws(Failure) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Failure("cannot look at") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Failure("not a regular file", code: EINVAL) }
    guard Int(status.st_size) <= limit else { throw Failure("larger than \(limit) bytes", code: EFBIG) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(status.st_size) + 1)
    let chunk = 65_536
    while true {
      var failure: Int32 = 0
      let piece = [UInt8](unsafeUninitializedCapacity: chunk) { buffer, count in
        var result = Glibc.read(descriptor, buffer.baseAddress, chunk)
        while result < 0, errno == EINTR { result = Glibc.read(descriptor, buffer.baseAddress, chunk) }
        if result < 0 { failure = errno }
        count = max(result, 0)
      }
      guard failure == 0 else { throw Failure("cannot read", code: failure) }
      if piece.isEmpty { return bytes }
      bytes += piece
      guard bytes.count <= limit else { throw Failure("larger than \(limit) bytes", code: EFBIG) }
    }
  }
}

extension FileAccess {
  static func isPermission(_ code: Int32) -> Bool {
    code == EACCES || code == EPERM || code == EROFS
  }
}
