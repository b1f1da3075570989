/// The help of a command, as text.
package enum HelpText {
  package static func render(_ command: Command, path: String, width: Int = 80) -> String {
    var text = "\(command.summary).\n"
    if let discussion = command.discussion {
      text += "\n\(wrap(discussion, width: width, indent: 0))\n"
    }
    text += "\nUsage: \(usage(command, path: path))\n"
    if !command.subcommands.isEmpty {
      text += "\nCommands:\n" + list(command.subcommands.map { ($0.name, $0.summary) }, width: width)
      text += "\n'\(path) COMMAND --help' tells more about a command.\n"
    }
    if !command.operands.isEmpty {
      text += "\n" + list(command.operands.map { ($0.name, $0.help) }, width: width)
    }
    if command.subcommands.isEmpty {
      let options = command.options.map { option in
        ("--\(option.name)\(option.placeholder.map { " \($0)" } ?? "")", option.help)
      }
      text += "\nOptions:\n" + list(options + [("--help", "show this help")], width: width)
    }
    if !command.examples.isEmpty {
      text += "\nExamples:\n"
      for example in command.examples {
        text += "  \(example.line)\n\(wrap(example.purpose, width: width, indent: 6))\n"
      }
    }
    return text
  }

  private static func usage(_ command: Command, path: String) -> String {
    if !command.subcommands.isEmpty { return "\(path) COMMAND …" }
    let parts = (command.options.isEmpty ? [] : ["[options]"]) + command.operands.map(\.usage)
    return ([path] + parts).joined(separator: " ")
  }

  /// Two columns; a name that is too long for the first gets a line of its own.
  private static func list(_ entries: [(name: String, text: String)], width: Int) -> String {
    let limit = 26
    let widest = entries.map { TextWidth.columns($0.name) }.filter { $0 <= limit }.max() ?? 0
    var result = ""
    for (name, text) in entries {
      let body = wrap(text, width: width, indent: widest + 4)
      let columns = TextWidth.columns(name)
      if columns > widest {
        result += "  \(name)\n\(body)\n"
      } else {
        let padding = String(repeating: " ", count: widest - columns)
        result += "  \(name)\(padding)  \(body.drop(while: { $0 == " " }))\n"
      }
    }
    return result
  }

  /// Breaks a text at spaces.
  package static func wrap(_ text: String, width: Int, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = margin
      var columns = indent
      for word in paragraph.split(separator: " ") {
        let size = TextWidth.columns(String(word))
        if columns > indent, columns + 1 + size > max(width, indent + 20) {
          lines.append(line)
          line = margin
          columns = indent
        }
        if columns > indent {
          line += " "
          columns += 1
        }
        line += word
        columns += size
      }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }
}
