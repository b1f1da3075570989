import SkillJSON

/// Small numbers by value, for values of few documents: an array a document instead of a hash a value.
struct TapeMap {
  private struct Part {
    let document: JSONDocument
    /// The tape index of the first value.
    let base: Int
    var numbers: [Int32]

    init(_ root: JSON) {
      document = root.document
      base = root.index
      numbers = [Int32](repeating: -1, count: Int(root.entry.next) - root.index)
    }
  }

  private var parts: [Part] = []

  /// Of the document of `root` mostly what is inside of it will be asked for; of others anything.
  init(root: JSON) { parts.append(Part(root)) }

  subscript(value: JSON) -> Int? {
    get {
      guard let part = parts.firstIndex(where: { $0.document === value.document }) else { return nil }
      let offset = value.index - parts[part].base
      guard parts[part].numbers.indices.contains(offset) else { return nil }
      let number = parts[part].numbers[offset]
      return number < 0 ? nil : Int(number)
    }
    set {
      let part = place(of: value)
      parts[part].numbers[value.index - parts[part].base] = newValue.map(Int32.init) ?? -1
    }
  }

  /// The part that has room for a value.
  private mutating func place(of value: JSON) -> Int {
    guard let part = parts.firstIndex(where: { $0.document === value.document }) else {
      parts.append(Part(JSON(document: value.document, index: 0)))
      return parts.count - 1
    }
    if !parts[part].numbers.indices.contains(value.index - parts[part].base) {
      let old = parts[part]
      var whole = Part(JSON(document: value.document, index: 0))
      whole.numbers.replaceSubrange(old.base..<old.base + old.numbers.count, with: old.numbers)
      parts[part] = whole
    }
    return part
  }
}

extension JSON {
  /// The same place in the same document.
  func isSame(as other: JSON) -> Bool { document === other.document && index == other.index }
}
