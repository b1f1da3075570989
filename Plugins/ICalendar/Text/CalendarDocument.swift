/// A calendar file as it stands: every byte of it, in components.
///
/// Reading never fails as a whole. What can be understood is there, and what cannot is named in ``problems``; a file
/// with problems is for reading only, because writing it back could make the damage worse. Nesting and size are
/// bounded, and reading takes time in proportion to the size.
package struct CalendarDocument: Sendable {
  /// What is wrong with a file, and where.
  package struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    package let line: Int
    package let message: String

    /// `line 12: END:VEVENT without a BEGIN`.
    package var description: String { "line \(line): \(message)" }
  }

  /// 16 MiB.
  package static let maximumSize = 16 << 20
  package static let maximumDepth = 16

  /// Bytes before the first line: a byte order mark or nothing.
  private let prefix: [UInt8]
  package internal(set) var items: [Component.Item]
  package private(set) var problems: [Problem]

  /// An empty calendar of ours.
  package init() {
    prefix = []
    problems = []
    items = [
      .component(
        Component(
          "VCALENDAR",
          [
            .line(ContentLine("VERSION", value: "2.0")),
            .line(ContentLine("PRODID", value: "-//skillhost//Calendar skills 1.0//EN")),
            .line(ContentLine("CALSCALE", value: "GREGORIAN")),
          ]))
    ]
  }

  package init(parsing bytes: [UInt8]) {
    prefix = bytes.starts(with: LineSplitter.byteOrderMark) ? LineSplitter.byteOrderMark : []
    items = []
    problems = []
    guard bytes.count <= Self.maximumSize else {
      problems = [Problem(line: 1, message: "the file is larger than \(Self.maximumSize >> 20) MiB")]
      return
    }
    var builder = Builder()
    for line in LineSplitter(bytes) { builder.add(line) }
    (items, problems) = builder.finish()
  }

  /// The `VCALENDAR` components. Some programs write several into one file.
  package var calendars: [Component] {
    items.compactMap {
      if case .component(let component) = $0, component.name == "VCALENDAR" { component } else { nil }
    }
  }

  /// The whole file, byte for byte what was read where nothing was changed.
  package var bytes: [UInt8] {
    var bytes = prefix
    for item in items {
      switch item {
      case .line(let line): bytes += line.raw
      case .component(let component): component.write(to: &bytes)
      }
    }
    return bytes
  }
}

// MARK: - Building the tree

extension CalendarDocument {
  private struct Builder {
    private struct Open {
      let name: String
      let begin: ContentLine
      var items: [Component.Item] = []
    }

    private var stack: [Open] = []
    private var top: [Component.Item] = []
    private var problems: [Problem] = []
    private var depthExceeded = 0

    mutating func add(_ line: ContentLine) {
      switch line.name {
      case "BEGIN":
        let name = line.value.trimmed.uppercased()
        if stack.count >= CalendarDocument.maximumDepth {
          if depthExceeded == 0 {
            report(line, "components are nested more than \(CalendarDocument.maximumDepth) deep")
          }
          depthExceeded += 1
          append(.line(line))
        } else {
          if stack.isEmpty, name != "VCALENDAR" { report(line, "BEGIN:\(name) outside of a calendar") }
          stack.append(Open(name: name, begin: line))
        }
      case "END":
        close(line)
      case "":
        if !line.raw.allSatisfy({ $0 == 0x0D || $0 == 0x0A || $0 == 0x20 || $0 == 0x09 || $0 == 0x1A }) {
          report(line, "not a content line (NAME:VALUE)")
        }
        append(.line(line))
      default:
        if stack.isEmpty { report(line, "\(line.name) outside of a calendar") }
        append(.line(line))
      }
    }

    mutating func finish() -> (items: [Component.Item], problems: [Problem]) {
      if let innermost = stack.last {
        problems.append(Problem(line: innermost.begin.number, message: "BEGIN:\(innermost.name) is never closed"))
      }
      while !stack.isEmpty { closeInnermost(with: nil) }
      let hasCalendar = top.contains { if case .component(let found) = $0 { found.name == "VCALENDAR" } else { false } }
      if !hasCalendar, problems.isEmpty {
        problems.append(Problem(line: 1, message: "there is no BEGIN:VCALENDAR"))
      }
      return (top, problems)
    }

    private mutating func close(_ line: ContentLine) {
      let name = line.value.trimmed.uppercased()
      if depthExceeded > 0 {
        depthExceeded -= 1
        append(.line(line))
        return
      }
      guard stack.contains(where: { $0.name == name }) else {
        report(line, "END:\(name) without a BEGIN")
        append(.line(line))
        return
      }
      while let innermost = stack.last, innermost.name != name {
        report(line, "END:\(name) inside of \(innermost.name)")
        closeInnermost(with: nil)
      }
      closeInnermost(with: line)
    }

    private mutating func closeInnermost(with end: ContentLine?) {
      guard let open = stack.popLast() else { return }
      append(.component(Component(name: open.name, items: open.items, begin: open.begin, end: end)))
    }

    private mutating func append(_ item: Component.Item) {
      if stack.isEmpty { top.append(item) } else { stack[stack.count - 1].items.append(item) }
    }

    /// The first problems say enough; the count is bounded because a file can have millions.
    private mutating func report(_ line: ContentLine, _ message: String) {
      if problems.count < 20 { problems.append(Problem(line: line.number, message: message)) }
    }
  }
}

extension StringProtocol {
  /// Without white space at either end.
  var trimmed: String {
    var slice = self[...]
    while let first = slice.first, first.isWhitespace { slice.removeFirst() }
    while let last = slice.last, last.isWhitespace { slice.removeLast() }
    return String(slice)
  }
}
