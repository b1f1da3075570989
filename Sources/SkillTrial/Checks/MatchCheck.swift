import CSkillABI
import SkillBundle
import SkillJSON
import SkillLoader
import SkillRuntime
import SkillSchema
import SkillSystem

extension TrialSession {
  /// None of these asks for anything.
  private static let unrelated = [
    "lorem ipsum dolor sit amet", "xqzt vfrp wlkj", "落霞与孤鹜齐飞，秋水共长天一色",
    "yesterday upon the stair I met a man who was not there",
  ]
  private static let slow: Duration = .milliseconds(100)

  private var hasMatch: Bool {
    let all = runner.observer.all
    return all.newest.flatMap { all.told[$0]?.created?.descriptor?.hasMatch } ?? false
  }

  mutating func checkMatching() async {
    guard hasMatch else {
      if !manifest.examples.isEmpty {
        add(
          .warn, "match", "the manifest has examples, but the skill has no match",
          advice: "without `match` plain words never reach the skill")
      }
      return
    }
    var good = 0
    var slowest = Duration.zero
    // What a skill understands may depend on what it has, such as the titles of reminders.
    let mayDepend = runner.folders.slots.contains { settings.samples[$0.slot.name] == nil }
    for example in manifest.examples {
      let (confidence, arguments, first) = await match(example)
      var duration = first
      // Once more: the machine may have been busy.
      if duration > Self.slow { duration = await match(example).duration }
      slowest = max(slowest, duration)
      guard let confidence, confidence >= 0.5 else {
        let how = confidence.map { "with a confidence of \($0), which is a guess" } ?? "with nothing"
        add(
          mayDepend ? .warn : .fail, "match", "the example \"\(example)\" is answered \(how)",
          advice: "each phrase in `examples` must be one that match serves (0.5 at least)"
            + (mayDepend ? "; if it depends on a folder's content, give one with --sample" : ""))
        continue
      }
      let problems = manifest.inputValidator.violations(of: arguments).filter { !Self.isMissing($0) }
      if let problem = problems.first {
        add(
          .fail, "match", "the arguments for \"\(example)\" do not fit inputSchema: \(problem.message)",
          advice: "\(shown(arguments.bytes)); what match cannot tell it leaves out")
        continue
      }
      good += 1
      if manifest.inputValidator.accepts(arguments) { matched.append(arguments) }
    }
    if slowest > Self.slow {
      add(
        .warn, "match", "an example took \(text(slowest)) to match",
        advice: "match must take a few milliseconds: it is asked for every sentence")
    }
    if good == manifest.examples.count {
      add(.ok, "match", "\(good) examples are matched, the slowest in \(text(slowest))")
    }
    await checkUnrelated()
  }

  private mutating func checkUnrelated() async {
    var claimed = 0
    for sentence in Self.unrelated {
      guard let confidence = await match(sentence).confidence, confidence > 0 else { continue }
      claimed += 1
      add(
        confidence >= 0.5 ? .fail : .warn, "match",
        "\"\(sentence)\" is answered with a confidence of \(confidence)",
        advice: "answer nothing when a sentence is about something else: the surest skill is called")
    }
    if claimed == 0 { add(.ok, "match", "unrelated sentences are left to others") }
  }

  /// A match may find only part of the arguments: what is not there is no mistake, what is there must fit.
  private static func isMissing(_ violation: Violation) -> Bool {
    ["required", "dependentRequired", "minProperties"].contains(violation.keyword)
      || (violation.instancePointer.isEmpty && ["anyOf", "oneOf", "allOf", "if"].contains(violation.keyword))
  }

  private mutating func match(_ text: String) async -> (confidence: Double?, arguments: JSON, duration: Duration) {
    let intent = JSON.build { writer in
      writer.object { writer in
        writer.member("text", text)
        writer.member("locale", text.utf8.allSatisfy { $0 < 128 } ? "en-US" : "zh-CN")
        writer.member("timezone", "Asia/Shanghai")
        writer.member("now", TrialRunner.now)
      }
    }
    let answer = await runner.call(.match, intent.bytes)
    let outcome: CallOutcome
    switch answer.outcome {
    case .failure(let error):
      add(.fail, "match", "asked about \"\(text)\": \(error.message)", advice: error.hint)
      return (nil, .emptyObject, answer.duration)
    case .success(let value): outcome = value
    }
    guard outcome.status == SKILL_DONE else {
      add(
        .warn, "match", "asked about \"\(text)\" it returned status \(outcome.status)",
        advice: "a match that has no answer emits nothing and returns SKILL_DONE")
      return (nil, .emptyObject, answer.duration)
    }
    guard let result = outcome.result else { return (nil, .emptyObject, answer.duration) }
    guard let json = try? JSON(parsing: result), let confidence = json["confidence"]?.double,
      (0...1).contains(confidence), json["arguments"].map({ $0.kind == .object }) ?? true
    else {
      add(
        .fail, "match", "asked about \"\(text)\" it answered \(shown(result))",
        advice: #"emit {"confidence": 0…1, "arguments": {…}}"#)
      return (nil, .emptyObject, answer.duration)
    }
    return (confidence, json["arguments"] ?? .emptyObject, answer.duration)
  }
}
