import SkillJSON
import SkillRuntime
import SkillSystem

/// What the state of a skill means to the user: why it cannot be used, and what to type.
struct SkillState: Sendable {
  let word: String
  /// Nil when there is nothing to explain.
  let reason: String?
  /// A command, or a thing to do.
  let remedy: String?
  /// It runs inside the host, without a sandbox.
  let runsInProcess: Bool

  init(_ entry: RegistryEntry) {
    word = entry.availability.word
    runsInProcess = entry.runsInProcess
    let enable = "skillhost enable \(quoted(entry.label))"
    switch entry.availability {
    case .enabled: (reason, remedy) = (nil, nil)
    case .disabled: (reason, remedy) = (nil, enable)
    case .needsConsent(let sentences):
      (reason, remedy) = ("it asks for more: \(sentences.joined(separator: " "))", enable)
    case .rejected(let error): (reason, remedy) = ("\(error.code.name): \(error.message)", error.hint)
    case .quarantined(let why, let until):
      let end = until.map { " (until \(TimeText.local($0)))" } ?? ""
      (reason, remedy) = (why + end, "\(enable) --clear-quarantine")
    case .incomplete: (reason, remedy) = ("its files are still arriving", "look again in a moment")
    }
  }

  /// The word, coloured: green for what works, red for what is refused.
  static func paint(_ cell: String, _ availability: SkillAvailability, _ style: Style) -> String {
    switch availability {
    case .enabled: style.green(cell)
    case .disabled, .incomplete: style.dim(cell)
    case .needsConsent: style.yellow(cell)
    case .rejected, .quarantined: style.red(cell)
    }
  }

  func write(to json: inout JSONWriter) {
    json.member("state", word)
    if runsInProcess { json.member("inProcess", true) }
    if let reason { json.member("reason", reason) }
    if let remedy { json.member("hint", remedy) }
  }
}

extension String {
  /// The text up to the end of its first sentence.
  var firstSentence: String {
    var previous: Character = " "
    for (index, character) in zip(indices, self) {
      if character == "\n" || character == " " && ".!?".contains(previous) {
        return String(self[..<index])
      }
      if "。！？".contains(character) { return String(self[...index]) }
      previous = character
    }
    return self
  }
}
