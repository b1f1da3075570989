/// What a skill may reach outside its own memory. Empty means nothing.
///
/// Compared by value: another port, another folder or another kind of access is another permission.
package struct Permissions: Hashable, Sendable {
  /// Where the host may connect for the skill; in the manifest's order, without repetition.
  package let network: [NetworkPermission]
  /// Folders, each under a name that the skill knows it by; in the manifest's order, names unique.
  package let directories: [DirectoryPermission]
  /// Environment variables that are passed on; in the manifest's order, without repetition.
  package let environment: [String]

  package static let none = Self(network: [], directories: [], environment: [])

  package init(network: [NetworkPermission], directories: [DirectoryPermission], environment: [String]) {
    self.network = network
    self.directories = directories
    self.environment = environment
  }

  package var isEmpty: Bool { network.isEmpty && directories.isEmpty && environment.isEmpty }

  /// One sentence a permission, in plain words, for somebody who is asked to agree.
  package var sentences: [String] {
    network.map(\.sentence) + directories.map(\.sentence) + environment.map(Self.sentence)
  }

  /// What this asks for beyond `old`, as sentences; empty when everything was agreed to before.
  ///
  /// Giving something up is not widening; neither is another purpose text for the same folder.
  package func widened(from old: Permissions) -> [String] {
    let hosts = Set(old.network)
    let variables = Set(old.environment)
    let folders = Dictionary(old.directories.map { ($0.name, $0) }) { first, _ in first }
    return network.filter { !hosts.contains($0) }.map(\.sentence)
      + directories.compactMap { $0.widening(from: folders[$0.name]) }
      + environment.filter { !variables.contains($0) }.map(Self.sentence)
  }

  private static func sentence(_ variable: String) -> String { "Read the environment variable \(variable)." }
}

/// A server that a skill may have the host connect to.
package struct NetworkPermission: Hashable, Sendable {
  /// A DNS name in lower case, an IPv4 address, or an IPv6 address without its brackets.
  package let host: String
  package let port: UInt16

  /// `api.open-meteo.com:443`, `[2001:db8::1]:443`.
  package var text: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)" }

  var sentence: String { "Connect to \(host) on port \(port)." }
}

/// A folder that a skill may use.
package struct DirectoryPermission: Hashable, Sendable {
  package enum Access: String, Hashable, Sendable, CaseIterable {
    case read
    /// Includes reading.
    case write
  }

  /// What the skill calls the folder: `[a-z0-9_-]`, at most 64.
  package let name: String
  package let access: Access
  /// The folder that is offered when nobody chose another: absolute, beginning with `~/`, or relative to the skillhost
  /// home. Nil when one must be chosen.
  package let defaultPath: String?
  /// Why, in the publisher's words.
  package let purpose: String

  package init(name: String, access: Access, defaultPath: String?, purpose: String) {
    self.name = name
    self.access = access
    self.defaultPath = defaultPath
    self.purpose = purpose
  }

  /// Where ``defaultPath`` is.
  ///
  /// - Parameters:
  ///   - home: the skillhost home (`Home.root`).
  ///   - user: the user's own home folder; nil when there is none, and then `~/…` has no place.
  package func defaultFolder(home: String, user: String?) -> String? {
    guard let path = defaultPath else { return nil }
    if path.hasPrefix("/") { return path }
    if path.hasPrefix("~/") { return user.map { "\($0)/\(path.dropFirst(2))" } }
    return "\(home)/\(path)"
  }

  private var place: String {
    switch defaultPath {
    case nil: "a folder of your choice"
    case let path? where path.hasPrefix("/") || path.hasPrefix("~"): "the folder \(path)"
    case let path?: "the folder \(path) of the skillhost home"
    }
  }

  var sentence: String {
    let verb = access == .read ? "Read files in" : "Read, create, change and delete files in"
    return "\(verb) \(place) (\(name)). The publisher says why: \(Quoted.text(purpose))"
  }

  /// What is new against the folder of the same name; nil when nothing is.
  fileprivate func widening(from old: DirectoryPermission?) -> String? {
    guard let old else { return sentence }
    let moved = defaultPath != old.defaultPath
    return moved || (access == .write && old.access == .read) ? sentence : nil
  }
}
