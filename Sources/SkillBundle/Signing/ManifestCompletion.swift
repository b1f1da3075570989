internal import SkillJSON
package import SkillSystem

/// Puts the `library` member into a manifest as its author wrote it.
///
/// The author's text stays as it is, byte for byte: its order, its spacing, its spelling of numbers. Only the text of
/// one member is put in or replaced. Writing the whole document anew would be shorter here and would make every
/// author's file look like somebody else's, and every signature depend on a writer's habits.
package enum ManifestCompletion {
  /// - Parameter libraries: at least one, no two for one platform.
  /// - Returns: the completed manifest, decoded from its bytes as a host will decode it.
  ///
  /// Errors: those of ``Manifest/init(decoding:role:)``.
  package static func complete(
    _ authored: [UInt8], builds: [LibraryBuild]
  ) throws(SkillError) -> Manifest {
    let manifest = try Manifest(decoding: authored, role: .authored)
    guard let first = manifest.json.entries.first(where: { _ in true }) else {
      throw SkillError(.bug, "a manifest without fields was decoded")
    }
    let start = manifest.json.entry.range.lowerBound + 1
    let layout = Layout(spacing: Array(authored[start..<first.key.entry.range.lowerBound]))
    let text = layout.library(builds)
    var bytes = authored
    if let library = manifest.json["library"] {
      bytes.replaceSubrange(library.entry.range, with: text)
    } else {
      let end = manifest.json.entries.reduce(start) { max($0, $1.value.entry.range.upperBound) }
      bytes.insert(contentsOf: [UInt8(ascii: ",")] + layout.spacing + Array("\"library\": ".utf8) + text, at: end)
    }
    return try Manifest(decoding: bytes, role: .installed)
  }

  /// How the author spaces members: what stands between the opening brace and the first key.
  private struct Layout {
    let spacing: [UInt8]

    func library(_ builds: [LibraryBuild]) -> [UInt8] {
      let objects = builds.map { build in
        var writer = JSONWriter()
        writer.object { writer in
          writer.member("os", build.platform.os)
          writer.member("arch", build.platform.arch)
          writer.member("file", build.file)
          writer.member("size", build.size)
          writer.member("sha256", build.sha256.hex)
        }
        return writer.text
      }
      let abi = LibraryReference.supportedABI
      guard let newline = spacing.lastIndex(of: UInt8(ascii: "\n")) else {
        return Array("{\"abi\": \(abi), \"builds\": [\(objects.joined(separator: ", "))]}".utf8)
      }
      let isCRLF = newline > 0 && spacing[newline - 1] == UInt8(ascii: "\r")
      let indent = String(decoding: spacing[(newline + 1)...], as: UTF8.self)
      func line(_ depth: Int) -> String { (isCRLF ? "\r\n" : "\n") + String(repeating: indent, count: depth) }
      let list = objects.map { line(3) + $0 }.joined(separator: ",")
      return Array("{\(line(2))\"abi\": \(abi),\(line(2))\"builds\": [\(list)\(line(2))]\(line(1))}".utf8)
    }
  }
}
