package import SkillBundle
package import SkillJSON

/// What an examination found about one skill.
package struct TrialReport: Sendable {
  package let identifier: SkillIdentifier
  package internal(set) var findings: [TrialFinding] = []

  init(_ identifier: SkillIdentifier) { self.identifier = identifier }

  package var hasFailed: Bool { findings.contains { $0.level == .fail } }

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("skill", identifier.text)
      writer.member("passed", !hasFailed)
      writer.member("checks") { writer in
        writer.array { writer in
          for finding in findings {
            writer.object { writer in
              writer.member("level", finding.level.rawValue)
              writer.member("check", finding.check)
              writer.member("message", finding.message)
              if let advice = finding.advice { writer.member("advice", advice) }
            }
          }
        }
      }
    }
  }
}

/// One line of a report.
package struct TrialFinding: Hashable, Sendable {
  package enum Level: String, Hashable, Sendable {
    case ok
    /// Works, but will disappoint somebody.
    case warn
    /// Breaks the contract.
    case fail
  }

  package let level: Level
  /// A word of docs/validating.md: load, calls, damaged, match, cancel, prints, process, leaks, refused, promises.
  package let check: String
  package let message: String
  /// What to do about it.
  package let advice: String?

  package init(_ level: Level, _ check: String, _ message: String, advice: String? = nil) {
    self.level = level
    self.check = check
    self.message = message
    self.advice = advice
  }
}
