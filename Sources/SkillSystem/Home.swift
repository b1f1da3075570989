import Glibc

/// Where a user's skills, trust, settings and state live.
///
/// `SKILLHOST_HOME` puts everything under one folder; without it the XDG base directories are used. Nothing is
/// created until ``prepare()``; folders are then 0700.
package struct Home: Hashable, Sendable {
  /// Bundles installed for this user.
  package let skills: String
  /// Keys, one file each.
  package let trust: String
  /// Settings.
  package let configFile: String
  /// Databases and logs.
  package let state: String
  /// What can be deleted at any time.
  package let cache: String
  /// What relative directory defaults of manifests are relative to: `data/calendars` is `<root>/data/calendars`.
  package let root: String

  package var database: String { "\(state)/skillhost.db" }
  package var logs: String { "\(state)/logs" }

  /// Everything under one folder.
  package init(root: String) {
    self.root = root
    skills = "\(root)/skills"
    trust = "\(root)/trust"
    configFile = "\(root)/config.json"
    state = "\(root)/state"
    cache = "\(root)/cache"
  }

  /// The home that the environment names.
  package init(environment: [String: String]) throws(SkillError) {
    func folder(_ name: String) -> String? {
      // The XDG specification: paths must be absolute, others are ignored.
      environment[name].flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
    }
    if let root = environment["SKILLHOST_HOME"], !root.isEmpty {
      self = Home(root: Path.absolute(root))
      return
    }
    guard let user = folder("HOME") else {
      throw SkillError(
        .homeUnknown, "neither SKILLHOST_HOME nor HOME is set", hint: "export SKILLHOST_HOME=/some/folder")
    }
    let data = "\(folder("XDG_DATA_HOME") ?? "\(user)/.local/share")/skillhost"
    root = data
    skills = "\(data)/skills"
    trust = "\(data)/trust"
    configFile = "\(folder("XDG_CONFIG_HOME") ?? "\(user)/.config")/skillhost/config.json"
    state = "\(folder("XDG_STATE_HOME") ?? "\(user)/.local/state")/skillhost"
    cache = "\(folder("XDG_CACHE_HOME") ?? "\(user)/.cache")/skillhost"
  }

  /// Creates the folders that are missing.
  package func prepare() throws(SkillError) {
    for folder in [root, skills, trust, state, logs, cache, Path.parent(of: configFile)] { try makeFolder(folder) }
  }
}

extension SkillError.Code {
  package static let homeUnknown = Self("home_unknown", .usage)
}
