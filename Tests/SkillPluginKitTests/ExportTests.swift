import CSkillABI
import FakeSkillHost
import SkillPluginKit
import Testing

@Suite struct ExportTests {
  @Test func anotherIdentifierIsNotMine() {
    #expect(withSkillText("test.other") { exportSkills(0, $0, Greet.self) } == nil)
    #expect(exportSkills(0, skill_text(data: nil, size: 0), Greet.self) == nil)
    #expect(exportSkills(0, skill_text(data: nil, size: .max), Greet.self) == nil)
  }

  @Test func oneDescriptorForEachSkill() throws {
    let greet = try descriptor(of: Greet.self)
    #expect(try descriptor(of: Greet.self) == greet)
    #expect(try descriptor(of: Suspending.self) != greet)
    #expect(withSkillText("test.greet") { exportSkills(9, $0, Suspending.self, Greet.self) } == greet)
  }

  @Test func descriptorOfAFullSkill() throws {
    let greet = try descriptor(of: Greet.self).pointee
    #expect(greet.size == 64)
    #expect(greet.abi_minor == 0)
    #expect(greet.max_parallel == 4)
    #expect(greet.flags == SKILL_FLAG_MATCH_IS_PURE | SKILL_FLAG_QUIESCE_MATTERS)
    #expect(greet.create != nil)
    #expect(greet.match != nil)
    #expect(greet.quiesce != nil)
    #expect(greet.destroy != nil)
  }

  @Test func whatASkillDoesNotHaveIsNull() throws {
    let suspending = try descriptor(of: Suspending.self).pointee
    #expect(suspending.flags == 0)
    #expect(suspending.max_parallel == 1)
    #expect(suspending.match == nil)
    #expect(suspending.quiesce == nil)
    #expect(suspending.query == nil)
  }
}

@Suite struct LifeTests {
  @Test func createReadsDirectoriesAndSettings() throws {
    let skill = try LoadedSkill(
      try descriptor(of: Greet.self),
      config: #"{"directories":{"letters":"/a/b"},"settings":{"greeting":"你好","needsFolder":true}}"#)
    let outcome = skill.invoke(#"{"people":[{"name":"Ann"},{"name":"Bo"}]}"#)
    #expect(outcome.status == SKILL_DONE)
    #expect(outcome.result == #"{"greeting":"你好, Ann and Bo","folder":"/a/b"}"#)
  }

  @Test func twoInstancesDoNotMix() throws {
    let first = try LoadedSkill(try descriptor(of: Greet.self), config: #"{"settings":{"greeting":"One"}}"#)
    let second = try LoadedSkill(try descriptor(of: Greet.self), config: #"{"settings":{"greeting":"Two"}}"#)
    #expect(first.invoke(#"{"people":[{"name":"x"}]}"#).result == #"{"greeting":"One, x"}"#)
    #expect(second.invoke(#"{"people":[{"name":"x"}]}"#).result == #"{"greeting":"Two, x"}"#)
  }

  @Test func noConfigIsAnEmptyOne() throws {
    let skill = try LoadedSkill(try descriptor(of: Greet.self), config: "")
    #expect(skill.invoke(#"{"people":[]}"#).result == #"{"greeting":"Hello, "}"#)
  }

  @Test func aMissingDirectoryIsSaidInTheLog() throws {
    #expect(throws: LoadedSkill.CreateFailed(status: SKILL_NEEDS_PERMISSION)) {
      try LoadedSkill(
        try descriptor(of: Greet.self), config: #"{"directories":{},"settings":{"needsFolder":true}}"#)
    }
    let line =
      "3: test.greet cannot be used: directory_not_granted: the directory 'letters' of this skill was not granted"
    #expect(FakeHost.libraryLog.contains(line))
  }

  @Test(arguments: ["{", "nonsense", "\u{0}"])
  func aBrokenConfigIsRefused(config: String) throws {
    #expect(throws: LoadedSkill.CreateFailed.self) {
      try LoadedSkill(try descriptor(of: Greet.self), config: config)
    }
  }

  @Test(arguments: ["[]", "null", #"{"directories":[1],"settings":7}"#, #"{"directories":{"letters":5}}"#])
  func aConfigOfAnotherShapeGrantsNothing(config: String) throws {
    let skill = try LoadedSkill(try descriptor(of: Greet.self), config: config)
    #expect(skill.invoke(#"{"people":[{"name":"x"}]}"#).result == #"{"greeting":"Hello, x"}"#)
  }

  @Test func quiesceIsToldHowLongItMayTake() throws {
    let skill = try LoadedSkill(try descriptor(of: Greet.self), config: #"{"settings":{"greeting":"Late"}}"#)
    skill.quiesce(deadline: 1)
    #expect(FakeHost.libraryLog.contains("1: quiesce of Late within 0.0 seconds"))
  }
}

@Suite struct MatchTests {
  @Test func confidenceIsBroughtIntoRange() throws {
    let skill = try LoadedSkill(try descriptor(of: Greet.self))
    let outcome = skill.match(intent: #"{"text":"greet Bo","now":"2026-07-31T23:30:00+08:00"}"#)
    #expect(outcome.status == SKILL_DONE)
    #expect(
      outcome.result == #"{"arguments":{"day":"2026-07-31","people":[{"name":"Bo"}]},"confidence":1}"#
        || outcome.result == #"{"arguments":{"day":"2026-07-31","people":[{"name":"Bo"}]},"confidence":1.0}"#)
  }

  @Test func nothingIsEmittedForAnotherIntent() throws {
    let outcome = try LoadedSkill(try descriptor(of: Greet.self)).match(intent: #"{"text":"weather"}"#)
    #expect(outcome.status == SKILL_DONE)
    #expect(outcome.result == nil)
  }

  @Test(arguments: ["", "[]", "{}", #"{"text":5}"#, "{\"text\":\"\u{1}\"}"])
  func aBrokenIntentIsBadInput(intent: String) throws {
    let outcome = try LoadedSkill(try descriptor(of: Greet.self)).match(intent: intent)
    #expect(outcome.status == SKILL_BAD_INPUT)
    #expect(outcome.result == nil)
  }
}
