/// A refusal or failure that can be shown to a person: what happened and where, and what to type next.
///
/// `code` is stable and meant for programs; `message` and `hint` are for people and models and may change.
/// Codes are an open set: each module adds its own in an extension of ``Code`` beside the code that throws them.
package struct SkillError: Error, Hashable, Sendable {
  /// A stable name for one kind of failure (`signature_missing`) and the exit status it leads to.
  package struct Code: Hashable, Sendable {
    package let name: String
    package let category: Category

    package init(_ name: String, _ category: Category) {
      self.name = name
      self.category = category
    }
  }

  /// What a code means for the caller; the raw value is the exit status of the command-line program.
  package enum Category: Int32, Hashable, Sendable {
    /// The skill or plan ran and failed.
    case failed = 1
    /// The command or its arguments are wrong.
    case usage = 2
    /// The thing named does not exist.
    case notFound = 3
    /// Verification, permission or approval said no.
    case refused = 4
    /// A deadline passed, or the caller cancelled.
    case stopped = 5
    /// Temporarily not possible; worth a retry.
    case unavailable = 6
    /// A bug in this program.
    case `internal` = 70
  }

  package var code: Code
  /// What is wrong and where, in one line.
  package var message: String
  /// What to do about it: a command to type, or a thing to change.
  package var hint: String?

  package init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}

extension SkillError: CustomStringConvertible {
  /// `error[code]: message; hint: hint`, the form used on standard error.
  package var description: String {
    let line = "error[\(code.name)]: \(message)"
    return hint.map { "\(line); hint: \($0)" } ?? line
  }
}

extension SkillError.Code {
  /// A system call failed for a reason that is the machine's and not the caller's.
  package static let system = Self("system", .unavailable)
  /// An invariant of this program did not hold.
  package static let bug = Self("internal", .internal)
}
