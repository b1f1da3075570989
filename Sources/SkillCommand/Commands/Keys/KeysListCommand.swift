import SkillBundle
import SkillJSON
import SkillSystem

/// `skillhost keys list`
enum KeysListCommand {
  static let command = Command(
    "list", "List the keys of the trust store", options: [CommonOptions.json],
    examples: [Example("skillhost keys list", "which keys are trusted, and for what")]
  ) { arguments, context throws(SkillError) in
    let (keys, problems) = try HostAccess(context).trust.list()
    if arguments[CommonOptions.json] {
      context.print(json(keys, problems))
    } else {
      context.output.write(text(keys, width: context.output.width, style: context.output.style))
      for problem in problems { context.report(problem) }
    }
    return .success
  }

  package static func text(_ keys: [TrustedKey], width: Int?, style: Style) -> String {
    if keys.isEmpty {
      return """
        No key is trusted yet.
        `skillhost sign` makes one for your own skills; `skillhost keys trust FILE --for PATTERN` trusts a publisher's.

        """
    }
    var table = Table(header: ["KEY", "STATE", "ORIGIN", "MAY SIGN"])
    for key in keys {
      table.add([
        key.keyID.text, key.isRevoked ? "revoked" : "trusted", KeysCommand.words(key.origin),
        key.patterns.map(\.text).joined(separator: ", "),
      ])
    }
    return table.render(width: width) { cell, row, column in
      if row == 0 { return style.bold(cell) }
      return column == 1 ? (keys[row - 1].isRevoked ? style.red(cell) : style.green(cell)) : cell
    }
  }

  private static func json(_ keys: [TrustedKey], _ problems: [SkillError]) -> JSON {
    JSON.build { json in
      json.object { json in
        json.member("keys") { json in
          json.array { json in for key in keys { write(key, to: &json) } }
        }
        json.member("problems") { json in
          json.array { json in for problem in problems { problem.write(to: &json) } }
        }
      }
    }
  }

  static func write(_ key: TrustedKey, to json: inout JSONWriter) {
    json.object { json in
      json.member("id", key.keyID.text)
      json.member("fingerprint", key.publicKey.fingerprint)
      json.member("publicKey", key.publicKey.line)
      json.member("identifiers") { json in
        json.array { json in for pattern in key.patterns { json.value(pattern.text) } }
      }
      json.member("origin", key.origin.rawValue)
      json.member("added", key.added)
      json.member("revoked", key.isRevoked)
    }
  }
}

extension SkillError {
  /// `{"code":…,"message":…,"hint":…}`
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("code", code.name)
      json.member("message", message)
      if let hint { json.member("hint", hint) }
    }
  }
}
