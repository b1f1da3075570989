import Glibc
import SkillBundle
import SkillLoader
import SkillRuntime
import SkillSystem
import TestSupport
import Testing

/// Damaged libraries: whatever they do to the dynamic loader they do in a runner, and the host goes on. The registry
/// would refuse most of them by their headers; here they come straight to the loader.
@Suite struct IsolationLibraryTests {
  private enum Damage: String, CaseIterable {
    case truncated, header, sections, anywhere, zeroed
  }

  private static func damage(_ good: [UInt8], _ kind: Damage, _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = good
    func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
    switch kind {
    case .truncated: bytes.removeLast(1 + below(good.count - 1))
    case .header: for _ in 0...below(4) { bytes[16 + below(48)] = UInt8(truncatingIfNeeded: random.next()) }
    // Program headers and what follows: what the loader believes in.
    case .sections: for _ in 0...below(8) { bytes[64 + below(1024)] = UInt8(truncatingIfNeeded: random.next()) }
    case .anywhere: for _ in 0...below(64) { bytes[below(good.count)] = UInt8(truncatingIfNeeded: random.next()) }
    case .zeroed:
      let start = below(good.count)
      for index in start..<min(start + 1 + below(4096), good.count) { bytes[index] = 0 }
    }
    return bytes
  }

  @Test(.timeLimit(.minutes(2)), arguments: [7 as UInt64])
  func threeHundredDamagedLibrariesHurtNobody(seed: UInt64) throws {
    let good = try Compiler.faulty("Misbehaving")
    let harness = try SupervisorHarness(library: good) {
      $0.maxRunners = 1
      $0.loadTimeout = .seconds(2)
    }
    var random = SeededGenerator(seed: seed)
    let targets = try (0..<300).map { index in
      let bytes = Self.damage(good, Damage.allCases[index % Damage.allCases.count], &random)
      // Looking at it must not crash either; what it says does not matter here.
      _ = try? ELFInspection(Compiler.seal(bytes), size: bytes.count)
      return RunnerTarget(
        key: RunnerTarget.Key(
          identifier: "test.faulty", manifestDigest: SHA256Digest(of: bytes).bytes, configuration: [UInt8(index & 255)]),
        label: "test.damaged 1.0.0", libraryDigest: SHA256Digest(of: bytes),
        library: SealedLibrary(try Compiler.seal(bytes)))
    }
    let summaries = harness.run {
      await withTaskGroup(of: String.self) { group in
        var summaries: [String: Int] = [:]
        for (index, target) in targets.enumerated() {
          if index >= 4, let summary = await group.next() { summaries[summary, default: 0] += 1 }
          group.addTask {
            await harness.supervisor.call(
              target,
              RunnerRequest(
                .invoke, facts: [("call_id", "test")], input: Array("{}".utf8),
                deadline: MonotonicTime.now.advanced(by: .seconds(3)), outputLimit: 1 << 20)
            ) { _ in }.summary
          }
        }
        for await summary in group { summaries[summary, default: 0] += 1 }
        // And the undamaged one works in the same host.
        summaries["good: " + (await harness.call("{}").summary)] = 1
        return summaries
      }
    }
    #expect(summaries.values.reduce(0, +) == 301)
    #expect(summaries[#"good: {"ok": true}"#] == 1)
    let known: Set<String> = [
      "library_not_loadable", "load_failed", "entry_missing", "descriptor_invalid", "load_timeout", "crashed",
      "skill_not_in_library", "protocol_violation", "timeout", "memory_exceeded", "create_failed",
      // Done, but without a result: damaged code may answer anything, as long as it is an answer.
      "",
      // The damage was where it does not matter.
      #"{"ok": true}"#, #"good: {"ok": true}"#,
    ]
    let unknown = summaries.keys.filter { !known.contains($0) && !$0.hasPrefix("status ") }
    #expect(unknown == [], "\(summaries)")
    // The damage was real: the loader refused many and crashed on some, all of it elsewhere.
    #expect(summaries["library_not_loadable", default: 0] > 50, "\(summaries)")
    #expect(summaries["load_failed", default: 0] + summaries["crashed", default: 0] > 5, "\(summaries)")
  }

  /// glibc takes a path that it knows for the library it loaded from there: one library a process.
  @Test func everyLibraryIsLoadedForItself() throws {
    let harness = try SupervisorHarness(library: Compiler.faulty("Misbehaving"))
    let other = try Compiler.faulty("Bombs")
    let target = RunnerTarget(
      key: RunnerTarget.Key(
        identifier: "test.faulty", manifestDigest: SHA256Digest(of: other).bytes, configuration: Array("{}".utf8)),
      label: "test.faulty 2.0.0", libraryDigest: SHA256Digest(of: other),
      library: SealedLibrary(try Compiler.seal(other)))
    let summaries = harness.run {
      func callOther() async -> String {
        await harness.supervisor.call(
          target,
          RunnerRequest(
            .invoke, facts: [("call_id", "test")], input: Array("{}".utf8),
            deadline: MonotonicTime.now.advanced(by: .seconds(20)), outputLimit: 1 << 20)
        ) { _ in }.summary
      }
      return [await harness.call("{}").summary, await callOther(), await harness.call("{}").summary, await callOther()]
    }
    #expect(summaries == [#"{"ok": true}"#, #""done""#, #"{"ok": true}"#, #""done""#])
  }
}
