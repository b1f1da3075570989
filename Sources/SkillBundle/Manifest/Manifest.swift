package import SkillJSON
package import SkillSchema
package import SkillSystem

/// One skill as its publisher describes it; docs/manifest.md has every field and every refusal.
///
/// Made from raw bytes in one go: the buffer that was verified is the buffer that is parsed, and it is kept, so that
/// nothing ever has to be written again to be compared.
package struct Manifest: Sendable {
  /// Who reads the manifest, which decides whether it must name a library.
  package enum Role: Sendable {
    /// As its author writes it: `library` may be missing.
    case authored
    /// As it is installed: `library` is required.
    case installed
  }

  /// The file, byte for byte.
  package let bytes: [UInt8]
  /// The SHA-256 of ``bytes``.
  package let digest: SHA256Digest
  /// The parsed file.
  package let json: JSON

  package let identifier: SkillIdentifier
  package let displayName: String
  package let version: SemanticVersion
  package let publisher: String
  /// For the model: when to use the skill and when not.
  package let description: String
  /// Longer text, given to a model only when it asks.
  package let documentation: String?
  /// Short phrases that the skill serves.
  package let examples: [String]
  /// An object with `"type": "object"`.
  package let inputSchema: JSON
  /// An object with `"type": "object"`, or nil when the manifest promises nothing about the output.
  package let outputSchema: JSON?
  /// ``inputSchema``, compiled.
  package let inputValidator: Schema
  /// ``outputSchema``, compiled.
  package let outputValidator: Schema?
  /// Nil only in an authored manifest.
  package let library: LibraryReference?
  package let permissions: Permissions
  package let limits: Limits
  package let annotations: Annotations
  /// What to keep of an output that a model reads; empty: everything.
  package let result: [JSONPointer]

  /// The largest manifest that is read.
  package static let maximumSize = 256 * 1024
  /// How deep containers may be inside each other.
  package static let maximumDepth = 32
  /// The only `manifestVersion` there is.
  package static let supportedVersion = 1

  /// What the trusted comment of the manifest's signature must be.
  package var trustedComment: String { "skillhost \(identifier) \(version)" }

  /// Decodes a manifest strictly.
  ///
  /// Every message names the line, the column (in bytes, from 1) and the field as a JSON Pointer. Errors:
  /// `manifest_empty`, `manifest_too_large`, `manifest_encoding`, `manifest_malformed`, `manifest_too_deep`,
  /// `manifest_duplicate_key`, `manifest_unknown_field`, `manifest_missing_field`, `manifest_invalid_field`,
  /// `manifest_number_invalid`, `manifest_schema_invalid`, `identifier_invalid`, `version_invalid`,
  /// `library_path_unsafe`, `library_abi_unsupported`.
  package init(decoding bytes: [UInt8], role: Role) throws(SkillError) {
    let json = try ManifestText.parse(bytes)
    let root = try ManifestField(json, path: .root).object([
      "manifestVersion", "identifier", "displayName", "version", "publisher", "description", "documentation",
      "examples", "inputSchema", "outputSchema", "library", "permissions", "limits", "annotations", "result",
    ])
    _ = try root.required("manifestVersion").integer(in: Self.supportedVersion...Self.supportedVersion)
    self.bytes = bytes
    self.digest = SHA256Digest(of: bytes)
    self.json = json
    identifier = try root.required("identifier").parsed { text throws(SkillError) in try SkillIdentifier(text) }
    displayName = try root.required("displayName").text(.name, 1...80)
    version = try root.required("version").parsed { text throws(SkillError) in try SemanticVersion(text) }
    publisher = try root.required("publisher").text(.name, 1...120)
    description = try root.required("description").text(.prose, 1...1_024)
    documentation = try root.optional("documentation")?.text(.prose, 0...65_536)
    examples =
      try root.optional("examples")?.list(atMost: 32) { field throws(SkillError) in
        try field.text(.name, 1...200)
      } ?? []
    let input = try root.required("inputSchema")
    inputSchema = input.value
    inputValidator = try input.schema()
    let output = root.optional("outputSchema")
    outputSchema = output?.value
    outputValidator = try output?.schema()
    switch role {
    case .authored:
      library = try root.optional("library").map { field throws(SkillError) in try .init(decoding: field) }
    case .installed: library = try LibraryReference(decoding: root.required("library"))
    }
    permissions =
      try root.optional("permissions").map { field throws(SkillError) in try .init(decoding: field) } ?? .none
    limits = try root.optional("limits").map { field throws(SkillError) in try .init(decoding: field) } ?? .default
    annotations =
      try root.optional("annotations").map { field throws(SkillError) in try .init(decoding: field) } ?? .init()
    result = try root.optional("result")?.list(atMost: 64) { field throws(SkillError) in try field.pointer() } ?? []
  }
}
