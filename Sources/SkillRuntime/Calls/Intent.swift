package import SkillBundle
package import SkillJSON

/// What somebody wants.
package enum Intent: Sendable {
  /// A skill by name, with its arguments.
  case skill(SkillIdentifier, arguments: JSON)
  /// Plain words in any language that some skill understands.
  case text(String)
}

/// What goes along with an intent.
package struct CallOptions: Sendable {
  /// Shortens the skill's own time limit; never extends the operator's ceiling.
  package var timeout: Duration?
  /// Two calls with one key are one wish. Handed to the skill.
  package var idempotencyKey: String?
  package var user: String?
  package var session: String?
  /// BCP 47.
  package var locale: String?
  /// IANA name.
  package var timezone: String?
  /// RFC 3339 with offset: the time to take as now, instead of the clock's.
  package var now: String?
  /// Who says yes to a destructive skill. Without anybody to ask, the answer is no.
  package var approve: @Sendable (ApprovalRequest) async -> Bool = { _ in false }

  package init() {}
}

/// A question to somebody before a destructive skill runs.
package struct ApprovalRequest: Sendable {
  package let identifier: SkillIdentifier
  package let displayName: String
  package let arguments: JSON
}
