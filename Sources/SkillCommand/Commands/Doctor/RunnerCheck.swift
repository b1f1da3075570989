import SkillJSON
import SkillSystem

/// The runner program: there, and it starts.
enum RunnerCheck {
  package static func findings(_ installation: Installation) async -> [Finding] {
    let path: String
    do throws(SkillError) {
      path = try installation.runner()
    } catch {
      return [Finding(.fail, "runner", error)]
    }
    do throws(SkillError) {
      let (exit, text) = try RunnerProbe.run(path, ["--version"])
      guard exit == .status(0) else {
        let how =
          switch exit {
          case .signal(let number): "it ended with \(signalName(number))"
          case .status(let number): "it ended with status \(number)"
          case nil: "it did not end"
          }
        return [Finding(.fail, "runner", "\(path) does not start: \(how)", remedy: "run \(quoted(path)) --version")]
      }
      return [Finding(.ok, "runner", "\(path) starts (\(text))"), sandbox(installation)]
    } catch {
      return [Finding(.fail, "runner", error)]
    }
  }

  /// What is missing of the sandbox on this machine.
  private static func sandbox(_ installation: Installation) -> Finding {
    do throws(SkillError) {
      let enforcement = try RunnerProbe.enforcement(installation)
      let missing = enforcement.members.filter { $0.value.string == "not enforced" }.map(\.key)
      guard missing.isEmpty else {
        return Finding(
          .fail, "sandbox", "these parts cannot be enforced here: \(missing.joined(separator: ", "))",
          remedy: "use a kernel with Landlock and seccomp (docs/security.md); no skill runs without them")
      }
      return Finding(.ok, "sandbox", "complete: \(Self.words(enforcement))")
    } catch {
      return Finding(.fail, "sandbox", error)
    }
  }

  /// `files: landlock 7; network: no sockets; …`
  static func words(_ enforcement: JSON) -> String {
    enforcement.members.map { "\($0.key): \($0.value.string ?? "?")" }.joined(separator: "; ")
  }
}
