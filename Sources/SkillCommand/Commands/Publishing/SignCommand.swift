import SkillBundle
import SkillSystem

/// `skillhost sign`
package enum SignCommand {
  private static let manifests = Operand(
    "MANIFEST", "manifests of the skills in one library", .oneOrMore, completion: .files)
  private static let library = Option(
    "library", "FILE", "the library; again for other architectures. Without it, the one beside each manifest",
    repeats: true, completion: .files)
  private static let into = Option(
    "into", "FOLDER", "the bundle to write; otherwise one in this home, named after the library", completion: .folders)
  private static let key = Option(
    "key", "FILE", "the secret key; otherwise this home's own, made on first use", completion: .files)

  static let command = Command(
    "sign", "Sign skills and write their bundle",
    discussion: """
      Puts the library's size and hash into each manifest, signs it, and writes library, manifests and signatures into \
      one folder. This home's own key is trusted in this home alone; for others, sign with a key of yours and give them \
      its public half.
      """,
    operands: [manifests], options: [library, into, key],
    examples: [
      Example("skillhost sign greeter.greet.json --library libGreeter.so", "into this home, with its own key"),
      Example(
        "skillhost sign notes.*.json --library libNotes.so --into dist/notes --key acme.key", "a bundle for others"),
    ]
  ) { arguments, context throws(SkillError) in
    let paths = arguments[manifests]
    let libraries = try arguments.all(library)
    let access = try HostAccess(context)
    for path in paths + libraries { try InputFile.requireThere(path) }
    var secret: MinisignSecretKey?
    if let path = try arguments.value(key) {
      try InputFile.requireThere(path)
      secret = try MinisignSecretKey(file: path)
    }
    // Everything that can be refused comes before a key is made or a file is written.
    let files = try libraries.map { path throws(SkillError) in try LibraryFile(path: path) }
    let authored = try paths.map { path throws(SkillError) in try read(path) }
    let signer: MinisignSecretKey
    if let secret { signer = secret } else { signer = try access.trust.localKey() }
    let signed: [SignedManifest]
    let folder: String
    if let first = files.first {
      folder = try arguments.value(into) ?? "\(access.home.skills)/\(bundleName(first.name))"
      if try arguments.value(into) == nil { try access.home.prepare() }
      signed = try Signer.writeBundle(manifests: authored.map(\.bytes), libraries: files, key: signer, into: folder)
    } else {
      guard try arguments.value(into) == nil else {
        throw SkillError(.missingValue, "--into needs --library", hint: "add --library FILE")
      }
      folder = Path.parent(of: paths[0])
      signed = try paths.map { path throws(SkillError) in try Signer.signInPlace(manifest: path, key: signer) }
    }
    for file in files { for warning in file.inspection.warnings { context.warn("\(file.name): \(warning)") } }
    for entry in signed {
      context.output.line(
        "\(entry.manifest.identifier) \(entry.manifest.version) is signed with \(signer.keyID), in \(folder)")
    }
    return .success
  }

  /// Reads and checks a manifest; what is wrong with it names the file.
  static func read(_ path: String) throws(SkillError) -> Manifest {
    let bytes = try Signer.readManifest(path)
    do throws(SkillError) {
      return try Manifest(decoding: bytes, role: .authored)
    } catch {
      throw SkillError(error.code, "\(path): \(error.message)", hint: error.hint)
    }
  }

  /// `libGreeter.so` → `greeter`.
  package static func bundleName(_ library: String) -> String {
    var name = library[...]
    if name.hasPrefix("lib") { name = name.dropFirst(3) }
    if let ending = name.firstRange(of: ".so") { name = name[..<ending.lowerBound] }
    return name.isEmpty || name.hasPrefix(".") ? library.lowercased() : name.lowercased()
  }
}
