import Synchronization
import Testing

@testable import SkillSystem

@Suite struct TimerHeapTests {
  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func givesOutExactlyWhatIsDueInOrder(seed: UInt64) {
    var random = SplitMix(seed)
    var heap = TimerHeap()
    var expected: [UInt64: UInt64] = [:]
    let fired = Mutex<[UInt64]>([])
    for id in 1...500 as ClosedRange<UInt64> {
      let time = random.next() % 1000
      expected[id] = time
      heap.insert(id, at: MonotonicTime(nanoseconds: time)) { fired.withLock { $0.append(id) } }
      if random.next() % 3 == 0 {
        let victim = random.next() % id + 1
        heap.remove(victim)
        expected[victim] = nil
      }
    }
    #expect(heap.count == expected.count)
    for now in stride(from: 0, through: 1000, by: 50) as StrideThrough<UInt64> {
      for handler in heap.due(at: MonotonicTime(nanoseconds: now)) { handler() }
      #expect(Set(fired.withLock { $0 }) == Set(expected.filter { $0.value <= now }.keys))
    }
    let times = fired.withLock { $0 }.compactMap { expected[$0] }
    #expect(times == times.sorted())
    #expect(heap.nanoseconds(from: MonotonicTime(nanoseconds: 0)) == -1)
  }

  @Test func removedTimersDoNotPileUp() {
    var heap = TimerHeap()
    for id in 1...10_000 as ClosedRange<UInt64> {
      heap.insert(id, at: MonotonicTime(nanoseconds: 1_000_000 + id)) {}
      heap.remove(id)
    }
    #expect(heap.count == 0)
    #expect(heap.placesInUse <= 64)
  }
}

/// Numbers that are the same in every run.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
