import CSkillABI
import FakeSkillHost
import Glibc
import SkillPluginKit
import Testing

/// A skill whose `execute` each test writes itself: the test's body is found by the `test` argument.
struct Scripted: StatelessSkill {
  static let identifier = "test.scripted"
  static let maxParallel = 0

  func execute(_ input: JSONValue, context: SkillContext) throws -> JSONValue {
    guard case .object(let arguments) = input, let body = Script.body else { return input }
    return try body(arguments, context)
  }

  /// What the skill does in the current test.
  enum Script {
    typealias Body = @Sendable ([String: JSONValue], SkillContext) throws -> JSONValue
    @TaskLocal static var body: Body?
  }

  /// Runs a body inside the skill, through its descriptor. The skill runs on the calling thread, and its immediate task
  /// inherits the calling task's values.
  static func run(
    _ input: String = "{}", host: FakeHost = FakeHost(), _ body: @escaping Script.Body
  ) throws -> LoadedSkill.Outcome {
    let skill = try LoadedSkill(try descriptor(of: Scripted.self))
    return Script.$body.withValue(body) { skill.invoke(input, host: host) }
  }
}

/// A skill with typed arguments and every optional part.
struct Greet: MatchingSkill, QuiescingSkill {
  struct Input: Decodable {
    struct Person: Decodable {
      var name: String
      var age: Int?
    }
    var people: [Person]
    var day: CivilDate?
  }
  struct Output: Encodable, Equatable {
    var greeting: String
    var folder: String?
    var empty: String?
  }

  static let identifier = "test.greet"
  static let maxParallel = 4
  static let matchIsPure = true
  private let greeting: String
  private let environment: SkillEnvironment

  init(environment: SkillEnvironment) throws {
    self.environment = environment
    if environment.settings["needsFolder"] == true { _ = try environment.directory("letters") }
    greeting = environment.settings["greeting"]?.string ?? "Hello"
  }

  func execute(_ input: Input, context: SkillContext) throws -> Output {
    Output(
      greeting: "\(greeting), \(input.people.map(\.name).joined(separator: " and "))",
      folder: environment.directories["letters"])
  }

  func match(_ intent: Intent) -> Match? {
    guard intent.text.hasPrefix("greet ") else { return nil }
    return Match(
      confidence: 1.5,
      arguments: [
        "people": [["name": .string(String(intent.text.dropFirst(6)))]], "day": .string("\(intent.now.date)"),
      ])
  }

  func quiesce(within remaining: Duration) {
    environment.log(.info, "quiesce of \(greeting) within \(remaining)")
  }
}

/// A skill that is suspended and goes on elsewhere.
struct Suspending: StatelessSkill {
  struct Input: Decodable { var untilCancelled: Bool }
  static let identifier = "test.suspending"

  func execute(_ input: Input, context: SkillContext) async throws -> String {
    await Task.yield()
    while input.untilCancelled {
      try Task.checkCancellation()
      await Task.yield()
    }
    context.text("after the pause")
    return "done"
  }
}

/// An async skill that does everything an async skill may do, and notes where it runs.
struct Wandering: StatelessSkill {
  struct Output: Encodable {
    /// Whether all of it ran on the thread that the host chose.
    var stayed: Bool
    var sum: Int
    var detached: Int
  }
  static let identifier = "test.wandering"

  func execute(_ input: [String: Int], context: SkillContext) async throws -> Output {
    let home = currentThread()
    var threads: Set = [home]
    await Task.yield()
    threads.insert(currentThread())
    try await Task.sleep(for: .milliseconds(1))
    threads.insert(currentThread())
    let children = await withTaskGroup(of: (UInt, Int).self) { group in
      for number in 1...100 {
        group.addTask {
          await Task.yield()
          return (currentThread(), number)
        }
      }
      return await group.reduce(into: [(UInt, Int)]()) { $0.append($1) }
    }
    threads.formUnion(children.map(\.0))
    let detached = await Task.detached { 7 }.value
    threads.insert(currentThread())
    return Output(stayed: threads == [home], sum: children.map(\.1).reduce(0, +), detached: detached)
  }
}

func currentThread() -> UInt { UInt(pthread_self()) }

/// The descriptor that a library's entry point would return.
func descriptor(
  of skills: any Skill.Type..., sourceLocation: SourceLocation = #_sourceLocation
) throws -> SkillDescriptor {
  let first = try #require(skills.first, sourceLocation: sourceLocation)
  return try #require(withSkillText(first.identifier) { exportSkills(0, $0, first) }, sourceLocation: sourceLocation)
}
