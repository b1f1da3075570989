import Glibc

/// A folder that is removed with everything in it when the test lets go of it.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    var template = [CChar]("/tmp/skillhost-store-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "cannot create a folder in /tmp")
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Self.remove(path) }

  private static func remove(_ path: String) {
    if unlink(path) == 0 { return }
    guard let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { remove("\(path)/\(name)") }
    }
    closedir(folder)
    rmdir(path)
  }

  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }
}
