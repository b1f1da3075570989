import SkillBundle
import SkillJSON
import SkillLoader
import SkillRuntime

// What the manifest's annotations promise.
extension TrialSession {
  /// - Parameter before: what was in the folders before the first call.
  mutating func checkReadOnly(_ before: Set<String>) {
    guard manifest.annotations.readOnly, !runner.folders.slots.isEmpty else { return }
    let after = runner.folders.contents()
    if after == before {
      add(.ok, "promises", "readOnly: its folders are as they were")
    } else {
      let changes = after.symmetricDifference(before).sorted().map { String($0.prefix { $0 != " " }) }
      add(
        .fail, "promises",
        "readOnly is promised, but its folders were changed: \(Set(changes).sorted().prefix(5).joined(separator: ", "))",
        advice: "readOnly skills run without anybody's approval; say readOnly: false")
    }
  }

  /// Calls again with the same key and the same time: an idempotent skill has nothing else to say.
  mutating func checkRepeating() async {
    guard manifest.annotations.idempotent else { return }
    let inputs = served.filter(\.isDone).prefix(10).map(\.input)
    guard !inputs.isEmpty else { return }
    for (index, input) in inputs.enumerated() {
      var results: [JSON] = []
      for _ in 0..<2 {
        let answer = await runner.call(.invoke, input.bytes, key: "repeated-\(index)")
        guard case .success(let outcome) = answer.outcome,
          let json = try? JSON(parsing: outcome.result ?? Array("{}".utf8))
        else { break }
        results.append(json)
      }
      guard results.count == 2, results[0] != results[1] else { continue }
      add(
        .warn, "promises",
        "idempotent is promised, but the same call with the same key had another result, with: \(shown(input.bytes))",
        advice: "the host may repeat calls of an idempotent skill; look the key up first, or say idempotent: false")
      return
    }
    add(.ok, "promises", "idempotent: \(inputs.count) calls were repeated with the same results")
  }
}
