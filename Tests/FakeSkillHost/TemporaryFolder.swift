internal import Glibc

/// A folder for one test, removed with everything in it when the test ends.
package final class TemporaryFolder {
  package let path: String

  package init() throws {
    var template = Array("/tmp/skillhost-test.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Problem("cannot make a temporary folder") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    Self.removeTree(path)
  }

  /// Children before their folder; symbolic links are removed, not followed.
  private static func removeTree(_ path: String) {
    if let stream = opendir(path) {
      var names: [String] = []
      while let entry = readdir(stream) {
        names.append(
          withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        if entry.pointee.d_type == DT_LNK { unlink("\(path)/\(names.removeLast())") }
      }
      closedir(stream)
      for name in names where name != "." && name != ".." { removeTree("\(path)/\(name)") }
    }
    Glibc.remove(path)
  }

  /// Writes a file, making the folders above it, and answers its path.
  @discardableResult
  package func write(_ name: String, _ content: String) throws -> String {
    try write(name, Array(content.utf8))
  }

  @discardableResult
  package func write(_ name: String, _ content: [UInt8]) throws -> String {
    var folder = path
    for part in name.split(separator: "/").dropLast() {
      folder += "/\(part)"
      mkdir(folder, 0o700)
    }
    let file = "\(path)/\(name)"
    guard let stream = fopen(file, "w") else { throw Problem("cannot write \(file)") }
    defer { fclose(stream) }
    guard fwrite(content, 1, content.count, stream) == content.count else {
      throw Problem("cannot write \(file)")
    }
    return file
  }

  package struct Problem: Error, CustomStringConvertible {
    package var description: String
    init(_ description: String) { self.description = description }
  }

  /// The content of a file; nil when there is none.
  package func read(_ name: String) -> String? {
    guard let stream = fopen("\(path)/\(name)", "r") else { return nil }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
