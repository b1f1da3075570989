extension JSON {
  /// The first key that is written a second time in the same object, in this value or anywhere below it, and the place
  /// of that second time.
  package func firstDuplicateKey() -> (key: String, position: JSONPosition)? {
    var first: Int?
    let end = Int(entry.next)
    var position = index
    while position < end {
      let value = JSON(document: document, index: position)
      if value.kind == .object, let duplicate = value.duplicateMember(), duplicate < first ?? Int.max {
        first = duplicate
      }
      position += 1
    }
    guard let first else { return nil }
    let key = JSON(document: document, index: first)
    return (document.string(key.entry), key.position)
  }

  /// The tape index of the first key of this object that repeats an earlier one.
  private func duplicateMember() -> Int? {
    guard count > 1 else { return nil }
    if count <= 8 {
      var keys: [JSON] = []
      for (key, _) in entries {
        if keys.contains(where: { Key($0) == Key(key) }) { return key.index }
        keys.append(key)
      }
      return nil
    }
    var keys: Set<Key> = []
    keys.reserveCapacity(count)
    for (key, _) in entries where !keys.insert(Key(key)).inserted { return key.index }
    return nil
  }
}
