package import CSkillABI

/// One skill driven through its descriptor, as a host does it: create, then invoke and match, then quiesce and destroy.
package final class LoadedSkill {
  package let descriptor: UnsafePointer<skill_descriptor>
  private let instance: UnsafeMutableRawPointer?

  package struct CreateFailed: Error, Equatable {
    package var status: skill_status

    package init(status: skill_status) { self.status = status }
  }

  /// What came of an invoke or a match.
  package struct Outcome: Sendable {
    package var status: skill_status
    package var sent: FakeHost.Record
    /// The result's text; nil when none was emitted.
    package var result: String? { sent.results.last.map { String(decoding: $0, as: UTF8.self) } }
    package var failure: FakeHost.Failure? { sent.failures.last }
  }

  /// Calls the skill's `create` with a config.
  package init(
    _ descriptor: UnsafePointer<skill_descriptor>, config: String = #"{"directories":{},"settings":{}}"#,
    host: FakeHost = FakeHost()
  ) throws {
    self.descriptor = descriptor
    var instance: UnsafeMutableRawPointer?
    if let create = descriptor.pointee.create {
      let status = withSkillText(config) { create(host.table, $0, &instance) }
      guard status == SKILL_DONE else { throw CreateFailed(status: status) }
    }
    self.instance = instance
  }

  deinit { descriptor.pointee.destroy?(instance) }

  package func invoke(_ input: String, host: FakeHost = FakeHost()) -> Outcome {
    run(descriptor.pointee.invoke, input, host)
  }

  /// `intent` is the whole JSON object.
  package func match(intent: String, host: FakeHost = FakeHost()) -> Outcome {
    run(descriptor.pointee.match, intent, host)
  }

  package func quiesce(deadline: UInt64) { descriptor.pointee.quiesce?(instance, deadline) }

  private func run(
    _ function: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<skill_call>?, skill_text) -> skill_status)?,
    _ input: String, _ host: FakeHost
  ) -> Outcome {
    guard let function else { return Outcome(status: SKILL_UNSUPPORTED, sent: host.sent) }
    let status = host.withCall { call in withSkillText(input) { function(instance, call, $0) } }
    return Outcome(status: status, sent: host.sent)
  }
}
