import SkillBundle
import SkillRuntime
import SkillStore
import SkillSystem
import Testing

/// Binds 50 directories to one skill, each in an update of its own, and records 50 executions.
private func work(_ store: Store, _ worker: String) throws {
  for number in 0..<50 {
    try store.update(identifier("a.b")) { $0.directories["\(worker)-\(number)"] = "/srv/\(number)" }
    try store.add(execution("\(worker)-\(number)"))
  }
}

@Suite("Many at once")
struct ConcurrencyTests {
  private let folder = TemporaryFolder()
  private var path: String { folder("state/skillhost.db") }

  private func check(workers: Int) throws {
    let store = try Store(path: path)
    #expect(try store.record(of: identifier("a.b")).directories.count == 50 * workers)
    #expect(try store.executions(of: nil, limit: 1_000).count == 50 * workers)
  }

  @Test("threads that share a store lose nothing")
  func threads() async throws {
    let store = try Store(path: path)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<4 { group.addTask { try work(store, "\(worker)") } }
      try await group.waitForAll()
    }
    try check(workers: 4)
  }

  @Test("stores on one file lose nothing")
  func connections() async throws {
    try await withThrowingTaskGroup(of: Void.self) { [path] group in
      for worker in 0..<4 { group.addTask { try work(Store(path: path), "\(worker)") } }
      try await group.waitForAll()
    }
    try check(workers: 4)
  }

  @Test("processes that create and use the store together lose nothing")
  func processes() async throws {
    let path = path
    await withTaskGroup(of: Void.self) { group in
      for worker in ["one", "two", "three"] {
        group.addTask {
          await #expect(processExitsWith: .success) { [path = path as String, worker = worker as String] in
            try work(Store(path: path), worker)
          }
        }
      }
    }
    try check(workers: 3)
  }
}
