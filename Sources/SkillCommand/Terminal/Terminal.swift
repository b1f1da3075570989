import CLinux
import Glibc

/// Facts about the terminal.
package enum Terminal {
  /// How many columns it has: what the terminal says, else COLUMNS, else 80.
  static func columns(_ descriptor: Int32, environment: [String: String]) -> Int {
    let said = Int(clinux_terminal_columns(descriptor))
    if said > 0 { return said }
    if let text = environment["COLUMNS"], let columns = Int(text), columns > 0 { return min(columns, 10_000) }
    return 80
  }

  /// https://no-color.org: any non-empty value means no.
  package static func wantsColours(_ environment: [String: String]) -> Bool {
    (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  /// The environment of this process. Entries that are not UTF-8 are repaired; of duplicates the first counts.
  package static func environment() -> [String: String] {
    var result: [String: String] = [:]
    var entry = unsafe environ
    while let text = unsafe entry.pointee {
      let parts = unsafe String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, result[String(parts[0])] == nil { result[String(parts[0])] = String(parts[1]) }
      unsafe entry += 1
    }
    return result
  }
}
