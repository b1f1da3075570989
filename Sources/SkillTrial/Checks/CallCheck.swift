import CSkillABI
import SkillBundle
import SkillJSON
import SkillLoader
import SkillRuntime
import SkillSchema
import SkillSystem

extension TrialSession {
  /// So many mistakes of one kind are shown; a skill that cannot do a thing cannot do it many times.
  static let shownMistakes = 3

  /// Calls with input that the host would let through.
  mutating func checkCalls() async {
    if manifest.annotations.destructive {
      add(.ok, "calls", "the skill may delete or overwrite; all it can reach here are throw-away folders")
    }
    var generator = InputGenerator(manifest.inputValidator, seed: settings.seed)
    let inputs = matched + generator.inputs(settings.inputs)
    guard !inputs.isEmpty else {
      add(
        .warn, "calls", "no input could be made that the inputSchema accepts",
        advice: "give an example: \"examples\" or \"default\" of the properties are tried")
      return
    }
    var mistakes = Mistakes()
    let started = MonotonicTime.now
    for (index, input) in inputs.enumerated() {
      guard MonotonicTime.now.since(started) < settings.callTime, !mistakes.isEnough else {
        add(.warn, "calls", "stopped after \(index) of \(inputs.count) inputs")
        break
      }
      let answer = await runner.call(.invoke, input.bytes, key: "input-\(index)")
      served.append(
        ServedInput(input: input, outcome: try? answer.outcome.get(), duration: answer.duration))
      judge(answer, "\(shown(input.bytes))", isGood: true, &mistakes)
    }
    add(mistakes, "calls")
    let done = served.count { $0.isDone }
    let own = served.count { $0.outcome != nil } - done
    let level: TrialFinding.Level = mistakes.isEmpty ? .ok : .warn
    let codes = Dictionary(grouping: served.filter { !$0.isDone }.compactMap(\.outcome)) { shown($0.code, 64) }
      .filter { !$0.key.isEmpty }.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    let words = codes.prefix(5).map { "\($0.key) \($0.value.count)" }.joined(separator: ", ")
    let slowest = served.map(\.duration).max() ?? .zero
    add(
      level, "calls",
      "\(served.count) generated inputs: \(done) done, \(own) failed in the skill's own words"
        + (words.isEmpty ? ", " : " (\(words)), ")
        + "\(served.count - done - own) without an answer; the slowest took \(text(slowest))")
    if done == 0, mistakes.isEmpty {
      add(
        .warn, "calls", "no generated input was served, so little was tried",
        advice: "give the folders some content with --sample, and the schema \"examples\"; the network is not offered")
    }
  }

  /// Calls with input that the host would refuse, and that the library must survive.
  mutating func checkDamagedInputs() async {
    let damaged = DamagedInput.all(served.filter(\.isDone).map(\.input) + served.map(\.input), manifest.inputValidator)
    var mistakes = Mistakes()
    var tried = 0
    let started = MonotonicTime.now
    for input in damaged {
      guard MonotonicTime.now.since(started) < settings.callTime, !mistakes.isEnough else { break }
      tried += 1
      let answer = await runner.call(.invoke, input.bytes, key: "damaged-\(tried)")
      judge(answer, "\(input.what): \(shown(input.bytes, 60))", isGood: false, &mistakes)
    }
    add(mistakes, "damaged")
    if mistakes.isEmpty {
      add(.ok, "damaged", "\(tried) damaged inputs were answered")
    } else if tried < damaged.count {
      add(.warn, "damaged", "stopped after \(tried) of \(damaged.count) damaged inputs")
    }
  }

  /// What went wrong, by kind.
  struct Mistakes {
    private(set) var found: [(what: String, level: TrialFinding.Level, advice: String, inputs: [String], count: Int)] =
      []
    /// Calls that ended the process or had to be stopped.
    var ends = 0

    var isEmpty: Bool { found.isEmpty }
    /// Each end of a process costs a new one and a pause, and has been seen by now.
    var isEnough: Bool { ends >= 5 }

    mutating func add(_ level: TrialFinding.Level, _ what: String, _ input: String, advice: String) {
      if let index = found.firstIndex(where: { $0.what == what }) {
        found[index].count += 1
        if found[index].inputs.count < TrialSession.shownMistakes { found[index].inputs.append(input) }
      } else {
        found.append((what, level, advice, [input], 1))
      }
    }
  }

  private mutating func add(_ mistakes: Mistakes, _ check: String) {
    for mistake in mistakes.found {
      let inputs = mistake.inputs.joined(separator: " | ")
      let times = mistake.count == 1 ? "" : " (\(mistake.count) times)"
      add(mistake.level, check, "\(mistake.what)\(times), with: \(inputs)", advice: mistake.advice)
    }
  }

  private func judge(_ answer: RunnerAnswer, _ input: String, isGood: Bool, _ mistakes: inout Mistakes) {
    switch answer.outcome {
    case .failure(let error) where error.code == .timeout:
      mistakes.ends += 1
      let limit = text(runner.timeout)
      mistakes.add(
        runner.timeoutIsShortened && isGood ? .warn : .fail, "no answer within \(limit)", input,
        advice: runner.timeoutIsShortened
          ? "validate waits \(limit), the manifest allows more; look whether this input should take so long"
          : "a call must end before the manifest's limits.timeoutMs")
    // The host would have kept the input away, and has kept the output away.
    case .failure(let error) where error.code == .outputTooLarge && !isGood: break
    case .failure(let error):
      mistakes.ends += 1
      let message = error.message.replacing(" during call validate", with: "")
      mistakes.add(
        .fail, "\(error.code.name): \(message)", input,
        advice: "a skill must answer any bytes, with SKILL_BAD_INPUT if it must")
    case .success(let outcome) where outcome.status == SKILL_DONE:
      judge(result: outcome.result ?? Array("{}".utf8), input, isGood, &mistakes)
    case .success(let outcome): judge(failure: outcome, input, isGood, &mistakes)
    }
  }

  private func judge(result: [UInt8], _ input: String, _ isGood: Bool, _ mistakes: inout Mistakes) {
    do throws(JSONError) {
      let output = try JSON(parsing: result)
      // What it makes of nonsense is its own affair, as long as it is JSON.
      guard isGood, let violation = manifest.outputValidator?.violations(of: output).first else { return }
      mistakes.add(
        .fail, "the result does not fit outputSchema: \(violation.message)", input,
        advice: "callers get output_invalid instead of the result")
    } catch {
      mistakes.add(
        .fail, "the result is not JSON: \(error)", "\(input) → \(shown(result, 60))",
        advice: "callers get output_malformed instead of the result")
    }
  }

  private func judge(failure outcome: CallOutcome, _ input: String, _ isGood: Bool, _ mistakes: inout Mistakes) {
    if !(SKILL_DONE...SKILL_UNAVAILABLE).contains(outcome.status) {
      mistakes.add(
        .warn, "it returned \(outcome.status), which is no status", input, advice: "it counts as SKILL_FAILED")
    }
    if outcome.status == SKILL_CANCELLED {
      mistakes.add(.warn, "it said that it was cancelled, which it was not", input, advice: "return another status")
    } else if outcome.message.isEmpty {
      mistakes.add(
        .fail, "a failure without a message", input,
        advice: "call fail() before returning: what, where, and what to try instead")
    } else if String(validating: outcome.message, as: UTF8.self) == nil {
      mistakes.add(.warn, "a failure's message is not UTF-8", input, advice: "do not cut texts inside of a character")
    }
    let isWord = outcome.code.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "_")
    }
    if !isWord {
      mistakes.add(
        .warn, "a failure's code is not of [a-z0-9_]: \(shown(outcome.code, 64))", input, advice: "it is not shown then"
      )
    }
    if !outcome.detail.isEmpty, (try? JSON(parsing: outcome.detail)) == nil {
      mistakes.add(.fail, "a failure's detail is not JSON", input, advice: "give one JSON value or nothing")
    }
  }
}
