import CSkillABI
import FakeSkillHost
import Glibc
import SkillBundle
import SkillJSON
import SkillSchema
import SkillSystem
import Testing

/// A sample skill's library, loaded from the build folder as a host loads it: by `dlopen` and its one symbol.
///
/// The test binary never links a skill library: each exports the same symbol.
struct PluginLibrary {
  private let entry: @convention(c) (UInt32, skill_text) -> UnsafePointer<skill_descriptor>?

  /// `lib<name>.so`, which `swift build` put beside the test binary.
  static func path(of name: String) throws -> String { "\(try buildFolder())/lib\(name).so" }

  init(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let path = try Self.path(of: name)
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
      throw Problem("cannot load \(path): \(String(cString: dlerror()))")
    }
    let symbol = try #require(dlsym(handle, SKILL_ENTRY_SYMBOL), sourceLocation: sourceLocation)
    entry = unsafeBitCast(
      symbol, to: (@convention(c) (UInt32, skill_text) -> UnsafePointer<skill_descriptor>?).self)
  }

  /// Creates one skill of the library with granted directories (slot to absolute path) and settings (a JSON object).
  func skill(
    _ identifier: String, directories: [String: String] = [:], settings: String = "{}", host: FakeHost = FakeHost()
  ) throws -> PluginSkill {
    guard let descriptor = withSkillText(identifier, { entry(SKILL_ABI_MINOR, $0) }) else {
      throw Problem("the library does not hold \(identifier)")
    }
    let config = JSON.build { writer in
      writer.object { config in
        config.member("directories") { $0.object { for (slot, path) in directories { $0.member(slot, path) } } }
        config.member("settings") { $0.raw(settings.utf8) }
      }
    }
    return PluginSkill(
      loaded: try LoadedSkill(descriptor, config: config.text, host: host), manifest: try Manifest(sample: identifier))
  }

  struct Problem: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
  }
}

/// One skill of a loaded library. Every result it gives is checked against its manifest's output schema.
struct PluginSkill {
  let loaded: LoadedSkill
  let manifest: Manifest

  /// What came of a call.
  struct Outcome {
    let raw: LoadedSkill.Outcome
    var status: skill_status { raw.status }
    /// The result, parsed; nil when none was emitted.
    let result: JSON?
    var texts: [String] { raw.sent.texts }
    var attachments: [FakeHost.Attachment] { raw.sent.attachments }
    var progress: [FakeHost.Progress] { raw.sent.progress }
    var failure: FakeHost.Failure? { raw.failure }
  }

  /// Calls the skill. `info` gives facts such as `now`, `timezone`, `idempotency_key`.
  func invoke(
    _ input: String, info: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    try invoke(input, host: FakeHost(info: info), sourceLocation: sourceLocation)
  }

  /// Calls the skill with a host that was told how to behave.
  func invoke(
    _ input: String, host: FakeHost, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    let raw = loaded.invoke(input, host: host)
    let result = try raw.result.map { try JSON(parsing: $0) }
    if let result, raw.status == SKILL_DONE {
      let schema = try #require(manifest.outputValidator, sourceLocation: sourceLocation)
      #expect(schema.violations(of: result).map(\.message) == [], sourceLocation: sourceLocation)
    }
    return Outcome(raw: raw, result: result)
  }

  /// Asks the skill whether it can serve a phrase; nil when it says nothing.
  func match(
    _ text: String, now: String, locale: String? = nil, timezone: String? = nil
  ) throws -> (confidence: Double, arguments: JSON)? {
    let intent = JSON.build { writer in
      writer.object { intent in
        intent.member("text", text)
        intent.member("now", now)
        if let locale { intent.member("locale", locale) }
        if let timezone { intent.member("timezone", timezone) }
      }
    }
    let outcome = loaded.match(intent: intent.text)
    guard outcome.status == SKILL_DONE else {
      throw PluginLibrary.Problem("match returned \(outcome.status): \(String(describing: outcome.failure))")
    }
    guard let result = try outcome.result.map({ try JSON(parsing: $0) }) else { return nil }
    return (try #require(result["confidence"]?.double), try #require(result["arguments"]))
  }
}

/// The folder that holds the test binary.
private func buildFolder() throws -> String {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  let length = readlink("/proc/self/exe", &buffer, buffer.count)
  guard length > 0 else { throw PluginLibrary.Problem("cannot read /proc/self/exe") }
  let path = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
}

extension Manifest {
  /// A manifest from `skill-manifests/`, as its author wrote it.
  init(sample identifier: String) throws {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let path = "\(root)/skill-manifests/\(identifier).json"
    guard let file = fopen(path, "r") else { throw PluginLibrary.Problem("cannot read \(path)") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    try self.init(decoding: bytes, role: .authored)
  }
}
