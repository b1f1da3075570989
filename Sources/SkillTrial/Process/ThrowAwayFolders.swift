import Glibc
import SkillBundle
import SkillLoader
import SkillSystem

/// A folder for each slot of a manifest, with a few files in it, gone afterwards.
final class ThrowAwayFolders: Sendable {
  let root: String
  let slots: [(slot: DirectoryPermission, path: String)]

  /// - Parameter samples: by slot, a folder whose files are copied in.
  init(_ slots: [DirectoryPermission], samples: [String: String]) throws(SkillError) {
    var template = Array("/tmp/skillhost-validate-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw .systemCall("create a folder in", "/tmp") }
    let root = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.root = root
    self.slots = slots.map { ($0, "\(root)/\($0.name)") }
    for (slot, path) in self.slots {
      try makeFolder(path)
      if let sample = samples[slot.name] {
        try Self.copy(sample, path, depth: 0)
        continue
      }
      try makeFolder("\(path)/folder")
      for (name, bytes) in Self.files { try AtomicFile.write(bytes, to: "\(path)/\(name)") }
    }
  }

  deinit { Self.remove(root) }

  /// Whatever the skill reads, these are none of it, or badly made.
  private static let files: [(String, [UInt8])] = [
    ("notes.txt", Array("A note about the budget 2026.\n第二行。\n".utf8)), ("empty.json", []),
    ("名前 with spaces.md", Array("# Title\n".utf8)), ("data.bin", Array(0...255)),
    ("broken.ics", Array("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:2026".utf8)),
    ("broken.json", Array("{\"daily\": [1, 2".utf8)), ("folder/inner.txt", Array("report\n".utf8)),
  ]

  /// What is there: path, size and hash of every file. Two are equal only when nothing was changed, made or removed.
  func contents() -> Set<String> {
    var found: Set<String> = []
    for (slot, path) in slots { Self.list(path, slot.name, depth: 0, &found) }
    return found
  }

  private static func list(_ path: String, _ name: String, depth: Int, _ found: inout Set<String>) {
    guard depth < 32, found.count < 100_000 else { return }
    for entry in names(path) {
      let inner = "\(path)/\(entry)"
      if isFolder(inner) {
        found.insert("\(name)/\(entry)/")
        list(inner, "\(name)/\(entry)", depth: depth + 1, &found)
      } else {
        let bytes = (try? AtomicFile.read(inner, limit: 1 << 26)).flatMap(\.self) ?? []
        found.insert("\(name)/\(entry) \(bytes.count) \(SHA256Digest(of: bytes).hex)")
      }
    }
  }

  /// Files and folders; links and what else there is are left out.
  private static func copy(_ from: String, _ to: String, depth: Int) throws(SkillError) {
    for name in names(from) {
      let (old, new) = ("\(from)/\(name)", "\(to)/\(name)")
      if isFolder(old) {
        guard depth < 32 else { continue }
        try makeFolder(new)
        try copy(old, new, depth: depth + 1)
      } else if kind(old) == S_IFREG {
        guard let bytes = try AtomicFile.read(old, limit: 1 << 26) else {
          throw SkillError(.sampleTooLarge, "\(old) has more than 64 MB", hint: "copy a smaller sample")
        }
        try AtomicFile.write(bytes, to: new)
      }
    }
  }

  private static func names(_ path: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private static func isFolder(_ path: String) -> Bool { kind(path) == S_IFDIR }

  private static func kind(_ path: String) -> mode_t? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Never follows a link: what a skill made is removed, not what it points to.
  private static func remove(_ path: String) {
    if isFolder(path) {
      for name in names(path) { remove("\(path)/\(name)") }
      unsafe rmdir(path)
    } else {
      unsafe unlink(path)
    }
  }
}

extension SkillError.Code {
  static let sampleTooLarge = Self("sample_too_large", .usage)
}
