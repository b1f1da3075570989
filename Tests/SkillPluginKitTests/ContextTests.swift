import CSkillABI
import FakeSkillHost
import SkillPluginKit
import Synchronization
import Testing

@Suite struct ContextTests {
  @Test func factsOfTheCall() throws {
    let facts = [
      "call_id": "c-1", "idempotency_key": "k", "user": "ann", "session": "s", "locale": "zh-CN",
      "timezone": "Asia/Shanghai", "now": "2026-07-31T08:00:00+08:00", "later_name": "x",
    ]
    let outcome = try Scripted.run(host: FakeHost(info: facts)) { _, context in
      [
        "call_id": .string(context.callID ?? ""), "idempotency_key": .string(context.idempotencyKey ?? ""),
        "user": .string(context.user ?? ""), "session": .string(context.session ?? ""),
        "locale": .string(context.locale ?? ""), "timezone": .string(context.timezone ?? ""),
        "now": .string("\(context.now)"), "later_name": .string(context.info("later_name") ?? ""),
      ]
    }
    let expected = facts.sorted { $0.key < $1.key }.map { #""\#($0.key)":"\#($0.value)""# }.joined(separator: ",")
    #expect(outcome.result == "{\(expected)}")
  }

  @Test func factsThatTheHostDoesNotKnow() throws {
    let outcome = try Scripted.run { _, context in
      let known = [context.callID, context.idempotencyKey, context.user, context.session, context.locale]
      return .bool(known.allSatisfy { $0 == nil } && context.timezone == nil && context.now.date.year >= 2024)
    }
    #expect(outcome.result == "true")
  }

  @Test func theClockIsReadInTheZoneOfTheCall() throws {
    let outcome = try Scripted.run(host: FakeHost(info: ["timezone": "Asia/Shanghai"])) { _, context in
      .integer(context.now.offset)
    }
    #expect(outcome.result == "28800")
  }

  @Test func progressIsBroughtIntoRange() throws {
    let outcome = try Scripted.run { _, context in
      context.progress(0.5, "half")
      context.progress(nil, "unknown")
      context.progress(7)
      context.progress(-3)
      context.progress(.nan)
      return nil
    }
    #expect(
      outcome.sent.progress == [
        .init(fraction: 0.5, note: "half"), .init(fraction: -1, note: "unknown"), .init(fraction: 1, note: ""),
        .init(fraction: 0, note: ""), .init(fraction: -1, note: ""),
      ])
  }

  @Test func textAndAttachments() throws {
    let outcome = try Scripted.run { _, context in
      context.text("一")
      context.text("**two**", markdown: true)
      try context.attach([0, 255, 10], mime: "image/svg+xml", name: "a \"b\"\\\n图.svg")
      return nil
    }
    #expect(outcome.sent.texts == ["一", "**two**"])
    #expect(
      outcome.sent.attachments == [.init(mime: "image/svg+xml; name=\"a _b___图.svg\"", bytes: [0, 255, 10])])
    #expect(outcome.result == "null")
  }

  @Test func aRefusedAttachmentThrows() throws {
    let host = FakeHost { $0.refusals = [SKILL_CHANNEL_ATTACHMENT: SKILL_FAILED] }
    let outcome = try Scripted.run(host: host) { _, context in
      try context.attach([1, 2], mime: "image/png", name: "a.png")
      return nil
    }
    #expect(outcome.status == SKILL_FAILED)
    #expect(
      outcome.failure
        == FakeHost.Failure(
          code: "attachment_refused", message: "the host refused the attachment 'a.png' (image/png, 2 bytes)"))
  }

  @Test func logLinesBelongToTheCall() throws {
    let outcome = try Scripted.run { _, context in
      context.log(.debug, "a")
      context.log(.error, "b")
      return nil
    }
    #expect(outcome.sent.logs == ["0: a", "3: b"])
  }

  @Test func remainingTime() throws {
    #expect(try Scripted.run { _, context in .bool(context.remainingTime == nil) }.result == "true")
    let past = FakeHost { $0.deadline = 1 }
    #expect(try Scripted.run(host: past) { _, context in .bool(context.remainingTime == .zero) }.result == "true")
    let future = FakeHost { $0.deadline = UInt64.max }
    let outcome = try Scripted.run(host: future) { _, context in
      .bool(context.remainingTime.map { $0 > .seconds(3600) } == true)
    }
    #expect(outcome.result == "true")
  }

  @Test func servicesByName() throws {
    let host = FakeHost { $0.storage = [:] }
    let outcome = try Scripted.run(host: host) { _, context in
      let table = context.query("skill.storage/1") { table, _ in
        table.assumingMemoryBound(to: skill_storage_v1.self).pointee.size
      }
      return [.integer(Int(table ?? 0)), .bool(context.query("skill.none/1") { _, _ in true } == nil)]
    }
    #expect(outcome.result == "[40,true]")
  }

  @Test func aContextThatIsKeptIsInert() throws {
    let host = FakeHost {
      $0.info = ["user": "ann"]
      $0.pages = [:]
      $0.storage = [:]
    }
    let holder = Holder()
    let first = try Scripted.run(host: host) { _, context in
      holder.context.withLock { $0 = context }
      return nil
    }
    #expect(first.status == SKILL_DONE)
    let context = try #require(holder.context.withLock { $0 })
    context.text("late")
    context.progress(0.5)
    #expect(context.isCancelled)
    #expect(context.user == nil)
    #expect(context.remainingTime == nil)
    #expect(throws: CancellationError.self) { try context.checkCancelled() }
    #expect(throws: CancellationError.self) { try context.http.get("https://example.org/") }
    #expect(throws: CancellationError.self) { try context.storage.value("a") }
    #expect(context.query("skill.storage/1") { _, _ in true } == nil)
    #expect(throws: SkillFailure.self) { try context.attach([], mime: "a/b", name: "c") }
    #expect(host.sent.texts == [])
    #expect(host.sent.progress.isEmpty)
  }

  private final class Holder: Sendable {
    let context = Mutex<SkillContext?>(nil)
  }
}
