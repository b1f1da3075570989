import Glibc
internal import SkillSystem
package import Testing

/// A home of its own for one test, gone afterwards.
package final class PrivateHome {
  package let root: String
  package var home: String { "\(root)/home" }
  package var skills: String { "\(home)/skills" }
  /// The secret key that signs this test's skills, trusted in this home.
  package var key: String { "\(root)/test.key" }
  package var environment: [String: String] = [:]

  package init() throws {
    var template = Array("/tmp/skillhost-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SkillError.systemCall("create a folder in /tmp") }
    root = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    environment = ["SKILLHOST_HOME": home, "HOME": root, "TZ": "UTC"]
  }

  deinit {
    _ = try? run("/bin/rm", ["-rf", root])
  }

  /// Runs skillhost in this home.
  @discardableResult
  package func skillhost(
    _ arguments: String..., stdin: String? = nil, extra: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ToolResult {
    try run(
      Products.skillhost, arguments, environment: environment.merging(extra) { $1 }, stdin: stdin,
      sourceLocation: sourceLocation)
  }

  package func start(_ arguments: String...) throws -> RunningTool {
    try RunningTool.start(Products.skillhost, arguments, environment: environment)
  }

  /// As ``skillhost(_:stdin:extra:sourceLocation:)``, and expects success.
  @discardableResult
  package func succeed(_ arguments: String..., stdin: String? = nil, sourceLocation: SourceLocation = #_sourceLocation)
    throws
    -> ToolResult
  {
    let result = try run(
      Products.skillhost, arguments, environment: environment, stdin: stdin, sourceLocation: sourceLocation)
    #expect(
      result.exit == .status(0), "\(arguments.joined(separator: " "))\n\(result.stdout)\n\(result.stderr)",
      sourceLocation: sourceLocation)
    return result
  }

  /// Makes this home's key and trusts it for everything.
  package func makeKey() throws {
    try succeed("keys", "new", "\(root)/test")
    try succeed("keys", "trust", "\(root)/test.pub", "--for", "*", "--yes")
  }

  /// Compiles, signs and drops in one of Tests/FaultyPlugins.
  package func installFaulty(_ kind: String, identifier: String = "test.faulty", manifest change: String = "") throws {
    try #require(access(key, R_OK) == 0, "makeKey() first")
    let library = "\(root)/lib\(kind).so"
    try AtomicFile.write(try Compiler.faulty(kind), to: library)
    try install(library, manifest: Self.manifest(identifier, change), name: kind)
  }

  /// Signs a manifest with a library and drops both in, as a bundle called `name`.
  package func install(_ library: String, manifest: String, name: String) throws {
    let authored = "\(root)/\(name).json"
    try AtomicFile.write(Array(manifest.utf8), to: authored)
    try succeed("sign", authored, "--library", library, "--key", key, "--into", "\(skills)/\(name)")
  }

  /// A small manifest; `more` are further members, each followed by a comma.
  package static func manifest(_ identifier: String, _ more: String = "") -> String {
    """
    {
      "manifestVersion": 1,
      "identifier": "\(identifier)",
      "displayName": "Test skill",
      "version": "1.0.0",
      "publisher": "tests",
      "description": "Does what a test asks for. Not for people.",
      "inputSchema": {"type": "object", "properties": {"do": {"type": "string"}}},
      "outputSchema": {"type": "object", "properties": {"ok": {"type": "boolean"}}},
      \(more)
      "annotations": {"readOnly": true}
    }
    """
  }

  /// Process ids of runners that belong to the given process, or to nobody any more.
  package static func runners(of parent: Int32) -> [Int32] {
    processes().filter { $0.name == "skillhost-runne" && $0.parent == parent }.map(\.pid)
  }

  package static func processes() -> [(pid: Int32, parent: Int32, name: String)] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var found: [(Int32, Int32, String)] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let pid = Int32(name), let stat = try? AtomicFile.read("/proc/\(pid)/stat", limit: 4096) else { continue }
      let text = String(decoding: stat, as: UTF8.self)
      guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")") else { continue }
      let fields = text[text.index(after: close)...].split(separator: " ")
      guard fields.count > 1, let parent = Int32(fields[1]) else { continue }
      found.append((pid, parent, String(text[text.index(after: open)..<close])))
    }
    return found
  }
}
