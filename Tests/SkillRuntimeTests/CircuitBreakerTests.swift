import SkillRuntime
import SkillSystem
import Testing

@testable import SkillRuntime

@Suite struct CircuitBreakerTests {
  private let start = MonotonicTime(nanoseconds: 1_000_000_000_000)

  private func opened() -> CircuitBreaker {
    var breaker = CircuitBreaker()
    for _ in 0..<CircuitBreaker.threshold {
      #expect(breaker.admit(at: start) == nil)
      breaker.failed(at: start)
    }
    return breaker
  }

  @Test func opensAfterFailuresInARow() {
    var breaker = CircuitBreaker()
    for _ in 1..<CircuitBreaker.threshold { breaker.failed(at: start) }
    #expect(breaker.admit(at: start) == nil)
    breaker.succeeded()
    for _ in 1..<CircuitBreaker.threshold { breaker.failed(at: start) }
    #expect(breaker.admit(at: start) == nil, "a success in between starts the count anew")
    breaker.failed(at: start)
    #expect(breaker.admit(at: start) == .seconds(10))
    #expect(breaker.admit(at: start.advanced(by: .seconds(4))) == .seconds(6))
  }

  @Test func letsOneThroughAfterAWhileAndClosesWhenItSucceeds() {
    var breaker = opened()
    let later = start.advanced(by: .seconds(10))
    #expect(breaker.admit(at: later) == nil)
    #expect(breaker.admit(at: later) == .seconds(10), "only one is on trial")
    breaker.succeeded()
    #expect(breaker.admit(at: later) == nil)
    #expect(breaker.admit(at: later) == nil)
  }

  @Test func staysOpenLongerEachTimeTheTrialFails() {
    var breaker = opened()
    var now = start.advanced(by: .seconds(10))
    for seconds in [20, 40, 80, 160, 300, 300] {
      #expect(breaker.admit(at: now) == nil)
      breaker.failed(at: now)
      #expect(breaker.admit(at: now) == .seconds(seconds))
      now = now.advanced(by: .seconds(seconds))
    }
  }

  @Test func aTrialWhoseEndNobodyReportedDoesNotBlockForEver() {
    var breaker = opened()
    let later = start.advanced(by: .seconds(10))
    #expect(breaker.admit(at: later) == nil)
    #expect(breaker.admit(at: later.advanced(by: .seconds(10))) == nil)
  }
}

@Suite struct RestartDelayTests {
  @Test func theFirstReplacementComesAtOnceAndLaterOnesWait() {
    var delay = RestartDelay()
    #expect(delay.failed(jitter: 1) == .zero)
    let waits = (0..<9).map { _ in delay.failed(jitter: 1) }
    #expect(waits == [50, 100, 200, 400, 800, 1600, 3200, 5000, 5000].map { .milliseconds($0) })
    delay.succeeded()
    #expect(delay.failed(jitter: 1) == .zero)
    #expect(delay.failed(jitter: 0) == .milliseconds(25), "jitter takes away up to half")
  }
}
