import Glibc

/// The names of the calendar files in a folder and in the folders below it, as programs that keep one file an event
/// lay them out.
struct FolderListing {
  /// Relative to the folder, sorted.
  private(set) var names: [String] = []
  /// Temporary files of calls that were killed.
  private(set) var leftovers: [String] = []
  private(set) var warnings: [String] = []

  private static let maximumFiles = 20_000
  private static let maximumDepth = 3

  /// A folder that does not exist has no files.
  init(_ folder: String) throws(FolderError) {
    try visit(folder, prefix: "", depth: 0)
    names.sort()
  }

  private mutating func visit(_ folder: String, prefix: String, depth: Int) throws(FolderError) {
    guard let directory = opendir(folder) else {
      let code = errno
      if code == ENOENT { return }
      if depth == 0 { throw FolderError("cannot read the folder \(folder)", code: code) }
      warnings.append(FolderError("cannot read the folder \(prefix)", code: code).description)
      return
    }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix(".") {
        if name.hasPrefix(AtomicFile.temporaryPrefix), name.hasSuffix(AtomicFile.temporarySuffix) {
          leftovers.append(prefix + name)
        }
        continue
      }
      let type = Int(entry.pointee.d_type)
      if name.lowercased().hasSuffix(".ics"), type != Int(DT_DIR) {
        guard names.count < Self.maximumFiles else {
          warnings.append("more than \(Self.maximumFiles) calendar files; the rest is passed over")
          return
        }
        names.append(prefix + name)
      } else if type == Int(DT_DIR), depth < Self.maximumDepth {
        try visit("\(folder)/\(name)", prefix: "\(prefix)\(name)/", depth: depth + 1)
      }
    }
  }
}
