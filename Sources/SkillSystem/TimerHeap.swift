/// Timers by deadline: a binary heap with lazy removal.
///
/// Nearly every timer is removed before it fires (a deadline of a call that ended well), so removal must be cheap: the
/// handler is dropped at once and its place in the heap is left behind until it comes to the top, or until more than
/// half of the heap is such places, when the heap is built anew.
struct TimerHeap {
  private struct Entry {
    let deadline: MonotonicTime
    let id: UInt64
  }

  private var heap: [Entry] = []
  private var handlers: [UInt64: @Sendable () -> Void] = [:]

  /// How many timers can still fire.
  var count: Int { handlers.count }

  /// How many places the heap takes, dead ones included.
  var placesInUse: Int { heap.count }

  mutating func insert(_ id: UInt64, at deadline: MonotonicTime, _ handler: @escaping @Sendable () -> Void) {
    handlers[id] = handler
    heap.append(Entry(deadline: deadline, id: id))
    siftUp(from: heap.count - 1)
  }

  mutating func remove(_ id: UInt64) {
    guard handlers.removeValue(forKey: id) != nil else { return }
    if heap.count > 32, handlers.count < heap.count / 2 { rebuild() }
  }

  /// Takes out the handlers whose time has come, earliest first.
  mutating func due(at now: MonotonicTime) -> [@Sendable () -> Void] {
    var due: [@Sendable () -> Void] = []
    while let first = heap.first, first.deadline <= now || handlers[first.id] == nil {
      removeFirst()
      if let handler = handlers.removeValue(forKey: first.id) { due.append(handler) }
    }
    return due
  }

  /// Until the next timer; -1 when there is none. A removed timer may cause one early, harmless wake-up.
  func nanoseconds(from now: MonotonicTime) -> Int64 {
    guard let first = heap.first else { return -1 }
    return Int64(clamping: first.deadline.since(now).wholeNanoseconds)
  }

  private mutating func rebuild() {
    heap.removeAll { handlers[$0.id] == nil }
    for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { siftDown(from: index) }
  }

  private mutating func removeFirst() {
    let last = heap.removeLast()
    guard !heap.isEmpty else { return }
    heap[0] = last
    siftDown(from: 0)
  }

  private mutating func siftUp(from start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard heap[index].deadline < heap[parent].deadline else { return }
      heap.swapAt(index, parent)
      index = parent
    }
  }

  private mutating func siftDown(from start: Int) {
    var index = start
    while true {
      var smallest = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
        if heap[child].deadline < heap[smallest].deadline { smallest = child }
      }
      if smallest == index { return }
      heap.swapAt(index, smallest)
      index = smallest
    }
  }
}
