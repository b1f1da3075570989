internal import SkillJSON
internal import SkillSchema
package import SkillSystem

extension Limits {
  init(decoding field: ManifestField) throws(SkillError) {
    let object = try field.object(["timeoutMs", "memoryMB", "outputBytes"])
    func limit(_ key: String, _ path: KeyPath<Limits, Int>) throws(SkillError) -> Int {
      try object.optional(key)?.integer(in: 1...Self.ceiling[keyPath: path]) ?? Self.default[keyPath: path]
    }
    self.init(
      timeoutMilliseconds: try limit("timeoutMs", \.timeoutMilliseconds),
      memoryMegabytes: try limit("memoryMB", \.memoryMegabytes), outputBytes: try limit("outputBytes", \.outputBytes))
  }
}

extension Annotations {
  init(decoding field: ManifestField) throws(SkillError) {
    let object = try field.object(["readOnly", "destructive", "idempotent", "openWorld"])
    self.init(
      readOnly: try object.optional("readOnly")?.boolean(), destructive: try object.optional("destructive")?.boolean(),
      idempotent: try object.optional("idempotent")?.boolean(), openWorld: try object.optional("openWorld")?.boolean())
    guard !(readOnly && destructive) else { throw field.invalid("a skill cannot be read-only and destructive") }
  }
}

extension LibraryReference {
  init(decoding field: ManifestField) throws(SkillError) {
    let object = try field.object(["abi", "builds"])
    let abiField = try object.required("abi")
    let abi = try abiField.integer(in: 1...Int(Int32.max))
    guard abi == Self.supportedABI else {
      throw abiField.invalid(
        "the skill ABI \(abi) is not known here; this program has \(Self.supportedABI)", .libraryABIUnsupported,
        hint: "update skillhost, or get a version of the skill for ABI \(Self.supportedABI)")
    }
    let buildsField = try object.required("builds")
    let builds = try buildsField.list(atMost: 16) { field throws(SkillError) in try LibraryBuild(decoding: field) }
    guard !builds.isEmpty else { throw buildsField.invalid("must name at least one build") }
    guard Set(builds.map(\.platform)).count == builds.count else {
      throw buildsField.invalid("names two builds for one platform")
    }
    guard Set(builds.map(\.file)).count == builds.count else {
      throw buildsField.invalid("names two builds with one file")
    }
    self.init(abi: abi, builds: builds)
  }
}

extension LibraryBuild {
  init(decoding field: ManifestField) throws(SkillError) {
    let object = try field.object(["os", "arch", "file", "size", "sha256"])
    platform = Platform(os: try object.required("os").word(), arch: try object.required("arch").word())
    let fileField = try object.required("file")
    file = try fileField.string()
    if let reason = Self.objection(toFile: file) {
      throw fileField.invalid(
        "\(Quoted.text(file)) \(reason)", .libraryPathUnsafe,
        hint: "name the library alone, such as libWeather.so; it lies beside the manifest")
    }
    size = try object.required("size").integer(in: 1...Self.maximumSize)
    let hashField = try object.required("sha256")
    guard let sha256 = SHA256Digest(hex: try hashField.string()) else {
      throw hashField.mismatch("64 lower-case hexadecimal digits")
    }
    self.sha256 = sha256
  }

  /// Why a text is no plain file name; nil when it is one.
  static func objection(toFile name: String) -> String? {
    if name.isEmpty { return "is empty" }
    if name.utf8.count > 128 { return "has more than 128 bytes" }
    if name.utf8.contains(UInt8(ascii: "/")) { return "holds a slash" }
    if name.utf8.first == UInt8(ascii: ".") { return "begins with a dot" }
    if name.utf8.first == UInt8(ascii: "-") { return "begins with a dash" }
    if TextRule.name.firstForbidden(in: name) != nil { return "holds a character that is not allowed in names" }
    if name.utf8.contains(UInt8(ascii: "\\")) { return "holds a backslash" }
    return nil
  }
}

extension ManifestField {
  /// `[a-z0-9_]`, 1 to 32: the name of an operating system or an architecture.
  func word() throws(SkillError) -> String {
    let text = try string()
    guard (1...32).contains(text.utf8.count), text.utf8.allSatisfy({ Self.isWordByte($0) }) else {
      throw mismatch("1 to 32 of a-z, 0-9 and _")
    }
    return text
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
    default: false
    }
  }

  /// A JSON Schema for an object.
  func schema() throws(SkillError) -> Schema {
    guard value.kind == .object else { throw mismatch("a JSON Schema object") }
    guard value["type"]?.string == "object" else {
      throw invalid("must have \"type\": \"object\" at its root", .manifestSchemaInvalid)
    }
    do throws(SchemaError) {
      return try Schema(compiling: value)
    } catch {
      // Its pointer begins at the schema's root; its position is one in the manifest.
      let place = (try? JSONPointer(parsing: error.pointer))?.tokens.reduce(path) { $0.appending($1) } ?? path
      throw Self.error(
        .manifestSchemaInvalid, error.position ?? value.position, place, Quoted.inner(error.message), hint: Self.hint)
    }
  }
}

extension SkillError.Code {
  /// The manifest asks for an ABI that this program does not have.
  package static let libraryABIUnsupported = Self("library_abi_unsupported", .refused)
  /// The name of the library is a path, or could be taken for one.
  package static let libraryPathUnsafe = Self("library_path_unsafe", .refused)
  /// A schema does not compile, or its root is not an object.
  package static let manifestSchemaInvalid = Self("manifest_schema_invalid", .refused)
}
