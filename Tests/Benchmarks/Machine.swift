import Glibc
import SkillSystem

/// What the figures were taken on.
enum Machine {
  /// - Parameter toolchain: the compiler, as it names itself.
  static func description(toolchain: String) -> String {
    let processor = field("model name", in: "/proc/cpuinfo") ?? "an unnamed processor"
    var system = utsname()
    uname(&system)
    let kernel = withUnsafeBytes(of: system.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return "Taken on \(today()): \(processor), \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) cores, Linux \(kernel), "
      + "\(toolchain), built for release."
  }

  private static func today() -> String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
  }

  /// Resident memory of a process in KiB.
  static func residentMemory(of pid: Int32) -> Int {
    field("VmRSS", in: "/proc/\(pid)/status").flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
  }

  /// The runners that this process started.
  static var runners: [Int32] {
    let path = "/proc/self/task/\(getpid())/children"
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var pids: [Int32] = []
    var pid: Int32 = 0
    while withUnsafeMutablePointer(to: &pid, { withVaList([$0]) { vfscanf(file, "%d", $0) } }) == 1 {
      if field("Name", in: "/proc/\(pid)/status")?.hasPrefix("skillhost-runne") == true { pids.append(pid) }
    }
    return pids
  }

  /// The text after the colon in the first line that begins with `name`. Files of /proc have no size, so that they are
  /// read as they come.
  private static func field(_ name: String, in path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard text.hasPrefix(name), let colon = text.firstIndex(of: ":") else { continue }
      return text[text.index(after: colon)...].split(whereSeparator: { " \t\n".contains($0) }).joined(separator: " ")
    }
    return nil
  }
}
