/// A `BEGIN:…` to `END:…` block: lines and further components, in the order of the file.
package struct Component: Sendable {
  package enum Item: Sendable {
    case line(ContentLine)
    case component(Component)
  }

  /// In upper case: `VEVENT`.
  package let name: String
  package internal(set) var items: [Item]
  let begin: ContentLine
  /// Nil when the file ends, or an outer component does, before this one.
  let end: ContentLine?

  init(name: String, items: [Item], begin: ContentLine, end: ContentLine?) {
    self.name = name
    self.items = items
    self.begin = begin
    self.end = end
  }

  /// A new component.
  package init(_ name: String, _ items: [Item] = []) {
    let name = name.uppercased()
    self.init(
      name: name, items: items, begin: ContentLine("BEGIN", value: name), end: ContentLine("END", value: name))
  }

  /// The line where it begins in its file, from 1; 0 for a new one.
  package var lineNumber: Int { begin.number }

  package var components: [Component] {
    items.compactMap { if case .component(let component) = $0 { component } else { nil } }
  }

  package func components(named name: String) -> [Component] {
    components.filter { $0.name == name }
  }

  /// The lines with that name, in order. `name` in upper case.
  package func lines(_ name: String) -> [ContentLine] {
    items.compactMap { if case .line(let line) = $0, line.name == name { line } else { nil } }
  }

  /// The first line with that name. `name` in upper case.
  package func line(_ name: String) -> ContentLine? {
    for case .line(let line) in items where line.name == name { return line }
    return nil
  }

  /// The first value of that name as text, with escapes resolved.
  package func text(_ name: String) -> String? { line(name)?.text }

  /// Puts the line in the place of the first one with its name, or behind the last line when there is none; removes
  /// further ones with its name.
  package mutating func set(_ line: ContentLine) {
    var isPlaced = false
    items = items.compactMap { item in
      guard case .line(let old) = item, old.name == line.name else { return item }
      defer { isPlaced = true }
      return isPlaced ? nil : .line(line)
    }
    guard !isPlaced else { return }
    let lastLine = items.lastIndex { if case .line = $0 { true } else { false } }
    items.insert(.line(line), at: lastLine.map { $0 + 1 } ?? 0)
  }

  package mutating func remove(_ name: String) {
    items.removeAll { if case .line(let line) = $0 { line.name == name } else { false } }
  }

  /// Every byte of it, as read or as newly written.
  func write(to bytes: inout [UInt8]) {
    bytes += begin.raw
    for item in items {
      switch item {
      case .line(let line): bytes += line.raw
      case .component(let component): component.write(to: &bytes)
      }
    }
    if let end { bytes += end.raw }
  }
}
