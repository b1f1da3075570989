import SkillBundle
import SkillRuntime
import SkillStore
import SkillSystem
import Testing

@Suite("Store")
struct StoreTests {
  private let folder = TemporaryFolder()
  private func open() throws -> Store { try Store(path: folder("state/skillhost.db")) }

  @Test("a skill that nobody decided about has the empty record")
  func emptyRecord() throws {
    let store = try open()
    #expect(try store.record(of: identifier("a.b")) == SkillRecord())
    #expect(try store.records().isEmpty)
  }

  @Test("a record outlives the process, with every field")
  func recordLasts() throws {
    let name = identifier("weather.daily_forecast")
    do {
      let store = try open()
      let written = try store.update(name) { $0 = fullRecord() }
      #expect(written == fullRecord())
    }
    let store = try open()
    #expect(fullRecord().consented?.network.count == 2)
    #expect(try store.record(of: name) == fullRecord())
    #expect(try store.records() == [name: fullRecord()])
  }

  @Test("a field that is taken back is gone, and other skills stay as they are")
  func recordShrinks() throws {
    let store = try open()
    let (one, other) = (identifier("a.b"), identifier("c.d"))
    try store.update(one) { $0 = fullRecord() }
    try store.update(other) { $0.isEnabled = true }
    let change = try store.update(one) {
      $0.directories["music"] = nil
      $0.consented = nil
      $0.highestVersion = nil
    }
    #expect(change.directories == ["notes": "/home/me/notes"])
    #expect(try store.record(of: one) == change)
    var enabled = SkillRecord()
    enabled.isEnabled = true
    #expect(try store.records() == [one: change, other: enabled])
  }

  @Test("a change that throws changes nothing")
  func changeThrows() throws {
    let store = try open()
    let refusal = SkillError(.bug, "no")
    #expect(throws: refusal) {
      try store.update(identifier("a.b")) { record throws(SkillError) in
        record.isEnabled = true
        throw refusal
      }
    }
    #expect(try store.records().isEmpty)
  }

  @Test("many skills change together, or none does")
  func manyAtOnce() throws {
    let store = try open()
    let names = (0..<500).map { identifier("test.skill\($0)") }
    try store.update(names) { name, record in record.directories["name"] = "/srv/\(name)" }
    #expect(try store.records().count == 500)
    #expect(try store.record(of: names[499]).directories == ["name": "/srv/test.skill499"])
    let refusal = SkillError(.bug, "no")
    #expect(throws: refusal) {
      try store.update(names) { name, record throws(SkillError) in
        record.isEnabled = true
        if name == names[250] { throw refusal }
      }
    }
    #expect(try store.records().values.allSatisfy { !$0.isEnabled })
  }

  @Test("quarantine is set, changed and lifted by digest")
  func quarantine() throws {
    let store = try open()
    let first = QuarantineRecord(reason: "crashed 3 times", since: 5)
    let second = QuarantineRecord(reason: "crashed at load", since: 6, until: 700)
    try store.setQuarantine(digest(1), first)
    try store.setQuarantine(digest(2), first)
    try store.setQuarantine(digest(1), second)
    #expect(try store.quarantine() == [digest(1): second, digest(2): first])
    try store.setQuarantine(digest(1), nil)
    #expect(try open().quarantine() == [digest(2): first])
  }

  @Test("crashes of the last minute are counted for each library")
  func crashes() throws {
    let store = try open()
    #expect(try store.noteCrash(digest(1), at: 1_000, atLoad: false) == RecentCrashes(total: 1, atLoad: 0))
    #expect(try store.noteCrash(digest(2), at: 1_500, atLoad: true) == RecentCrashes(total: 1, atLoad: 1))
    #expect(try store.noteCrash(digest(1), at: 60_999, atLoad: true) == RecentCrashes(total: 2, atLoad: 1))
    // The one at 1,000 is a minute old now.
    #expect(try store.noteCrash(digest(1), at: 61_000, atLoad: true) == RecentCrashes(total: 2, atLoad: 2))
    try store.forgetCrashes(digest(1))
    #expect(try store.noteCrash(digest(1), at: 61_001, atLoad: false) == RecentCrashes(total: 1, atLoad: 0))
  }

  @Test("a clock that was set back does not make old crashes count for ever")
  func clockSetBack() throws {
    let store = try open()
    for time in [Int64.max, 1_000_000, .min, 5] {
      #expect(try store.noteCrash(digest(1), at: time, atLoad: false) == RecentCrashes(total: 1, atLoad: 0))
    }
  }

  @Test("executions come back newest first, of all or of one skill")
  func executions() throws {
    let store = try open()
    let (a, b, c) = (execution("1"), execution("2", "text.statistics", outcome: "timeout"), execution("3"))
    try store.add(a)
    try store.add([b, c])
    #expect(try store.executions(of: nil, limit: 10) == [c, b, a])
    #expect(try store.executions(of: nil, limit: 2) == [c, b])
    #expect(try store.executions(of: identifier("text.statistics"), limit: 10) == [b])
    #expect(try store.executions(of: nil, limit: -1).isEmpty)
  }

  @Test("an execution that is reported again is one record with the newer outcome")
  func executionTwice() throws {
    let store = try open()
    try store.add(execution("1", outcome: "crashed"))
    try store.add(execution("1"))
    #expect(try store.executions(of: nil, limit: 10) == [execution("1")])
  }

  @Test("the newest ten thousand are kept")
  func pruneByCount() throws {
    let store = try open()
    try store.add((1...10_000).map { execution("\($0)") })
    try store.add([execution("10001"), execution("10002")])
    let kept = try store.executions(of: nil, limit: 20_000)
    #expect(kept.count == 10_000)
    #expect(kept.first?.id == "10002")
    #expect(kept.last?.id == "3")
  }

  @Test("what is older than thirty days goes")
  func pruneByAge() throws {
    let store = try open()
    let day: Int64 = 24 * 60 * 60 * 1000
    try store.add(execution("old", at: 0))
    try store.add(execution("young", at: 1 * day))
    try store.add(execution("new", at: 30 * day + 1))
    #expect(try store.executions(of: nil, limit: 10).map(\.id) == ["new", "young"])
  }
}
