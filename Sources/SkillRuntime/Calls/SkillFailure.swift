package import SkillBundle
package import SkillJSON
package import SkillSystem

/// Why a call gave nothing.
package struct SkillFailure: Error, Sendable {
  /// What kind of failure it is: what whoever called can do about it.
  package enum Kind: String, Sendable {
    /// No such skill, or one that cannot be called now.
    case unusable
    /// Arguments do not fit the schema, or make no sense to the skill.
    case badArguments = "bad_arguments"
    case timeout
    case cancelled
    /// Worth a retry.
    case unavailable
    case permission
    /// The skill's process ended or broke the rules.
    case crashed
    /// The skill tried and did not succeed.
    case failed
    /// What the skill returned is not what it promised.
    case badOutput = "bad_output"
  }

  package var identifier: SkillIdentifier?
  /// The error; its code may be the skill's own word.
  package var error: SkillError
  package var kind: Kind
  /// More for programs and models: the violations of the schema, the skill's own detail, the candidates of a match.
  package var detail: JSON?
  package var metrics = CallMetrics()

  package init(
    _ error: SkillError, _ kind: Kind, identifier: SkillIdentifier? = nil, detail: JSON? = nil
  ) {
    self.error = error
    self.kind = kind
    self.identifier = identifier
    self.detail = detail
  }

  /// `{"status":"failed","error":{"code":…,"kind":…,"message":…},"metrics":{…}}`
  package var json: JSON {
    JSON.build { writer in
      writer.object { writer in
        writer.member("status", "failed")
        if let identifier { writer.member("skill", identifier.text) }
        writer.member("error") { writeError(to: &$0) }
        writer.member("metrics") { metrics.write(to: &$0) }
      }
    }
  }

  package func writeError(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("code", error.code.name)
      writer.member("kind", kind.rawValue)
      writer.member("message", error.message)
      if let hint = error.hint { writer.member("hint", hint) }
      if let detail { writer.member("detail", detail) }
    }
  }
}
