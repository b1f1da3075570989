package import SkillJSON
import SkillSystem

/// What of an output goes to a model: the fields that matter, and not more than a model can use.
package enum ModelText {
  /// The output reduced to `pointers`, as an object keyed by each pointer's last token; the whole output when there are
  /// no pointers or none of them leads anywhere. Values stay verbatim.
  package static func project(_ output: JSON, _ pointers: [JSONPointer]) -> String {
    let found = pointers.compactMap { pointer in output.at(pointer).map { (pointer, $0) } }
    guard !found.isEmpty else { return output.text }
    if found.count == 1, found[0].0.tokens.isEmpty { return output.text }
    var used: Set<String> = []
    return JSON.build { writer in
      writer.object { writer in
        for (pointer, value) in found {
          // Two pointers may end in the same word; the second is then named in full.
          let short = pointer.tokens.last ?? ""
          writer.member(used.insert(short).inserted ? short : pointer.text, value)
        }
      }
    }.text
  }

  /// `text` with its middle cut out so that it has at most `limit` bytes, or nil when it is short enough.
  ///
  /// Head and tail are whole characters; the notice between them says how much is missing and where the whole is.
  package static func cut(_ text: String, limit: Int, wholeIsAt place: String?) -> String? {
    let bytes = text.utf8
    guard bytes.count > limit else { return nil }
    let notice =
      "\n[… \(bytes.count) bytes in all, the middle is left out\(place.map { "; whole output: \($0)" } ?? "") …]\n"
    let room = max(limit - notice.utf8.count, 0)
    let head = String(decoding: bytes.prefix(boundary(bytes, atMost: room * 2 / 3)), as: UTF8.self)
    let tailStart = boundary(bytes, atLeast: bytes.count - room / 3)
    return head + notice + String(decoding: bytes.dropFirst(tailStart), as: UTF8.self)
  }

  private static func boundary(_ bytes: String.UTF8View, atMost count: Int) -> Int {
    var count = count
    while count > 0, isContinuation(bytes, count) { count -= 1 }
    return count
  }

  private static func boundary(_ bytes: String.UTF8View, atLeast count: Int) -> Int {
    var count = count
    while count < bytes.count, isContinuation(bytes, count) { count += 1 }
    return count
  }

  private static func isContinuation(_ bytes: String.UTF8View, _ offset: Int) -> Bool {
    offset < bytes.count && bytes[bytes.index(bytes.startIndex, offsetBy: offset)] & 0xC0 == 0x80
  }

  /// Writes the whole output where `place` says. An output that cannot be kept does not fail the call.
  static func spill(_ text: String, to place: String) -> Bool {
    do throws(SkillError) {
      try makeFolder(Path.parent(of: place))
      try AtomicFile.write(Array(text.utf8), to: place)
      return true
    } catch {
      return false
    }
  }
}
