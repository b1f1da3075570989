/// Changes of offset in order, found by binary search.
struct TransitionList: Sendable {
  private(set) var transitions: [ZoneTransition] = []
  let initialOffset: Int

  /// `changes` must be in order of time; of several at one moment the last counts.
  init(initialOffset: Int, changes: [(seconds: Int64, offset: Int)]) {
    self.initialOffset = initialOffset
    var before = initialOffset
    transitions.reserveCapacity(changes.count)
    for change in changes {
      if let last = transitions.last, last.seconds == change.seconds {
        transitions.removeLast()
        before = last.before
      }
      transitions.append(ZoneTransition(seconds: change.seconds, before: before, after: change.offset))
      before = change.offset
    }
  }

  func offset(at seconds: Int64) -> Int {
    let index = firstIndex(after: seconds)
    return index == 0 ? initialOffset : transitions[index - 1].after
  }

  func transitions(from: Int64, to: Int64) -> ArraySlice<ZoneTransition> {
    let lower = firstIndex(after: from)
    return transitions[lower..<max(lower, firstIndex(after: to))]
  }

  /// The index of the first transition later than `seconds`.
  private func firstIndex(after seconds: Int64) -> Int {
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = low + (high - low) / 2
      if transitions[middle].seconds <= seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
