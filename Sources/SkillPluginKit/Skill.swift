/// One ability that a host can call: what the author of a skill writes.
///
/// ```swift
/// import SkillPluginKit
///
/// struct Greet: StatelessSkill {
///   struct Input: Decodable { var name: String }
///   struct Output: Encodable { var greeting: String }
///   static let identifier = "sample.greet"
///
///   func execute(_ input: Input, context: SkillContext) throws -> Output {
///     Output(greeting: "Hello, \(input.name)!")
///   }
/// }
///
/// @c(skill_entry_v1)
/// public func skillEntry(_ minor: UInt32, _ identifier: skill_text) -> SkillDescriptor? {
///   exportSkills(minor, identifier, Greet.self)
/// }
/// ```
///
/// One instance serves all calls. It is made once, by ``init(environment:)``, and must be safe to use from several
/// threads when ``maxParallel`` is not 1.
public protocol Skill: Sendable {
  /// The arguments of a call, decoded from its JSON object. ``JSONValue`` takes any object as it is.
  associatedtype Input: Decodable
  /// The result of a call; it must encode as JSON. ``JSONValue`` gives any value.
  associatedtype Output: Encodable

  /// The identifier in the skill's manifest, such as `weather.daily_forecast`.
  static var identifier: String { get }

  /// How many calls may run at the same time on different threads: 1 (the default) one after the other, 0 as many as
  /// the host likes.
  static var maxParallel: Int { get }

  /// Makes the skill ready. Throw a ``SkillFailure`` when it cannot work, for example because a directory is missing.
  /// A skill without state needs no initializer of its own.
  init(environment: SkillEnvironment) throws

  /// Serves one call.
  ///
  /// Write it as `throws` or as `async throws`. A function that is not async runs from start to end on the thread that
  /// the host chose, and may block it. An async one runs on that thread too, with its child tasks: a suspended task
  /// gives way to the others, a blocked one holds them all up. Its task is cancelled when the call is.
  ///
  /// Whatever it throws becomes the call's failure: a ``SkillFailure`` with its own code and message, a
  /// `CancellationError` as "cancelled", anything else with its description.
  func execute(_ input: Input, context: SkillContext) async throws -> Output
}

extension Skill {
  public static var maxParallel: Int { 1 }
}

/// A skill that can be made from nothing; it gets `init(environment:)` for free.
///
/// A struct without stored properties conforms by its own `init()`.
public protocol StatelessSkill: Skill {
  init()
}

extension StatelessSkill {
  public init(environment: SkillEnvironment) { self.init() }
}

/// A skill that recognises what people ask for in their own words.
public protocol MatchingSkill: Skill {
  /// Whether ``match(_:)`` depends on nothing but the intent, so that a host may remember its answers. The default is
  /// false.
  static var matchIsPure: Bool { get }

  /// Judges whether this skill can serve an intent, how surely, and with which arguments; nil when the intent is none
  /// of its business. It has no effects and takes at most a few milliseconds.
  func match(_ intent: Intent) -> Match?
}

extension MatchingSkill {
  public static var matchIsPure: Bool { false }
}

/// A skill that has something to save or finish before its process ends.
///
/// There is no promise: a process that is killed gets no warning.
public protocol QuiescingSkill: Skill {
  /// Called at most once, after the last call returned. `remaining` is how long the host waits.
  func quiesce(within remaining: Duration)
}
