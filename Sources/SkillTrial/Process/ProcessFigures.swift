import Glibc
import SkillSystem

/// What the kernel says about a process.
package struct ProcessFigures: Hashable, Sendable {
  /// Memory in use and memory that was asked for, in kilobytes.
  package var residentKilobytes = 0
  package var dataKilobytes = 0
  package var threads = 0
  package var descriptors = 0
  /// In octal, as the kernel writes it.
  package var umask = ""
  package var workingFolder: String?

  /// Nil when there is no such process, or it may not be looked at.
  package init?(of pid: Int32) {
    guard let bytes = try? AtomicFile.read("/proc/\(pid)/status", limit: 64 * 1024),
      let folder = unsafe opendir("/proc/\(pid)/fd")
    else { return nil }
    defer { unsafe closedir(folder) }
    while let entry = unsafe readdir(folder) {
      if unsafe entry.pointee.d_name.0 != CChar(bitPattern: UInt8(ascii: ".")) { descriptors += 1 }
    }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(whereSeparator: \.isWhitespace)
      guard fields.count > 1 else { continue }
      switch fields[0] {
      case "VmRSS:": residentKilobytes = Int(fields[1]) ?? 0
      case "VmData:": dataKilobytes = Int(fields[1]) ?? 0
      case "Threads:": threads = Int(fields[1]) ?? 0
      case "Umask:": umask = String(fields[1])
      default: break
      }
    }
    workingFolder = Self.link("/proc/\(pid)/cwd")
  }

  /// Where a symbolic link leads.
  static func link(_ path: String) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_096) { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let count = unsafe readlink(path, base, 4_096)
      guard count > 0 else { return nil }
      return unsafe String(decoding: UnsafeRawBufferPointer(start: base, count: count), as: UTF8.self)
    }
  }
}
