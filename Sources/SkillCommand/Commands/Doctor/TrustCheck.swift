import SkillBundle
import SkillSystem

/// The trust store: readable, safe, and not empty.
enum TrustCheck {
  package static func findings(_ trust: TrustStore) -> [Finding] {
    do throws(SkillError) {
      let (keys, problems) = try trust.list()
      let believed = keys.filter { !$0.isRevoked }
      let bad = problems.map { Finding(.fail, "trust", $0) }
      if believed.isEmpty, bad.isEmpty {
        return [
          Finding(
            .warn, "trust", "no key is trusted, so no skill can be used",
            remedy: "skillhost keys trust FILE --for PATTERN, or skillhost sign for skills of your own")
        ]
      }
      let revoked = keys.count - believed.count
      let counts = "\(believed.count) trusted\(revoked == 0 ? "" : ", \(revoked) revoked")"
      return [Finding(.ok, "trust", "keys: \(counts)")] + bad
    } catch {
      return [Finding(.fail, "trust", error)]
    }
  }
}
