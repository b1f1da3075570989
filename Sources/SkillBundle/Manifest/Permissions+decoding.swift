internal import Glibc
internal import SkillSystem

extension Permissions {
  init(decoding field: ManifestField) throws(SkillError) {
    let object = try field.object(["network", "directories", "environment"])
    let network =
      try object.optional("network")?.list(atMost: 64) { field throws(SkillError) in
        try NetworkPermission(decoding: field)
      } ?? []
    let directories =
      try object.optional("directories")?.list(atMost: 16) { field throws(SkillError) in
        try DirectoryPermission(decoding: field)
      } ?? []
    let environment =
      try object.optional("environment")?.list(atMost: 32) { field throws(SkillError) in
        try field.variableName()
      } ?? []
    try object.requireDistinct("network", network.map(\.text))
    try object.requireDistinct("directories", directories.map(\.name))
    try object.requireDistinct("environment", environment)
    self.init(network: network, directories: directories, environment: environment)
  }
}

extension ManifestObject {
  fileprivate func requireDistinct(_ key: String, _ values: [String]) throws(SkillError) {
    var seen: Set<String> = []
    guard let field = optional(key), let again = values.first(where: { !seen.insert($0).inserted }) else { return }
    throw field.invalid("names \(Quoted.text(again)) twice")
  }
}

extension NetworkPermission {
  init(decoding field: ManifestField) throws(SkillError) {
    let text = try field.string()
    guard let permission = Self(text) else {
      throw field.mismatch("\"host:port\" with a lower-case host name or an address, such as \"api.example.org:443\"")
    }
    self = permission
  }

  /// Reads `host:port`; nil when the text is not the one spelling of a host and a port.
  package init?(_ text: String) {
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
    let host = String(text[..<colon])
    let digits = String(text[text.utf8.index(after: colon)...])
    guard let port = UInt16(digits), port > 0, "\(port)" == digits else { return nil }
    if host.hasPrefix("["), host.hasSuffix("]") {
      let address = String(host.dropFirst().dropLast())
      guard Self.canonical(address, AF_INET6) == address else { return nil }
      self.init(host: address, port: port)
    } else {
      guard Self.isName(host) || Self.canonical(host, AF_INET) == host else { return nil }
      self.init(host: host, port: port)
    }
  }

  /// Letters, digits and dashes in labels of 1 to 63, 253 in all; the last label not a number, which would be an
  /// address.
  private static func isName(_ host: String) -> Bool {
    guard (1...253).contains(host.utf8.count) else { return false }
    let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let dash = UInt8(ascii: "-")
    guard
      labels.allSatisfy({ label in
        (1...63).contains(label.count) && label.first != dash && label.last != dash
          && label.allSatisfy { ($0 == dash || ManifestField.isWordByte($0)) && $0 != UInt8(ascii: "_") }
      })
    else { return false }
    return labels.last.map { !$0.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } } ?? false
  }

  /// The one spelling of a numeric address; nil when it is none.
  private static func canonical(_ text: String, _ family: Int32) -> String? {
    guard text.utf8.count <= 45, !text.utf8.contains(0) else { return nil }
    var address = [UInt8](repeating: 0, count: 16)
    guard unsafe inet_pton(family, text, &address) == 1 else { return nil }
    var spelled = [CChar](repeating: 0, count: 64)
    guard unsafe inet_ntop(family, address, &spelled, socklen_t(spelled.count)) != nil else { return nil }
    return String(decoding: spelled.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension DirectoryPermission {
  init(decoding field: ManifestField) throws(SkillError) {
    let object = try field.object(["name", "access", "default", "purpose"])
    let nameField = try object.required("name")
    name = try nameField.text(.name, 1...64)
    guard name.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || ManifestField.isWordByte($0) }) else {
      throw nameField.mismatch("1 to 64 of a-z, 0-9, _ and -")
    }
    let accessField = try object.required("access")
    guard let access = Access(rawValue: try accessField.string()) else {
      throw accessField.mismatch("\"read\" or \"write\"")
    }
    self.access = access
    defaultPath = try object.optional("default")?.folderPath()
    purpose = try object.required("purpose").text(.name, 1...400)
  }
}

extension ManifestField {
  /// The default of a directory: a path without `.`, `..` and empty parts that names something below its beginning.
  fileprivate func folderPath() throws(SkillError) -> String {
    let path = try text(.name, 1...1_024)
    var rest = Substring(path)
    if path.hasPrefix("~/") { rest = path.dropFirst(2) } else if path.hasPrefix("/") { rest = path.dropFirst() }
    let parts = rest.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && !part.elementsEqual([UInt8(ascii: ".")])
        && !part.elementsEqual([UInt8(ascii: "."), UInt8(ascii: ".")])
    }
    guard isPlain, !path.hasPrefix("~") || path.hasPrefix("~/") else {
      throw mismatch("a folder such as data/notes, ~/Notes or /srv/notes, without . and .. and a slash at its end")
    }
    return path
  }

  /// A variable that may be passed on. What steers the loader or the host itself may not.
  fileprivate func variableName() throws(SkillError) -> String {
    let name = try string()
    let isName =
      (1...128).contains(name.utf8.count) && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(name.utf8.first ?? 0)
      && name.utf8.allSatisfy { Self.isWordByte($0) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    guard isName else { throw mismatch("the name of an environment variable") }
    if let prefix = ["LD_", "GLIBC_", "SKILLHOST_"].first(where: { name.hasPrefix($0) }) {
      throw invalid("variables that begin with \(prefix) are never passed to a skill")
    }
    return name
  }
}
