import Glibc
import Synchronization

/// The log of what skills say and print: one line an entry, in a file that is bounded.
///
/// `2026-01-31T09:30:00.123Z warning weather.daily_forecast 1.0.0 [1234]: text`. Control characters and bytes that are
/// not UTF-8 are escaped, so that no skill can forge a line or talk to a terminal. At `maxBytes` the file is renamed to
/// `<name>.1` (replacing the one before) and a new one begins. Writing never fails a call: an entry that cannot be
/// written is dropped.
package final class SkillLog: Sendable {
  private struct State {
    var file: Int32 = -1
    var size = 0
  }

  package let path: String
  private let maxBytes: Int
  private let state = Lock(State())

  /// Nothing is opened before the first entry.
  package init(path: String, maxBytes: Int = 8 * 1024 * 1024) {
    self.path = path
    self.maxBytes = maxBytes
  }

  deinit {
    state.withLock { if $0.file >= 0 { close($0.file) } }
  }

  /// - Parameter level: 0 debug, 1 info, 2 warning, 3 error.
  package func write(level: Int, source: String, pid: Int32, _ message: UnsafeRawBufferPointer) {
    let names = ["debug", "info", "warning", "error"]
    let name = names.indices.contains(level) ? names[level] : "info"
    var line = "\(Self.timestamp(WallClock.milliseconds)) \(name) \(source) [\(pid)]: "
    unsafe line += Self.escaped(message)
    line += "\n"
    append(line)
  }

  private func append(_ line: String) {
    state.withLock { state in
      if state.file >= 0, state.size + line.utf8.count > maxBytes {
        close(state.file)
        state.file = -1
        unsafe rename(path, path + ".1")
      }
      if state.file < 0 {
        state.file = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard state.file >= 0 else { return }
        state.size = max(Int(lseek(state.file, 0, SEEK_END)), 0)
      }
      var line = line
      let file = state.file
      let written = line.withUTF8 { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
      state.size += max(written, 0)
    }
  }

  /// Printable text on one line.
  package static func escaped(_ bytes: UnsafeRawBufferPointer) -> String {
    let text = unsafe String(decoding: bytes, as: UTF8.self)
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// RFC 3339 in UTC with milliseconds.
  package static func timestamp(_ milliseconds: Int64) -> String {
    var seconds = time_t(milliseconds / 1000)
    var parts = unsafe tm()
    unsafe gmtime_r(&seconds, &parts)
    func pad(_ number: Int32, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    let date = unsafe "\(pad(parts.tm_year + 1900, 4))-\(pad(parts.tm_mon + 1, 2))-\(pad(parts.tm_mday, 2))"
    let time = unsafe "\(pad(parts.tm_hour, 2)):\(pad(parts.tm_min, 2)):\(pad(parts.tm_sec, 2))"
    return "\(date)T\(time).\(pad(Int32(truncatingIfNeeded: milliseconds % 1000), 3))Z"
  }
}
