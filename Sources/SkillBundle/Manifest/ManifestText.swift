internal import SkillJSON
package import SkillSystem

/// The checks that concern the whole text of a manifest, before any field is looked at.
enum ManifestText {
  /// Parses, or says what is wrong and where.
  static func parse(_ bytes: [UInt8]) throws(SkillError) -> JSON {
    guard !bytes.isEmpty else { throw empty }
    guard bytes.count <= Manifest.maximumSize else { throw tooLarge(bytes.count) }
    try checkEncoding(bytes)
    let json: JSON
    do throws(JSONError) {
      json = try JSON(
        parsing: bytes, limits: JSONLimits(maxBytes: Manifest.maximumSize, maxDepth: Manifest.maximumDepth))
    } catch {
      if depth(bytes, before: error.position.offset) >= Manifest.maximumDepth {
        throw SkillError(
          .manifestTooDeep, "\(error.position): containers are nested more than \(Manifest.maximumDepth) deep",
          hint: ManifestField.hint)
      }
      throw SkillError(.manifestMalformed, error.description, hint: ManifestField.hint)
    }
    if let duplicate = json.firstDuplicateKey() {
      let path = pointer(to: duplicate.position.offset, in: json).appending(duplicate.key)
      throw ManifestField.error(
        .manifestDuplicateKey, duplicate.position, path, "the key is there twice, and readers would disagree on it",
        hint: "remove one of the two")
    }
    try checkEverywhere(json)
    return json
  }

  static var empty: SkillError {
    SkillError(.manifestEmpty, "the manifest is empty", hint: "start from the one that skillhost new writes")
  }

  static func tooLarge(_ size: Int) -> SkillError {
    SkillError(
      .manifestTooLarge, "the manifest has \(size) bytes; at most \(Manifest.maximumSize) are read",
      hint: "shorten its documentation and schemas")
  }

  /// Refuses bytes that are not UTF-8, and control characters that no JSON may hold.
  private static func checkEncoding(_ bytes: [UInt8]) throws(SkillError) {
    let offset: Int
    let reason: String
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      guard let control = bytes.firstIndex(where: { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }) else {
        return
      }
      offset = control
      reason = "the control character \(Quoted.name(Unicode.Scalar(bytes[control]))) is not allowed"
    } catch {
      offset = error.byteOffsets.lowerBound
      reason = "the bytes are not valid UTF-8"
    }
    throw SkillError(
      .manifestEncoding, "\(JSONPosition(offset: offset, in: bytes)): \(reason)",
      hint: "save the manifest as UTF-8 text")
  }

  /// What must hold for every key and number in the file, the author's own fields and the schemas included.
  ///
  /// Keys are shown to people as property names. Numbers that are no finite double would become null or infinity in the
  /// next program that reads the schema. The texts of a schema go to models.
  private static func checkEverywhere(_ json: JSON) throws(SkillError) {
    var open = [json]
    while let value = open.popLast() {
      switch value.kind {
      case .object:
        for (key, member) in value.entries {
          let name = key.string ?? ""
          if let scalar = TextRule.name.firstForbidden(in: name) {
            let path = pointer(to: key.position.offset, in: json)
            throw ManifestField.encoding(key.position, path, "a key", scalar)
          }
          if name == "title" || name == "description", let text = member.string,
            let scalar = TextRule.prose.firstForbidden(in: text)
          {
            let path = pointer(to: key.position.offset, in: json).appending(name)
            throw ManifestField.encoding(member.position, path, "the text", scalar)
          }
          open.append(member)
        }
      case .array: open += value.elements
      case .number where value.double == nil:
        throw ManifestField.error(
          .manifestNumberInvalid, value.position, value.pointer,
          "the number \(Quoted.text(value.text)) is too large for a 64-bit floating-point number",
          hint: ManifestField.hint)
      default: break
      }
    }
  }

  /// The innermost value that holds the byte at an offset, keys belonging to their object.
  private static func pointer(to offset: Int, in json: JSON) -> JSONPointer {
    var pointer = JSONPointer.root
    var value = json
    descent: while true {
      for (key, member) in value.entries where member.entry.range.contains(offset) {
        pointer = pointer.appending(key.string ?? "")
        value = member
        continue descent
      }
      for (index, element) in value.elements.enumerated() where element.entry.range.contains(offset) {
        pointer = pointer.appending(index)
        value = element
        continue descent
      }
      return pointer
    }
  }

  /// How many containers are open at an offset.
  private static func depth(_ bytes: [UInt8], before offset: Int) -> Int {
    var depth = 0
    var isInString = false
    var isEscaped = false
    for byte in bytes.prefix(offset) {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
    return depth
  }
}

extension SkillError.Code {
  /// The file has no bytes.
  package static let manifestEmpty = Self("manifest_empty", .refused)
  /// The file is larger than 256 KiB.
  package static let manifestTooLarge = Self("manifest_too_large", .refused)
  /// Bad UTF-8, or characters that have no place in a name or a text.
  package static let manifestEncoding = Self("manifest_encoding", .refused)
  /// Not JSON.
  package static let manifestMalformed = Self("manifest_malformed", .refused)
  /// Nested more than 32 deep.
  package static let manifestTooDeep = Self("manifest_too_deep", .refused)
  /// An object has the same key twice.
  package static let manifestDuplicateKey = Self("manifest_duplicate_key", .refused)
  /// A number that is not finite as a double.
  package static let manifestNumberInvalid = Self("manifest_number_invalid", .refused)
}
