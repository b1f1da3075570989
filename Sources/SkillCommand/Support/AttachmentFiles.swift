import Glibc
package import SkillRuntime
package import SkillSystem

/// Writes attachments of a call into a folder that the user named.
///
/// A skill chooses the bytes and suggests a name, nothing more: the name is made harmless, and a file that is already
/// there is never replaced.
package enum AttachmentFiles {
  /// - Returns: the path of each attachment, by index.
  package static func write(_ attachments: [Attachment], into folder: String) throws(SkillError) -> [Int: String] {
    guard !attachments.isEmpty else { return [:] }
    if unsafe mkdir(folder, 0o777) != 0, errno != EEXIST { throw .systemCall("create folder", folder) }
    var result: [Int: String] = [:]
    for (index, attachment) in attachments.enumerated() {
      let name = name(attachment.name, mime: attachment.mime, index: index)
      result[index] = try write(attachment.bytes, name, folder)
    }
    return result
  }

  private static func write(_ bytes: [UInt8], _ name: String, _ folder: String) throws(SkillError) -> String {
    let (stem, ending) = split(name)
    for attempt in 1...1_000 {
      let path = "\(folder)/\(attempt == 1 ? name : "\(stem)-\(attempt)\(ending)")"
      do throws(SkillError) {
        let file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o666)
        do throws(SkillError) {
          try file.write(bytes)
        } catch {
          unsafe unlink(path)
          throw error
        }
        return path
      } catch  where unsafe access(path, F_OK) == 0 {
        continue
      }
    }
    throw SkillError(.system, "the folder \(folder) is full of files called \(name)", hint: "choose another folder")
  }

  /// The name for a file: letters, digits and a few marks of the suggestion, never hidden, never a path, at most 100
  /// bytes; without a suggestion `attachment-1` with the ending of its type.
  package static func name(_ suggested: String?, mime: String, index: Int) -> String {
    var clean = ""
    for scalar in (suggested ?? "").unicodeScalars where clean.utf8.count + 4 <= 100 {
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
        .nonspacingMark, .spacingMark:
        clean.unicodeScalars.append(scalar)
      default: clean.unicodeScalars.append("._-+()".unicodeScalars.contains(scalar) ? scalar : "_")
      }
    }
    clean = String(clean.drop { $0 == "." || $0 == "-" })
    return clean.contains { $0 != "_" && $0 != "." } ? clean : "attachment-\(index + 1)\(ending(mime))"
  }

  private static func split(_ name: String) -> (stem: String, ending: String) {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return (name, "") }
    return (String(name[..<dot]), String(name[dot...]))
  }

  private static func ending(_ mime: String) -> String {
    switch mime {
    case "image/svg+xml": ".svg"
    case "image/png": ".png"
    case "image/jpeg": ".jpg"
    case "text/plain": ".txt"
    case "text/markdown": ".md"
    case "text/csv": ".csv"
    case "text/calendar": ".ics"
    case "text/html": ".html"
    case "application/json": ".json"
    case "application/pdf": ".pdf"
    default: ".bin"
    }
  }
}
