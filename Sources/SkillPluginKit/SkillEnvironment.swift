internal import SkillJSON

/// What a skill was granted and how it was set up, given to `init(environment:)`.
public struct SkillEnvironment: Sendable {
  /// The granted directories: the slot's name in the manifest, and an absolute path.
  public let directories: [String: String]
  /// The operator's settings for this skill; an empty object when there are none.
  public let settings: JSONValue
  private let host: HostTable

  init(directories: [String: String], settings: JSONValue, host: HostTable) {
    self.directories = directories
    self.settings = settings
    self.host = host
  }

  /// An environment without a host, for an author's own tests.
  public init(directories: [String: String] = [:], settings: JSONValue = [:]) {
    self.init(directories: directories, settings: settings, host: .absent)
  }

  /// The path of a granted directory; a failure that says what to grant when it is absent.
  public func directory(_ slot: String) throws -> String {
    guard let path = directories[slot] else {
      throw SkillFailure(
        "directory_not_granted", "the directory '\(slot)' of this skill was not granted", kind: .needsPermission,
        detail: ["directory": .string(slot)])
    }
    return path
  }

  /// Writes a line about the library, not about a call, to the host's log.
  public func log(_ level: LogLevel, _ message: String) {
    host.log(nil, level, message)
  }
}

extension SkillEnvironment {
  /// Reads `create`'s `config_json`; nothing at all stands for an empty object.
  init(config: [UInt8], host: HostTable) throws {
    guard !config.isEmpty else {
      self.init(directories: [:], settings: [:], host: host)
      return
    }
    let json = try JSON(parsing: config)
    var directories: [String: String] = [:]
    if let granted = json["directories"] {
      for (slot, path) in granted.members {
        if let path = path.string { directories[slot] = path }
      }
    }
    let settings = try json["settings"]?.decode(JSONValue.self) ?? [:]
    self.init(directories: directories, settings: settings, host: host)
  }
}
