import CSkillABI
import SkillLoader
import SkillRuntime
import SkillSystem

extension TrialSession {
  /// Has the library loaded and the skill created, by a call that changes nothing.
  mutating func checkLoading() async -> Result<Void, SkillError> {
    let started = MonotonicTime.now
    let answer = await runner.call(.match, Array(#"{"text":""}"#.utf8))
    if let state = runner.observer.all.newest.flatMap({ runner.observer.all.told[$0] }), state.created != nil {
      add(.ok, "load", "loaded and created in \(text(MonotonicTime.now.since(started)))")
      if case .failure(let error) = answer.outcome {
        add(.fail, "match", "asked about an empty text: \(error.message)")
      }
      return .success(())
    }
    guard case .failure(let error) = answer.outcome else {
      // A runner that answers has told its state before.
      return .failure(SkillError(.bug, "the runner did not tell its state"))
    }
    add(.fail, "load", "\(error.code.name): \(error.message)", advice: error.hint)
    for line in runner.lastLogLines(3) { add(.warn, "prints", line) }
    return .failure(error)
  }

  /// What the library says about the skill.
  mutating func checkDescriptor() {
    guard let state = runner.observer.all.newest.flatMap({ runner.observer.all.told[$0]?.created }),
      let descriptor = state.descriptor
    else { return }
    let own = UInt32(MemoryLayout<skill_descriptor>.size)
    let parallel =
      switch descriptor.maxParallel {
      case 0: "any number of calls at once"
      case 1: "one call at a time"
      default: "\(descriptor.maxParallel) calls at once"
      }
    add(
      .ok, "load",
      "descriptor of \(descriptor.size) bytes, ABI 1.\(descriptor.minor), \(parallel), "
        + (descriptor.hasMatch ? "matches phrases" : "no match"))
    if descriptor.size > own || descriptor.minor > SKILL_ABI_MINOR {
      add(
        .warn, "load",
        "the library was built against a newer skill.h (\(descriptor.size) bytes, minor \(descriptor.minor))",
        advice: "what is new in it will not be used by this host")
    }
    let known = SKILL_FLAG_MATCH_IS_PURE | SKILL_FLAG_QUIESCE_MATTERS | SKILL_FLAG_NEVER_BLOCKS
    if descriptor.flags & ~known != 0 {
      add(.warn, "load", "the descriptor has unknown flags: \(descriptor.flags & ~known)", advice: "they are ignored")
    }
    if descriptor.flags & SKILL_FLAG_QUIESCE_MATTERS != 0, !descriptor.hasQuiesce {
      add(
        .warn, "load", "the flag QUIESCE_MATTERS is set, but there is no quiesce",
        advice: "set `quiesce`, or clear the flag")
    }
    if descriptor.flags & SKILL_FLAG_MATCH_IS_PURE != 0, !descriptor.hasMatch {
      add(.warn, "load", "the flag MATCH_IS_PURE is set, but there is no match", advice: "clear the flag")
    }
    if descriptor.maxParallel > 8 {
      add(.ok, "load", "the host serves at most 8 calls in one process, whatever the descriptor says")
    }
  }
}
