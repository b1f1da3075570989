import SkillPluginKit

/// `files.search`: finds files in the granted folder by name, by pattern and by what they contain.
struct FilesSearch: MatchingSkill {
  static let identifier = "files.search"
  static let maxParallel = 2
  static let matchIsPure = true

  struct Input: Decodable {
    var query: String?
    var glob: String?
    var limit: Int?
    var contents: Bool?
  }

  struct Output: Encodable {
    /// Sorted by path.
    var hits: [Hit]
    /// Whether the limit was reached, so that there may be more.
    var truncated: Bool
    var searched: Searched
    var skipped: Skipped
  }

  struct Hit: Encodable, Equatable {
    enum Kind: String, Encodable {
      case file, folder, link
    }
    enum Match: String, Encodable {
      case name, contents
    }
    /// Relative to the searched folder. What is not UTF-8 in it is shown as �.
    var path: String
    var kind: Kind
    var match: Match
    /// In bytes; of files only.
    var size: Int?
    var modified: Moment
    /// The first line that contains the query, counted from 1, and its text.
    var line: Int?
    var text: String?
  }

  struct Searched: Encodable, Equatable {
    var files = 0
    var folders = 0
    /// Of contents.
    var bytes = 0
  }

  /// What was not looked into.
  struct Skipped: Encodable, Equatable {
    var unreadable = 0
    var binary = 0
    var tooDeep = 0
  }

  private let root: String

  init(environment: SkillEnvironment) throws {
    root = try environment.directory("root")
  }

  func execute(_ input: Input, context: SkillContext) throws -> Output {
    let query = input.query ?? ""
    let glob = input.glob ?? ""
    guard !(query.isEmpty && glob.isEmpty) else {
      throw SkillFailure("nothing_to_find", "give a query, a glob, or both", kind: .badInput)
    }
    guard query.utf8.count <= 400, glob.utf8.count <= 400 else {
      throw SkillFailure("too_long", "a query and a glob have at most 400 bytes", kind: .badInput)
    }
    let limit = input.limit ?? 50
    guard (1...1000).contains(limit) else {
      throw SkillFailure("limit_out_of_range", "limit must be 1 to 1000, not \(limit)", kind: .badInput)
    }
    guard !(input.contents == true && query.isEmpty) else {
      throw SkillFailure("nothing_to_find", "to search contents, give a query", kind: .badInput)
    }
    var search = Search(
      query: query.isEmpty ? nil : Needle(query), glob: glob.isEmpty ? nil : Glob(glob), limit: limit,
      contents: input.contents ?? false, context: context)
    return try search.run(root)
  }

  func match(_ intent: Intent) -> Match? { FilesPhrase.match(intent.text) }
}

@c(skill_entry_v1)
public func skillEntry(_ minor: UInt32, _ identifier: skill_text) -> SkillDescriptor? {
  exportSkills(minor, identifier, FilesSearch.self)
}
