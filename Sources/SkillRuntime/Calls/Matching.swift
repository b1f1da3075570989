import CSkillABI
package import SkillBundle
package import SkillJSON
import SkillLoader
import SkillSchema
package import SkillSystem

/// A skill that says it can serve a text.
package struct MatchCandidate: Sendable {
  package let identifier: SkillIdentifier
  /// 0…1, in the skill's own judgement.
  package let confidence: Double
  /// What the skill read out of the text; may be only part of what it needs.
  package let arguments: JSON
  /// What is still missing or wrong, in sentences; empty when the skill could be called like this.
  package let problems: [String]
}

extension SkillHost {
  /// Below this, a match is a guess and is not acted upon.
  static let leastConfidence = 0.5
  /// Two candidates closer than this are a tie, and a tie is not decided by guessing.
  static let tie = 0.05

  /// Asks the enabled skills who can serve a text; the surest first.
  ///
  /// Two stages, so that the cost does not grow with the number installed: the host narrows by the words of the text
  /// when there are many skills, then asks the likeliest ones all at once, within one time limit. A skill that is late,
  /// crashes or answers nonsense is left out.
  package func match(_ text: String, _ options: CallOptions = CallOptions()) async throws(SkillError)
    -> [MatchCandidate]
  {
    let skills = try await registry.entries().compactMap { entry in
      if case .enabled = entry.availability { entry.skill } else { nil }
    }
    let likely = WordRank.likeliest(skills, text: text, limit: settings.matchCandidates)
    let deadline = MonotonicTime.now.advanced(by: settings.matchTimeout)
    let input = Self.intent(text, options).bytes
    return await withTaskGroup(of: MatchCandidate?.self) { group in
      for skill in likely {
        group.addTask(executorPreference: reactor) {
          await self.ask(skill.manifest.identifier, input, options, deadline)
        }
      }
      var candidates: [MatchCandidate] = []
      for await candidate in group { if let candidate { candidates.append(candidate) } }
      return candidates.sorted { ($1.confidence, $0.identifier) < ($0.confidence, $1.identifier) }
    }
  }

  /// The one skill that should serve a text. Failures: `no_match`, `match_unsure`, `match_ambiguous`, each with the
  /// candidates.
  func resolve(_ text: String, _ options: CallOptions) async -> Result<MatchCandidate, SkillFailure> {
    let candidates: [MatchCandidate]
    do throws(SkillError) {
      candidates = try await match(text, options)
    } catch {
      return .failure(SkillFailure(error, .unusable))
    }
    func failure(_ code: SkillError.Code, _ message: String, _ hint: String) -> Result<MatchCandidate, SkillFailure> {
      .failure(SkillFailure(SkillError(code, message, hint: hint), .unusable, detail: Self.report(candidates)))
    }
    guard let best = candidates.first else {
      return failure(.noMatch, "no enabled skill understands this", "`skillhost list` shows what there is")
    }
    guard best.confidence >= Self.leastConfidence else {
      return failure(
        .matchUnsure, "\(best.identifier) comes nearest, but is not sure",
        "name it: `skillhost call \(best.identifier) …`")
    }
    if candidates.count > 1, best.confidence - candidates[1].confidence < Self.tie {
      let names = candidates.prefix { best.confidence - $0.confidence < Self.tie }.map(\.identifier.text)
      return failure(
        .matchAmbiguous, "several skills would serve this: \(names.joined(separator: ", "))",
        "name one: `skillhost call \(best.identifier) …`")
    }
    return .success(best)
  }

  private func ask(
    _ identifier: SkillIdentifier, _ input: [UInt8], _ options: CallOptions, _ deadline: MonotonicTime
  ) async -> MatchCandidate? {
    guard let skill = try? await registry.callable(identifier) else { return nil }
    let request = RunnerRequest(
      .match, facts: options.facts(id: "match"), input: input, deadline: deadline, outputLimit: 256 * 1024)
    let answer = await execute(skill.target, request) { _ in }
    guard case .success(let outcome) = answer.outcome, outcome.status == SKILL_DONE, let bytes = outcome.result,
      let json = try? JSON(parsing: bytes), let confidence = json["confidence"]?.double, (0...1).contains(confidence),
      confidence > 0
    else { return nil }
    let arguments = json["arguments"].flatMap { $0.kind == .object ? $0 : nil } ?? .emptyObject
    return MatchCandidate(
      identifier: identifier, confidence: confidence, arguments: arguments,
      problems: skill.manifest.inputValidator.violations(of: arguments).map(\.message))
  }

  private static func intent(_ text: String, _ options: CallOptions) -> JSON {
    JSON.build { writer in
      writer.object { writer in
        writer.member("text", text)
        for case (let name, .some(let value)) in [
          ("locale", options.locale), ("timezone", options.timezone), ("now", options.now),
        ] { writer.member(name, value) }
      }
    }
  }

  private static func report(_ candidates: [MatchCandidate]) -> JSON {
    JSON.build { writer in
      writer.object { writer in
        writer.member("candidates") { writer in
          writer.array { writer in for candidate in candidates { candidate.write(to: &writer) } }
        }
      }
    }
  }
}

extension MatchCandidate {
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("skill", identifier.text)
      writer.member("confidence", confidence)
      writer.member("arguments", arguments)
      if !problems.isEmpty {
        writer.member("problems") { writer in
          writer.array { writer in for problem in problems { writer.value(problem) } }
        }
      }
    }
  }
}

extension SkillError.Code {
  package static let noMatch = Self("no_match", .notFound)
  package static let matchUnsure = Self("match_unsure", .notFound)
  package static let matchAmbiguous = Self("match_ambiguous", .notFound)
}
