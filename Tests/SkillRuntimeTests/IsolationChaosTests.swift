import CLinux
import Glibc
import SkillBundle
import SkillLoader
import SkillRuntime
import SkillSystem
import Synchronization
import TestSupport
import Testing

/// Thousands of calls to good and broken skills at once, while runners are killed at random: every call ends in exactly
/// one answer, one that its skill can be blamed for, and nothing is left.
@Suite(.serialized) struct IsolationChaosTests {
  /// What a call asks for, and the answers that it may get. `killed` is what any call may get when its runner is killed
  /// from outside or because of another call in it.
  private struct Wish {
    let library: Int
    let input: String
    let answers: Set<String>
    var timeout: Duration = .seconds(20)
    var weight = 1
  }

  private struct Tally {
    var answers = 0
    var wrong: [String] = []
    var late = 0
    var killed = 0
  }

  private final class Ledger: Sendable { let tally = Mutex(Tally()) }
  private final class Ended: Sendable { let value = Atomic(false) }

  private static let killed: Set<String> = ["crashed", "interrupted"]
  private static let ok = #"{"ok": true}"#

  /// Libraries: 0 Misbehaving as a good skill, 1 Misbehaving as a bad one, 2 Bombs, 3 Swift with concurrency.
  private static let wishes = [
    Wish(library: 0, input: "{}", answers: [ok], weight: 60),
    Wish(library: 0, input: #"{"do":"print"}"#, answers: [ok], weight: 5),
    Wish(library: 0, input: #"{"do":"bad_pointers"}"#, answers: [ok], weight: 5),
    Wish(library: 3, input: #"{"do":"concurrency"}"#, answers: [#""220 32""#], weight: 10),
    Wish(library: 1, input: "{}", answers: [ok], weight: 4),
    Wish(library: 1, input: #"{"do":"segv"}"#, answers: ["crashed"], weight: 2),
    Wish(library: 1, input: #"{"do":"abort"}"#, answers: ["crashed"]),
    Wish(library: 1, input: #"{"do":"exit"}"#, answers: ["crashed"]),
    Wish(library: 1, input: #"{"do":"loop"}"#, answers: ["timeout"], timeout: .milliseconds(20)),
    Wish(library: 1, input: #"{"do":"wait"}"#, answers: ["timeout"], timeout: .milliseconds(20), weight: 2),
    Wish(library: 1, input: #"{"do":"flood"}"#, answers: ["output_too_large"]),
    Wish(library: 1, input: #"{"do":"own_failure"}"#, answers: ["status 3"], weight: 2),
    Wish(library: 2, input: #"{"do":"memory_at_once"}"#, answers: ["memory_exceeded"], weight: 2),
    Wish(library: 2, input: #"{"do":"descriptors"}"#, answers: [#""249 EMFILE""#, #""0 EMFILE""#]),
    Wish(library: 2, input: #"{"do":"main_thread_exits"}"#, answers: ["timeout"], timeout: .milliseconds(20)),
  ]

  @Test(.timeLimit(.minutes(2)), arguments: [20_260_301 as UInt64])
  func everyCallEndsOnce(seed: UInt64) throws {
    let libraries = try [
      Compiler.faulty("Misbehaving"), Compiler.faulty("Misbehaving"), Compiler.faulty("Bombs"),
      Compiler.faultySwift("SwiftRuntime", ["-D", "BARE"]),
    ]
    let harness = try SupervisorHarness(library: libraries[0]) { $0.maxRunners = 3 }
    let targets = try libraries.enumerated().map { index, bytes in
      var rules = ConfinementRules()
      rules.preload = try ELFInspection(Compiler.seal(bytes), size: bytes.count).needed
      return RunnerTarget(
        key: RunnerTarget.Key(
          identifier: "test.chaos\(index)", manifestDigest: SHA256Digest(of: bytes).bytes, configuration: []),
        label: "test.chaos\(index) 1.0.0", libraryDigest: SHA256Digest(of: bytes),
        library: SealedLibrary(try Compiler.seal(bytes)), rules: rules)
    }
    let deck = Self.wishes.flatMap { Array(repeating: $0, count: $0.weight) }
    let before = Self.usage()
    let calls = 2000

    let ledger = Ledger()
    let start = MonotonicTime.now
    harness.run {
      await withTaskGroup(of: Void.self) { group in
        var random = SeededGenerator(seed: seed)
        for number in 0..<calls {
          // Never more than 64 under way.
          if number >= 64 { await group.next() }
          let wish = deck[Int(random.next() % UInt64(deck.count))]
          group.addTask {
            let ended = Ended()
            let answer = await harness.supervisor.call(
              targets[wish.library],
              RunnerRequest(
                .invoke, facts: [("call_id", "chaos-\(number)")], input: Array(wish.input.utf8),
                deadline: MonotonicTime.now.advanced(by: wish.timeout), outputLimit: 4 << 20)
            ) { _ in
              if ended.value.load(ordering: .relaxed) { ledger.tally.withLock { $0.late += 1 } }
            }
            ended.value.store(true, ordering: .relaxed)
            let summary = answer.summary
            ledger.tally.withLock { tally in
              tally.answers += 1
              if Self.killed.contains(summary), !wish.answers.contains(summary) { tally.killed += 1 }
              if !wish.answers.contains(summary), !Self.killed.contains(summary), summary != "timeout",
                summary != "load_failed"
              {
                tally.wrong.append("\(wish.input): \(answer.error?.description ?? summary)")
              }
            }
          }
          // Now and then a runner dies of something outside.
          if number % 20 == 7, let victim = await harness.supervisor.processes.randomElement(using: &random) {
            let pidfd = clinux_pidfd_open(victim)
            if pidfd >= 0 {
              clinux_pidfd_send_signal(pidfd, SIGKILL)
              close(pidfd)
            }
          }
        }
      }
    }
    let took = MonotonicTime.now.since(start)
    let result = ledger.tally.withLock { $0 }
    #expect(result.answers == calls)
    #expect(result.wrong == [], "seed \(seed)")
    #expect(result.late == 0, "events after the answer")
    #expect(took < .seconds(60), "\(took)")
    // Good skills suffer only from the kills: at most three calls are inside a runner's skill at once, one each.
    #expect(result.killed < 400, "\(result.killed)")
    #expect(harness.noticedCrashes.count >= 100)

    // Other tests run in the same process: a leak of one a runner would be hundreds.
    let after = Self.usage()
    #expect(after.descriptors - before.descriptors < 60, "\(before) \(after)")
    #expect(after.residentMegabytes - before.residentMegabytes < 200, "\(before) \(after)")
  }

  private static func usage() -> (descriptors: Int, residentMegabytes: Int) {
    let statm = (try? AtomicFile.read("/proc/self/statm", limit: 4096)).flatMap { $0 } ?? []
    let pages = String(decoding: statm, as: UTF8.self).split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    let count = (0..<4096).count { fcntl($0, F_GETFD) >= 0 }
    return (count, pages * 4096 >> 20)
  }
}

/// SplitMix64: the same calls in the same order for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
