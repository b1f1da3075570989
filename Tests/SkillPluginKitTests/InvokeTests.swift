import CSkillABI
import FakeSkillHost
import SkillPluginKit
import TestSupport
import Testing

@Suite struct InvokeTests {
  // MARK: Arguments

  @Test(arguments: [
    (#"{"people":[{"name":"Ann"},{}]}"#, "/people/1/name", "required, but missing"),
    (#"{}"#, "/people", "required, but missing"),
    (#"{"people":[],"day":"yesterday"}"#, "/day", "'yesterday' is not a date such as 2026-07-28"),
    (#"{"people":[],"day":"2026-02-29"}"#, "/day", "'2026-02-29' is not a date such as 2026-07-28"),
  ])
  func badArgumentsAreNamedByTheirPlace(input: String, pointer: String, what: String) throws {
    let outcome = try LoadedSkill(try descriptor(of: Greet.self)).invoke(input)
    #expect(outcome.status == SKILL_BAD_INPUT)
    #expect(
      outcome.failure
        == FakeHost.Failure(code: "bad_input", message: "\(pointer): \(what)", detail: #"{"pointer":"\#(pointer)"}"#))
    #expect(outcome.result == nil)
  }

  @Test(arguments: [
    (#"{"people":[{"name":7}]}"#, "/people/0/name"), (#"{"people":[{"name":"x","age":1e300}]}"#, "/people/0/age"),
    (#"{"people":{}}"#, "/people"), ("[]", ""), (#""text""#, ""),
  ])
  func aWrongTypeIsNamedByItsPlace(input: String, pointer: String) throws {
    let outcome = try LoadedSkill(try descriptor(of: Greet.self)).invoke(input)
    #expect(outcome.status == SKILL_BAD_INPUT)
    #expect(outcome.failure?.code == "bad_input")
    #expect(outcome.failure?.detail == #"{"pointer":"\#(pointer)"}"#)
  }

  @Test(arguments: ["{", "{\"a\":\u{1}}", "nul", #"{"people":[}"#])
  func textThatIsNotJSONIsBadInput(input: String) throws {
    let outcome = try LoadedSkill(try descriptor(of: Greet.self)).invoke(input)
    #expect(outcome.status == SKILL_BAD_INPUT)
    #expect(outcome.failure?.code == "bad_input")
  }

  @Test func noInputIsAnEmptyObject() throws {
    let outcome = try Scripted.run("") { arguments, _ in .object(arguments) }
    #expect(outcome.result == "{}")
  }

  @Test func anyValueGoesThroughUnchanged() throws {
    let text = #"{"a":[1,-2,2.5,true,null,"x\"\n\u0001"],"b":{"c":{}},"d":9007199254740993}"#
    let outcome = try Scripted.run(text) { arguments, _ in .object(arguments) }
    #expect(outcome.status == SKILL_DONE)
    #expect(outcome.result == text)
  }

  // MARK: Failures

  @Test(arguments: [
    (SkillFailure.Kind.failed, SKILL_FAILED), (.cancelled, SKILL_CANCELLED), (.badInput, SKILL_BAD_INPUT),
    (.unsupported, SKILL_UNSUPPORTED), (.needsPermission, SKILL_NEEDS_PERMISSION), (.unavailable, SKILL_UNAVAILABLE),
  ])
  func eachKindHasItsStatus(kind: SkillFailure.Kind, status: skill_status) throws {
    let outcome = try Scripted.run { _, _ in
      throw SkillFailure("city_unknown", "no such city: 亚特兰蒂斯", kind: kind, detail: ["city": "亚特兰蒂斯"])
    }
    #expect(outcome.status == status)
    #expect(
      outcome.failure
        == FakeHost.Failure(
          code: "city_unknown", message: "no such city: 亚特兰蒂斯", detail: #"{"city":"亚特兰蒂斯"}"#))
    #expect(outcome.result == nil)
  }

  @Test func anyErrorIsAFailureWithItsDescription() throws {
    struct Odd: Error, CustomStringConvertible { let description = "something odd" }
    let outcome = try Scripted.run { _, _ in throw Odd() }
    #expect(outcome.status == SKILL_FAILED)
    #expect(outcome.failure == FakeHost.Failure(code: "failed", message: "something odd"))
  }

  @Test func cancellationIsAStatusOfItsOwn() throws {
    let outcome = try Scripted.run(host: FakeHost { $0.cancelledAfter = 3 }) { _, context in
      while true { try context.checkCancelled() }
    }
    #expect(outcome.status == SKILL_CANCELLED)
    #expect(outcome.failure == FakeHost.Failure(code: "cancelled", message: "the call was cancelled"))
  }

  @Test(arguments: [("City Unknown!", "itynknown"), ("", "failed"), ("ÄÖ", "failed"), ("a_1", "a_1")])
  func codesAreReducedToWhatTheContractAllows(code: String, sent: String) throws {
    let outcome = try Scripted.run { _, _ in throw SkillFailure(code, "m") }
    #expect(outcome.failure?.code == sent)
  }

  // MARK: Async

  @Test func aSkillThatDoesNotSuspendStaysOnTheCallingThread() throws {
    let caller = currentThread()
    let outcome = try Scripted.run { _, _ in .bool(currentThread() == caller) }
    #expect(outcome.result == "true")
  }

  @Test func aSkillThatSuspendsIsWaitedFor() throws {
    let outcome = try LoadedSkill(try descriptor(of: Suspending.self)).invoke(#"{"untilCancelled":false}"#)
    #expect(outcome.status == SKILL_DONE)
    #expect(outcome.result == #""done""#)
    #expect(outcome.sent.texts == ["after the pause"])
  }

  @Test func allOfAnAsyncSkillRunsOnTheHostsThread() async throws {
    // The detached task needs a thread of the pool, so this call may not hold one.
    let results = try await onOwnThread {
      let skill = try LoadedSkill(try descriptor(of: Wandering.self))
      return (0..<20).map { _ in skill.invoke("{}").result }
    }
    #expect(results == Array(repeating: #"{"stayed":true,"sum":5050,"detached":7}"#, count: 20))
  }

  @Test func aSuspendedSkillLearnsOfTheCancellation() throws {
    let host = FakeHost { $0.cancelledAfter = 2 }
    let outcome = try LoadedSkill(try descriptor(of: Suspending.self)).invoke(#"{"untilCancelled":true}"#, host: host)
    #expect(outcome.status == SKILL_CANCELLED)
    #expect(outcome.sent.texts == [])
  }

  @Test func manyCallsAtOnce() async throws {
    let skill = try descriptor(of: Suspending.self)
    let address = UInt(bitPattern: skill)
    let results = await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          let calls = try? await onOwnThread {
            guard let skill = SkillDescriptor(bitPattern: address).flatMap({ try? LoadedSkill($0) }) else { return 0 }
            return (0..<50).count { _ in skill.invoke(#"{"untilCancelled":false}"#).result == #""done""# }
          }
          return calls ?? 0
        }
      }
      return await group.reduce(0, +)
    }
    #expect(results == 200)
  }
}
