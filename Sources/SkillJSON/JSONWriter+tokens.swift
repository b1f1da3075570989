import Glibc

extension JSON {
  /// Line breaks can stand only between tokens: inside a string they are escaped.
  var hasLineBreaks: Bool {
    unsafe document.bytes.withUnsafeBytes { buffer in
      let text = unsafe UnsafeRawBufferPointer(rebasing: buffer[entry.range])
      guard let base = text.baseAddress else { return false }
      return unsafe memchr(base, 0x0A, text.count) != nil || memchr(base, 0x0D, text.count) != nil
    }
  }
}

extension JSONWriter {
  /// Writes every token as it is spelled, with this writer's own space between them.
  mutating func appendTokens(of json: JSON) {
    let tape = json.document.tape
    let source = json.document.bytes
    /// The containers around the current entry, with the tape index at which each ends.
    var containers: [(end: Int, isObject: Bool)] = []
    var isKey = false
    for index in json.index..<Int(json.entry.next) {
      let entry = tape[index]
      switch entry.kind {
      case .array, .object:
        let isObject = entry.kind == .object
        open(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
        containers.append((Int(entry.next), isObject))
        isKey = isObject
      default:
        if isKey {
          keyToken(source[entry.range])
          isKey = false
        } else {
          raw(source[entry.range])
          isKey = containers.last?.isObject ?? false
        }
      }
      while let container = containers.last, container.end == index + 1 {
        containers.removeLast()
        close(container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        isKey = containers.last?.isObject ?? false
      }
    }
  }
}
