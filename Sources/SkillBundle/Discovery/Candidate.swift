package import SkillSystem

/// One manifest that was found, or something that stands where one should be, and what became of it.
package struct Candidate: Sendable {
  package enum Outcome: Sendable {
    /// Everything was checked: signature, manifest, library.
    case verified(VerifiedSkill)
    /// It cannot be used; the error says why and what to do.
    case rejected(SkillError)
    /// The same, but something in the bundle changed within the last two seconds: it may still be being written. Look
    /// again at `until` (milliseconds since 1970).
    case incomplete(SkillError, until: Int64)
  }

  /// The identifier of a verified skill; else the manifest's file name without its ending, which nobody vouched for, or
  /// the name of the folder. Safe to show.
  package let name: String
  /// Where it was found.
  package let path: String
  package let outcome: Outcome

  package var verified: VerifiedSkill? {
    if case .verified(let skill) = outcome { skill } else { nil }
  }
}

/// Everything that one look at the search folders found.
package struct Scan: Sendable {
  /// Folder by folder as they were given, and by name within each: the same bundles give the same order.
  package let candidates: [Candidate]
  /// What is wrong apart from single bundles: a search folder or a file of the trust store that cannot be read.
  package let problems: [SkillError]

  package var verified: [VerifiedSkill] { candidates.compactMap(\.verified) }

  /// When to look again because something was incomplete, in milliseconds since 1970; nil when nothing was.
  package var lookAgain: Int64? {
    candidates.compactMap { candidate in
      if case .incomplete(_, let until) = candidate.outcome { until } else { nil }
    }.min()
  }
}
