/// The text that is looked for, in names and in the bytes of files.
///
/// Case does not matter. In names that holds for all letters; in contents, which are bytes of unknown encoding, the
/// letters of ASCII are compared without case, and other letters must be as they were typed, all lower or all upper case.
struct Needle {
  private let lowercased: String
  /// Line breaks in the text itself.
  let lineBreaks: Int
  /// What to look for in bytes whose ASCII letters are in lower case.
  private let forms: [Form]

  /// A pattern and, for each prefix of it, the length of the longest proper prefix that is also its end (Knuth, Morris
  /// and Pratt): where to go on when the next byte does not fit.
  private struct Form {
    var bytes: [UInt8]
    var borders: [Int]

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      borders = Array(repeating: 0, count: bytes.count)
      var length = 0
      for index in bytes.indices.dropFirst() {
        while length > 0, bytes[index] != bytes[length] { length = borders[length - 1] }
        if bytes[index] == bytes[length] { length += 1 }
        borders[index] = length
      }
    }
  }

  init(_ text: String) {
    lowercased = text.lowercased()
    lineBreaks = text.utf8.count { $0 == UInt8(ascii: "\n") }
    var spellings: [[UInt8]] = []
    for spelling in [text, lowercased, text.uppercased()] {
      let bytes = spelling.utf8.map(Needle.folded)
      if !bytes.isEmpty, !spellings.contains(bytes) { spellings.append(bytes) }
    }
    forms = spellings.map(Form.init)
  }

  func isIn(name: String) -> Bool { name.lowercased().contains(lowercased) }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  /// How far a search in a stream of bytes has come: for each form, how many of its bytes have just been seen.
  struct Progress {
    fileprivate var lengths: [Int]
  }

  var start: Progress { Progress(lengths: Array(repeating: 0, count: forms.count)) }

  /// Goes on with the next bytes; the place behind the first full match in them, and the length of the match, which may
  /// have begun earlier.
  func advance(_ progress: inout Progress, _ bytes: UnsafeRawBufferPointer) -> (end: Int, length: Int)? {
    var first: (end: Int, length: Int)?
    for (index, form) in forms.enumerated() {
      var length = progress.lengths[index]
      form.bytes.withUnsafeBufferPointer { wanted in
        form.borders.withUnsafeBufferPointer { borders in
          for place in 0..<(first?.end ?? bytes.count) {
            let byte = Self.folded(bytes[place])
            while length > 0, byte != wanted[length] { length = borders[length - 1] }
            if byte == wanted[length] { length += 1 }
            if length == wanted.count {
              first = (place + 1, length)
              return
            }
          }
        }
      }
      progress.lengths[index] = length
    }
    return first
  }
}
