import Glibc
import SkillLoader
import SkillSystem

// What belongs to the whole process, which is not the skill's alone.
extension TrialSession {
  mutating func checkProcess() async {
    var changes: [String] = []
    func note(_ change: String) { if !changes.contains(change) { changes.append(change) } }
    for (_, told) in runner.observer.all.told.sorted(by: { $0.key < $1.key }) {
      guard let fresh = told.fresh else { continue }
      for (state, moment) in [(told.created, "while it was loaded"), (told.served, "by a call")] {
        guard let state else { continue }
        for change in Self.changes(fresh, state) where !changes.contains(where: { $0.hasPrefix(change) }) {
          note("\(change) \(moment)")
        }
      }
    }
    if let pid = await runner.process(), let own = ProcessFigures(of: getpid()), let now = ProcessFigures(of: pid) {
      if now.umask != own.umask { note("umask from \(own.umask) to \(now.umask)") }
      if now.workingFolder != own.workingFolder { note("working folder to \(now.workingFolder ?? "?")") }
    }
    if changes.isEmpty {
      add(.ok, "process", "locale, environment, signal handlers, umask and working folder are as they were")
    }
    for change in changes {
      add(
        .warn, "process", "changed: \(change)",
        advice: "skill.h forbids it: in a host that runs the skill in its own process, this changes the host")
    }
  }

  static func changes(_ before: ProcessState, _ after: ProcessState) -> [String] {
    var changes: [String] = []
    if before.locale != after.locale { changes.append("locale from \(before.locale) to \(after.locale)") }
    for (index, (old, new)) in zip(before.handlers, after.handlers).enumerated() where old != new {
      let name = signalName(Int32(index + 1))
      changes.append(new == 1 ? "\(name) is ignored" : new == 0 ? "\(name) has its default" : "\(name) has a handler")
    }
    let old = Set(before.environment)
    let new = Set(after.environment)
    let names = old.symmetricDifference(new).map { String($0.prefix { $0 != "=" }) }
    for name in Set(names).sorted() { changes.append("environment variable \(name)") }
    return changes
  }

  mutating func checkPrints() {
    let all = runner.observer.all
    guard all.printedLines > 0 else {
      add(.ok, "prints", "nothing was printed")
      return
    }
    add(
      .warn, "prints", "\(all.printedLines) lines were printed, the first: \(all.printed.joined(separator: " | "))",
      advice: "nobody reads them; use log() for what matters")
  }

  mutating func checkRefusals() {
    let all = runner.observer.all
    guard all.watches else {
      add(.warn, "refused", "not watched: this kernel does not tell which system calls were refused")
      return
    }
    guard !all.refused.attempts.isEmpty else {
      add(.ok, "refused", "nothing was tried that is not permitted")
      return
    }
    add(
      .warn, "refused", "tried: \(all.refused.texts.prefix(12).joined(separator: ", ")): not declared",
      advice:
        "declare folders and hosts in the manifest's permissions; sockets, processes and everything else never work")
  }
}
