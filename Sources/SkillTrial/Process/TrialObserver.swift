import Glibc
import SkillLoader
import SkillRuntime
import SkillSystem
import Synchronization

/// Keeps what runners tell while a skill is examined.
final class TrialObserver: RunnerObserver {
  /// What one process told.
  struct Told: Sendable {
    var fresh: ProcessState?
    var created: ProcessState?
    var served: ProcessState?
  }

  struct Findings: Sendable {
    var told: [Int32: Told] = [:]
    /// The process that told last.
    var newest: Int32?
    /// The first lines that were printed.
    var printed: [String] = []
    var printedLines = 0
    var refused = RefusedCalls()
    /// Whether refused calls are watched at all.
    var watches = false
  }

  private let reactor: Reactor
  private let rules: ConfinementRules
  private let findings = Lock(Findings())

  init(_ reactor: Reactor, _ rules: ConfinementRules) {
    self.reactor = reactor
    self.rules = rules
  }

  var all: Findings { findings.withLock { $0 } }

  func runner(_ pid: Int32, tells state: ProcessState) {
    findings.withLock { findings in
      findings.newest = pid
      switch state.moment {
      case .fresh: findings.told[pid, default: Told()].fresh = state
      case .created: findings.told[pid, default: Told()].created = state
      case .served: findings.told[pid, default: Told()].served = state
      }
    }
  }

  func runner(_ pid: Int32, prints line: [UInt8]) {
    let text = unsafe line.withUnsafeBytes { unsafe SkillLog.escaped($0) }
    findings.withLock { findings in
      findings.printedLines += 1
      if findings.printed.count < 5 { findings.printed.append(String(text.prefix(200))) }
    }
  }

  func runner(_ pid: Int32, asksAt listener: consuming Descriptor, names: [String]) {
    let number = listener.number
    let answering = Answering(CallAnswers(listener, names: names, rules: rules))
    findings.withLock { $0.watches = true }
    do {
      let watch = try reactor.watch(number, .readable) { [self] events in
        if events.contains(.readable) {
          if let tried = answering.answerNext() { findings.withLock { $0.refused.add(tried) } }
        } else if let watch = answering.end() {
          // The process is gone.
          reactor.unwatch(watch, number)
        }
      }
      answering.started(watch)
    } catch {
      // Without an answer the runner would wait for ever; a closed descriptor answers it, and the loading fails.
      answering.close()
    }
  }

  /// The answers for one process, and the watch that leads to them.
  private final class Answering: Sendable {
    private struct State: ~Copyable {
      var calls: CallAnswers?
      var watch: Reactor.WatchID?
    }

    private let state: Lock<State>

    init(_ calls: consuming CallAnswers) { state = Lock(State(calls: calls)) }

    func started(_ watch: Reactor.WatchID) { state.withLock { $0.watch = watch } }
    func answerNext() -> String? { state.withLock { $0.calls?.answerNext() } }
    func close() { state.withLock { $0.calls = nil } }

    /// The watch to end, once.
    func end() -> Reactor.WatchID? { state.withLock { $0.watch.take() } }

    // The descriptor stays open until the watch has ended, and is closed with this object.
  }
}
