import Glibc

/// What the user's environment says about language and place, in the words that skills understand.
package enum Surroundings {
  /// BCP 47 from the POSIX locale: `zh_CN.UTF-8` is `zh-CN`. Nil for the C locale.
  package static func locale(_ environment: [String: String]) -> String? {
    // The order in which POSIX looks.
    let value = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let name = value.prefix { $0 != "." && $0 != "@" }
    guard !name.isEmpty, name != "C", name != "POSIX", name.utf8.count <= 35 else { return nil }
    let isTag = name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    return isTag ? String(name.map { $0 == "_" ? "-" : $0 }) : nil
  }

  /// The IANA name of the time zone: TZ, else what /etc/localtime is a link to.
  package static func timezone(_ environment: [String: String], localtime: String = "/etc/localtime") -> String? {
    if let value = environment["TZ"], !value.isEmpty {
      let name = value.hasPrefix(":") ? value.dropFirst() : value[...]
      return isZone(name) ? String(name) : nil
    }
    let target = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4_096) { buffer in
      guard let base = buffer.baseAddress else { return "" }
      let count = unsafe readlink(localtime, UnsafeMutableRawPointer(base).assumingMemoryBound(to: CChar.self), 4_096)
      return unsafe String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    }
    guard let range = target.firstRange(of: "/zoneinfo/") else { return nil }
    let name = target[range.upperBound...]
    return isZone(name) ? String(name) : nil
  }

  /// `Asia/Shanghai`, `UTC`; not a path, and not one of POSIX's formulas (`CET-1CEST`).
  private static func isZone(_ name: Substring) -> Bool {
    guard (1...64).contains(name.utf8.count), name == "UTC" || name.contains("/"), !name.hasPrefix("/") else {
      return false
    }
    return name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || "/_-+0123456789".utf8.contains(byte)
    }
  }
}
