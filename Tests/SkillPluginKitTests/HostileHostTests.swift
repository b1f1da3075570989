import CSkillABI
import FakeSkillHost
import SkillPluginKit
import Testing

/// Hosts that are older, poorer or wrong. Nothing here may crash, or read beyond a shortened table (the address sanitizer
/// sees that).
@Suite struct HostileHostTests {
  static let everything: Scripted.Script.Body = { _, context in
    context.progress(0.1, "a")
    context.text("b")
    context.log(.info, "c")
    try? context.attach([1], mime: "a/b", name: "c")
    let facts: [JSONValue] = [
      .bool(context.isCancelled), .bool(context.remainingTime == nil), .bool(context.user == nil),
      .bool(context.http.isOffered), .bool(context.storage.isOffered),
    ]
    return .array(facts)
  }

  @Test(arguments: UInt32(0)...72)
  func aShorterTableLeavesOutWhatItDoesNotCover(size: UInt32) throws {
    let host = FakeHost {
      $0.tableSize = size
      $0.info = ["user": "ann"]
    }
    let outcome = try Scripted.run(host: host, Self.everything)
    let covers = { (end: UInt32) in size >= end }
    // Without emit the result cannot be handed over, and without fail nobody can be told why.
    #expect(outcome.status == (covers(48) ? SKILL_DONE : SKILL_UNSUPPORTED))
    #expect(outcome.sent.logs.count == (covers(16) ? 1 : 0))
    #expect(outcome.sent.progress.count == (covers(40) ? 1 : 0))
    #expect(outcome.sent.texts.count == (covers(48) ? 1 : 0))
    #expect(outcome.sent.failures.isEmpty)
    if covers(48) { #expect(outcome.result == "[false,true,\(!covers(64)),false,false]") }
  }

  @Test func aTableLargerThanOursIsReadAsFarAsWeKnow() throws {
    let host = FakeHost { $0.tableSize = 96 }
    #expect(try Scripted.run(host: host, Self.everything).result == "[false,true,true,false,false]")
  }

  @Test func noTableAtAll() throws {
    let host = FakeHost { $0.hasTable = false }
    let skill = try LoadedSkill(try descriptor(of: Scripted.self), host: host)
    #expect(skill.invoke("{}", host: host).status == SKILL_UNSUPPORTED)
  }

  @Test func theTableOfCreateStandsInForACallWithoutOne() throws {
    let host = FakeHost { $0.hasTable = false }
    let skill = try LoadedSkill(try descriptor(of: Scripted.self), host: FakeHost())
    #expect(skill.invoke("{}", host: host).result == "{}")
  }

  @Test(arguments: [SKILL_FAILED, SKILL_BAD_INPUT, SKILL_UNSUPPORTED])
  func aRefusedResultIsAFailure(refusal: skill_status) throws {
    let outcome = try Scripted.run(host: FakeHost { $0.refusals = [SKILL_CHANNEL_RESULT: refusal] }) { _, _ in true }
    #expect(outcome.status == refusal)
    #expect(
      outcome.failure
        == FakeHost.Failure(
          code: "result_refused", message: "the host refused the result (4 bytes, status \(refusal))"))
  }

  @Test func refusedTextIsNotAnError() throws {
    let host = FakeHost { $0.refusals = [SKILL_CHANNEL_TEXT: SKILL_FAILED] }
    let outcome = try Scripted.run(host: host) { _, context in
      context.text("lost")
      return 1
    }
    #expect(outcome.result == "1")
  }

  @Test func nullPointers() throws {
    let scripted = try descriptor(of: Scripted.self).pointee
    let nothing = skill_text(data: nil, size: 0)
    let monstrous = skill_text(data: nil, size: .max)
    #expect(scripted.invoke?(nil, nil, nothing) == SKILL_FAILED)
    #expect(scripted.create?(nil, nothing, nil) == SKILL_FAILED)
    scripted.destroy?(nil)
    let greet = try descriptor(of: Greet.self).pointee
    #expect(greet.match?(nil, nil, nothing) == SKILL_FAILED)
    greet.quiesce?(nil, 0)

    var instance: UnsafeMutableRawPointer?
    #expect(scripted.create?(nil, monstrous, &instance) == SKILL_DONE)
    #expect(scripted.invoke?(instance, nil, nothing) == SKILL_FAILED)
    let host = FakeHost()
    #expect(host.withCall { scripted.invoke?(instance, $0, monstrous) } == SKILL_DONE)
    #expect(host.sent.results == [Array("{}".utf8)])
    scripted.destroy?(instance)
  }

  @Test func aSizeThatDoesNotFitMemoryIsNoText() throws {
    let scripted = try descriptor(of: Scripted.self).pointee
    var instance: UnsafeMutableRawPointer?
    #expect(scripted.create?(nil, skill_text(data: nil, size: 0), &instance) == SKILL_DONE)
    let host = FakeHost()
    let byte: CChar = 0x7b
    let status = withUnsafePointer(to: byte) { pointer in
      host.withCall { scripted.invoke?(instance, $0, skill_text(data: pointer, size: .max)) }
    }
    #expect(status == SKILL_DONE)
    scripted.destroy?(instance)
  }
}
