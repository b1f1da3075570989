import SkillStore
import SkillSystem

/// The system's libraries that this program uses: which files were loaded for them.
enum LibraryCheck {
  package static func findings() -> [Finding] {
    guard let bytes = try? AtomicFile.read("/proc/self/maps", limit: 4 << 20) else {
      return [Finding(.warn, "libraries", "/proc/self/maps cannot be read", remedy: "mount /proc")]
    }
    let files = Set(
      String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
        line.firstIndex(of: "/").map { String(line[$0...]) }
      })
    return ["libsqlite3.so", "libcrypto.so", "libswiftCore.so"].map { name in
      guard let file = files.filter({ Path.name(of: $0).hasPrefix(name) }).min() else {
        return Finding(.ok, "libraries", "\(name) is part of the program")
      }
      if file.hasSuffix(" (deleted)") {
        return Finding(
          .warn, "libraries", "\(file): the file was replaced while this program runs", remedy: "start it again")
      }
      let version = name == "libsqlite3.so" ? " (SQLite \(Database.libraryVersion))" : ""
      return Finding(.ok, "libraries", "\(file)\(version)")
    }
  }
}
