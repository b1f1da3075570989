import SkillJSON
import SkillRuntime
import SkillSystem

/// The options that `call` and `match` share.
enum CallArguments {
  static let timeout = Option<Duration>("timeout", "TIME", "give up after this time, such as 5s or 500ms") {
    text throws(ValueProblem) in try DurationText.parse(text)
  }
  static let key = Option(
    "idempotency-key", "KEY", "two calls with one key are one wish: the skill acts once")
  static let locale = Option("locale", "TAG", "the language, such as zh-CN; from LANG otherwise")
  static let timezone = Option("timezone", "NAME", "the time zone, such as Asia/Shanghai; the system's otherwise")
  static let now = Option<String>("now", "MOMENT", "the time to take as now, such as 2026-03-01T09:00:00+08:00") {
    text throws(ValueProblem) in try MomentText.check(text)
  }
  static let events = Flag("events", "print every event as one line of JSON while the skill runs")
  static let outputDirectory = Option(
    "output-dir", "DIR", "write attachments into this folder", completion: .folders)

  /// True for best effort.
  static let sandbox = Option<Bool>(
    "sandbox", "MODE",
    "strict (the default: no skill runs where a part of the sandbox is missing) or best-effort",
    completion: .words(["strict", "best-effort"])
  ) { text throws(ValueProblem) in
    switch text {
    case "strict": return false
    case "best-effort": return true
    default: throw ValueProblem("not a mode of the sandbox", hint: "write strict or best-effort")
    }
  }

  static let running: [any CommandOption] = [
    CommonOptions.json, events, outputDirectory, timeout, key, locale, timezone, now, sandbox, CommonOptions.yes,
  ]

  /// Whether skills run even where a part of the sandbox is missing. Said aloud each time.
  static func bestEffort(_ arguments: ParsedArguments, _ context: CommandContext) throws(SkillError) -> Bool {
    guard try arguments.value(sandbox) == true else { return false }
    context.warn(
      "--sandbox best-effort: a skill runs even where a part of its sandbox is missing, and may then reach files, network "
        + "or processes; metrics.enforcement of --json says what was enforced")
    return true
  }

  /// What goes along with a call.
  static func options(
    _ arguments: ParsedArguments, _ context: CommandContext, interrupts: InterruptSwitch
  ) throws(SkillError) -> CallOptions {
    var options = CallOptions()
    options.timeout = try arguments.value(timeout)
    options.idempotencyKey = try arguments.value(key)
    options.locale = try arguments.value(locale) ?? Surroundings.locale(context.environment)
    options.timezone = try arguments.value(timezone) ?? Surroundings.timezone(context.environment)
    options.now = try arguments.value(now)
    options.user = context.environment["USER"]
    let saidYes = arguments[CommonOptions.yes]
    options.approve = { request in
      if saidYes { return true }
      guard Prompt.isPossible(context) else { return false }
      // Waiting for a person must not block the thread that watches the runners.
      return await Task.detached {
        interrupts.paused {
          Prompt.confirm(
            "\(SafeText.visible(request.displayName)) (\(request.identifier)) may delete or overwrite things.\n"
              + "Arguments: \(SafeText.visible(request.arguments.text))\nRun it?", context)
        }
      }.value
    }
    return options
  }
}
