import CLinux
import Glibc
import SkillSystem
import Synchronization
import Testing

@Suite struct ReactorTests {
  @Test func runsATaskAndReturnsItsResult() throws {
    let reactor = try Reactor()
    let answer = reactor.run { () async -> Int in
      #expect(reactor.isCurrent)
      await Task.yield()
      #expect(reactor.isCurrent)
      return 42
    }
    #expect(answer == 42)
    #expect(!reactor.isCurrent)
  }

  @Test func canBeRunAgain() throws {
    let reactor = try Reactor()
    for round in 0..<3 { #expect(reactor.run { round } == round) }
  }

  @Test func timersFireInTheOrderOfTheirDeadlines() throws {
    let reactor = try Reactor()
    let order = Mutex<[Int]>([])
    reactor.run {
      let now = MonotonicTime.now
      await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
        _ = reactor.schedule(at: now.advanced(by: .milliseconds(6))) { done.resume() }
        _ = reactor.schedule(at: now.advanced(by: .milliseconds(4))) { order.withLock { $0.append(2) } }
        _ = reactor.schedule(at: now.advanced(by: .milliseconds(2))) { order.withLock { $0.append(1) } }
        let never = reactor.schedule(at: now.advanced(by: .milliseconds(3))) { order.withLock { $0.append(99) } }
        reactor.cancel(never)
      }
    }
    #expect(order.withLock { $0 } == [1, 2])
  }

  @Test func noticesWhatOtherThreadsPost() throws {
    let reactor = try Reactor()
    try reactor.start()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let total = 1000
    let done = Mutex(0)
    DispatchFree.concurrently(4) { thread in
      for number in 0..<total / 4 {
        reactor.post {
          continuation.yield(thread * 1000 + number)
          if done.withLock({
            $0 += 1
            return $0
          }) == total {
            continuation.finish()
          }
        }
      }
    }
    let seen = try Reactor().run { () async -> [Int] in
      var seen: [Int] = []
      for await value in stream { seen.append(value) }
      return seen
    }
    reactor.stop()
    #expect(seen.count == total)
    // What one thread posts runs in order.
    for thread in 0..<4 {
      let own = seen.filter { $0 / 1000 == thread }
      #expect(own == own.sorted())
    }
  }

  @Test func aDescriptorNumberUsedAgainGetsNoOldEvents() throws {
    let reactor = try Reactor()
    let calls = Mutex(0)
    try reactor.run { () async -> Result<Void, SkillError> in
      do throws(SkillError) {
        let first = try Pipe()
        try first.write("x")
        let reading = first.reading.number
        // Two descriptors are ready in the same round; the first handler ends the second's watch and closes it.
        let second = try Pipe()
        try second.write("x")
        let number = second.reading.number
        let box = Box(second)
        let watch = try reactor.watch(number, .readable) { _ in calls.withLock { $0 += 100 } }
        let other = try reactor.watch(reading, .readable) { _ in
          calls.withLock { $0 += 1 }
          reactor.unwatch(watch, number)
          box.drop()
        }
        // Whichever was reported first: after both are gone nothing more may come.
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
          _ = reactor.schedule(at: MonotonicTime.now.advanced(by: .milliseconds(2))) { done.resume() }
        }
        reactor.unwatch(other, reading)
        return .success(())
      } catch {
        return .failure(error)
      }
    }.get()
    #expect(calls.withLock { $0 % 100 } >= 1)
  }
}

/// A pipe for tests.
struct Pipe: ~Copyable {
  let reading: Descriptor
  let writing: Descriptor

  init() throws(SkillError) {
    var ends: [Int32] = [-1, -1]
    guard clinux_pipe(&ends) == 0 else { throw .systemCall("create a pipe") }
    reading = Descriptor(owning: ends[0])
    writing = Descriptor(owning: ends[1])
  }

  func write(_ text: String) throws(SkillError) { try writing.write(Array(text.utf8)) }
}

/// Holds something until told to drop it.
final class Box: Sendable {
  private let pipe: Mutex<Pipe?>
  init(_ pipe: consuming Pipe) { self.pipe = Mutex(consume pipe) }
  func drop() { pipe.withLock { $0 = nil } }
}

/// Plain threads: the point is that they are not the reactor's.
enum DispatchFree {
  static func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    final class Work: Sendable {
      let index: Int
      let body: @Sendable (Int) -> Void
      init(_ index: Int, _ body: @escaping @Sendable (Int) -> Void) {
        self.index = index
        self.body = body
      }
    }
    var threads: [pthread_t] = []
    for index in 0..<count {
      var thread = pthread_t()
      let work = Unmanaged.passRetained(Work(index, body)).toOpaque()
      pthread_create(
        &thread, nil,
        { work in
          // The pointer is the one passed below.
          let work = Unmanaged<Work>.fromOpaque(work!).takeRetainedValue()
          work.body(work.index)
          return nil
        }, work)
      threads.append(thread)
    }
    for thread in threads { pthread_join(thread, nil) }
  }
}
