import Foundation
import SkillSystem

/// A folder that is gone when the test is over.
final class TemporaryFolder {
  let path: String

  init() throws {
    let template = Array("\(NSTemporaryDirectory())/skillhost-bundle-XXXXXX".utf8CString)
    path = try template.withUnsafeBufferPointer { buffer in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: buffer.count)
      defer { copy.deallocate() }
      copy.initialize(from: buffer.baseAddress!, count: buffer.count)
      guard mkdtemp(copy) != nil else { throw SkillError.systemCall("create a temporary folder") }
      return String(cString: copy)
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Makes a folder inside and returns its path.
  @discardableResult
  func folder(_ name: String) throws -> String {
    try makeFolder(file(name))
    return file(name)
  }

  /// Writes a file inside and returns its path.
  @discardableResult
  func write(_ bytes: [UInt8], _ name: String) throws -> String {
    try AtomicFile.write(bytes, to: file(name))
    return file(name)
  }

  @discardableResult
  func write(_ text: String, _ name: String) throws -> String { try write(Array(text.utf8), name) }

  func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: file(name)))) }

  func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }
}
