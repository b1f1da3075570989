package import SkillJSON
import SkillSystem

/// What a call cost, and what confined it.
package struct CallMetrics: Sendable {
  /// From intent to answer.
  package var duration: Duration = .zero
  /// Inside the skill's process, waiting for it included.
  package var skillDuration: Duration = .zero
  /// Whether a process had to be started.
  package var startedRunner = false
  package var inputBytes = 0
  package var outputBytes = 0
  /// What the runner said it enforces: a JSON object; nil when the call never reached one.
  package var enforcement: JSON?

  package init() {}

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("durationMs", Self.milliseconds(duration))
      writer.member("skillMs", Self.milliseconds(skillDuration))
      writer.member("startedRunner", startedRunner)
      writer.member("inputBytes", inputBytes)
      writer.member("outputBytes", outputBytes)
      if let enforcement { writer.member("enforcement", enforcement) }
    }
  }

  /// With three decimals.
  private static func milliseconds(_ duration: Duration) -> Double {
    Double(duration.wholeNanoseconds / 1000) / 1000
  }
}
