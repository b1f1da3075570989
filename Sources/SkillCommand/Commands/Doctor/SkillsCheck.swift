import SkillRuntime
import SkillSystem

/// The skills that are installed: which can be used, and why others cannot.
enum SkillsCheck {
  static func findings(_ access: HostAccess) async -> [Finding] {
    do throws(SkillError) {
      let (entries, problems) = try await access.withRegistry { registry, _ throws(SkillError) in
        (try await registry.entries(), await registry.problems)
      }
      let bad = problems.map { Finding(.fail, "skills", $0) }
      if entries.isEmpty { return bad + [Finding(.ok, "skills", "none is installed in \(access.home.skills)")] }
      return bad + entries.map(finding)
    } catch {
      // The store's own check has said the same more fully.
      return [Finding(.fail, "skills", error)]
    }
  }

  private static func finding(_ entry: RegistryEntry) -> Finding {
    let state = SkillState(entry)
    let level: Finding.Level =
      switch entry.availability {
      case .enabled, .disabled: .ok
      case .needsConsent, .incomplete: .warn
      case .rejected, .quarantined: .fail
      }
    let reason = state.reason.map { ": \($0)" } ?? ""
    return Finding(
      level, "skills", "\(entry.label) is \(state.word)\(reason)", remedy: level == .ok ? nil : state.remedy)
  }
}
