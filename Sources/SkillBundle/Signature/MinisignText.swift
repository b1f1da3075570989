/// The fixed parts of minisign's file formats (https://jedisct1.github.io/minisign/).
enum MinisignText {
  static let untrustedPrefix = "untrusted comment: "
  static let trustedPrefix = "trusted comment: "
  /// In keys, and in signatures of the legacy kind, which sign the whole file instead of its hash.
  static let keyAlgorithm = Array("Ed".utf8)
  /// In signatures over the BLAKE2b-512 of the file: the only kind accepted here.
  static let prehashedAlgorithm = Array("ED".utf8)

  /// Without the spaces, tabs and carriage returns at either end.
  static func trim(_ text: Substring) -> String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\r\n" }
    let start = text.drop(while: isSpace)
    guard let last = start.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(start[...last])
  }
}
