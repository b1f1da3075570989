/// What somebody wants, in their own words.
public struct Intent: Sendable, Hashable {
  public var text: String
  /// BCP 47, such as `zh-CN`, when the host knows it.
  public var locale: String?
  /// An IANA name, such as `Asia/Shanghai`, when the host knows it.
  public var timezone: String?
  /// The time to take as now: "tomorrow" is relative to it.
  public var now: Moment

  public init(_ text: String, locale: String? = nil, timezone: String? = nil, now: Moment) {
    self.text = text
    self.locale = locale
    self.timezone = timezone
    self.now = now
  }
}

/// A skill's answer to an intent that it can serve.
public struct Match: Sendable, Hashable {
  /// 0 to 1. About 0.9 when the phrase names this skill's subject and all that is required was found; about 0.5 when
  /// something required is missing or the subject is only likely.
  public var confidence: Double
  /// What was found of the skill's arguments: members of the manifest's input schema.
  public var arguments: [String: JSONValue]

  public init(confidence: Double, arguments: [String: JSONValue] = [:]) {
    self.confidence = confidence
    self.arguments = arguments
  }
}
