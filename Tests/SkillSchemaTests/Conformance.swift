import Foundation

/// Public test data that is not part of this package: `SKILLHOST_CONFORMANCE`, else beside the package.
enum Conformance {
  static let folder: URL? = {
    let beside = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
      path: "../../../shared/conformance")
    let named = ProcessInfo.processInfo.environment["SKILLHOST_CONFORMANCE"].map { URL(fileURLWithPath: $0) }
    let folder = (named ?? beside).standardizedFileURL
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  /// Sorted names of the JSON files in a folder whose names begin with `prefix`; none when the data is absent.
  static func files(in path: String, prefix: String = "") -> [String] {
    guard let folder else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path)) ?? []
    return names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(".json") }.sorted()
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    guard let folder else { throw CocoaError(.fileNoSuchFile) }
    return try [UInt8](Data(contentsOf: folder.appending(path: path)))
  }
}
