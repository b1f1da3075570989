/// A file or picture that a skill made.
package struct Attachment: Hashable, Sendable {
  /// Media type without the `name` parameter, such as `image/svg+xml`.
  package let mime: String
  /// As the skill named it: never a path, and to be made safe before it becomes a file name.
  package let name: String?
  package let bytes: [UInt8]

  /// Takes apart what the skill sent; anything that is not a sane media type becomes `application/octet-stream`.
  package init(mime raw: [UInt8], bytes: [UInt8]) {
    self.bytes = bytes
    let parts = Self.split(String(decoding: raw.prefix(1024), as: UTF8.self))
    let type = parts.first.map(Self.trim)?.lowercased() ?? ""
    mime = Self.isMediaType(type) ? type : "application/octet-stream"
    name = parts.dropFirst().lazy.compactMap(Self.nameParameter).first
  }

  /// `;`-separated parts; a semicolon inside quotes does not separate.
  private static func split(_ text: String) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var quoted = false
    for index in text.indices {
      switch text[index] {
      case "\"": quoted.toggle()
      case ";" where !quoted:
        parts.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
    }
    return parts + [text[start...]]
  }

  private static func nameParameter(_ part: Substring) -> String? {
    let pieces = part.split(separator: "=", maxSplits: 1)
    guard pieces.count == 2, trim(pieces[0]).lowercased() == "name" else { return nil }
    var value = trim(pieces[1])[...]
    if value.count >= 2, value.first == "\"", value.last == "\"" { value = value.dropFirst().dropLast() }
    let last = value.split(separator: "/").last ?? ""
    let clean = last.unicodeScalars.filter {
      !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 32 && $0.value != 127
    }
    let name = String(String.UnicodeScalarView(clean)).prefix(128)
    return name.isEmpty || name == "." || name == ".." ? nil : String(name)
  }

  private static func isMediaType(_ text: String) -> Bool {
    let pieces = text.split(separator: "/", omittingEmptySubsequences: false)
    return pieces.count == 2
      && pieces.allSatisfy { piece in
        !piece.isEmpty && piece.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789!#$&-^_.+".utf8.contains($0) }
      }
  }

  private static func trim(_ text: some StringProtocol) -> String {
    let start = text.drop { $0 == " " || $0 == "\t" }
    let end = start.lastIndex { $0 != " " && $0 != "\t" }
    return end.map { String(start[...$0]) } ?? ""
  }

  /// RFC 4648 with padding.
  package var base64: String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let left = bytes.count - index
      let a = bytes[index]
      let b = left > 1 ? bytes[index + 1] : 0
      let c = left > 2 ? bytes[index + 2] : 0
      result.append(alphabet[Int(a >> 2)])
      result.append(alphabet[Int((a & 3) << 4 | b >> 4)])
      result.append(left > 1 ? alphabet[Int((b & 15) << 2 | c >> 6)] : UInt8(ascii: "="))
      result.append(left > 2 ? alphabet[Int(c & 63)] : UInt8(ascii: "="))
      index += 3
    }
    return String(decoding: result, as: UTF8.self)
  }
}
