import SkillJSON
import SkillSystem

/// `skillhost doctor`
package enum DoctorCommand {
  static let command = Command(
    "doctor", "Check this installation and say what to do about what is wrong",
    options: [CommonOptions.json],
    examples: [
      Example("skillhost doctor", "one line a check"),
      Example("skillhost doctor --json", "the same for a program"),
    ]
  ) { arguments, context throws(SkillError) in
    let access = try HostAccess(context)
    var findings = HomeCheck.findings(access.home)
    findings += StoreCheck.findings(access.home)
    findings += TrustCheck.findings(access.trust)
    findings += await RunnerCheck.findings(access.installation)
    findings += KernelCheck.findings()
    findings += LibraryCheck.findings()
    findings += await SkillsCheck.findings(access)
    if arguments[CommonOptions.json] {
      context.print(json(findings))
    } else {
      context.output.write(text(findings, style: context.output.style))
    }
    return findings.contains { $0.level == .fail } ? ExitStatus(.unavailable) : .success
  }

  package static func text(_ findings: [Finding], style: Style) -> String {
    var text = ""
    for finding in findings {
      let word: String =
        switch finding.level {
        case .ok: style.green("ok  ")
        case .warn: style.yellow("warn")
        case .fail: style.red("fail")
        }
      text += "\(word)  \(TextWidth.pad(finding.subject, to: 9))  \(SafeText.visible(finding.message))\n"
      if let remedy = finding.remedy { text += "                 \(SafeText.visible(remedy))\n" }
    }
    return text
  }

  private static func json(_ findings: [Finding]) -> JSON {
    JSON.build { json in
      json.object { json in
        json.member("healthy", !findings.contains { $0.level == .fail })
        json.member("checks") { json in
          json.array { json in
            for finding in findings {
              json.object { json in
                json.member("level", finding.level.rawValue)
                json.member("subject", finding.subject)
                json.member("message", finding.message)
                if let remedy = finding.remedy { json.member("remedy", remedy) }
              }
            }
          }
        }
      }
    }
  }
}

/// What one check of the doctor found.
package struct Finding: Hashable, Sendable {
  package enum Level: String, Hashable, Sendable {
    case ok
    /// Works, but not as well as it could, or not for long.
    case warn
    /// Something cannot work.
    case fail
  }

  package let level: Level
  /// What was looked at, in one word.
  package let subject: String
  package let message: String
  /// What to type or do.
  package let remedy: String?

  package init(_ level: Level, _ subject: String, _ message: String, remedy: String? = nil) {
    self.level = level
    self.subject = subject
    self.message = message
    self.remedy = remedy
  }

  /// The finding that an error amounts to.
  init(_ level: Level, _ subject: String, _ error: SkillError) {
    self.init(level, subject, "\(error.code.name): \(error.message)", remedy: error.hint)
  }
}
