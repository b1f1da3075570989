import SkillSystem
import Synchronization

/// The skills that run inside the host: each is loaded once, at its first call, and never unloaded.
final class InProcessSkills: Sendable {
  private let reactor: Reactor
  private let settings: RunnerSettings
  private let log: SkillLog
  private let loaded = Lock<[RunnerTarget.Key: Task<InProcessSkill, any Error>]>([:])

  init(reactor: Reactor, settings: RunnerSettings, log: SkillLog) {
    self.reactor = reactor
    self.settings = settings
    self.log = log
  }

  func call(
    _ target: RunnerTarget, _ request: RunnerRequest, onEvent: @escaping @Sendable (RunnerEvent) -> Void
  ) async -> RunnerAnswer {
    // Loading happens on the cooperative pool, once, whoever comes first.
    let task = loaded.withLock { loaded in
      if let known = loaded[target.key] { return known }
      let task = Task.detached { [reactor, settings, log] in
        try InProcessSkill(target, settings: settings, reactor: reactor, log: log)
      }
      loaded[target.key] = task
      return task
    }
    do {
      return await (try task.value).call(request, onEvent: onEvent)
    } catch {
      let failure = error as? SkillError ?? SkillError(.bug, "\(error)")
      return RunnerAnswer(
        outcome: .failure(failure), duration: .zero, startedRunner: false, enforcement: InProcessSkill.enforcement)
    }
  }
}
