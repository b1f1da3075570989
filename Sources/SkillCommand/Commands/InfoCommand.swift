import SkillBundle
import SkillJSON
import SkillRuntime
import SkillStore
import SkillSystem

/// `skillhost info`
enum InfoCommand {
  private static let identifier = Operand("ID", "the skill's identifier", completion: .skills)

  static let command = Command(
    "info", "Show everything about a skill",
    operands: [identifier], options: [CommonOptions.json],
    examples: [
      Example("skillhost info weather.daily_forecast", "what it does, what it takes, what it may do"),
      Example("skillhost info weather.daily_forecast --json", "the same for a program, with the whole manifest"),
    ]
  ) { arguments, context throws(SkillError) in
    let wanted = try EnableCommand.parse(arguments.one(identifier))
    let access = try HostAccess(context)
    let (entry, executions) = try await access.withRegistry { registry, store throws(SkillError) in
      (try await registry.entry(wanted), try store.executions(of: wanted, limit: 10))
    }
    guard let skill = entry.skill else { throw SkillError(.bug, "\(wanted) was found without a manifest") }
    let folders = folders(skill.manifest, entry.record, access.home, user: context.environment["HOME"])
    // A machine that cannot confine is told in place of how it confines; the rest of the page is still wanted.
    let enforcement: Result<JSON, SkillError>
    do throws(SkillError) {
      enforcement = .success(try RunnerProbe.enforcement(access.installation))
    } catch {
      enforcement = .failure(error)
    }
    if arguments[CommonOptions.json] {
      context.print(json(entry, skill, folders, executions, try? enforcement.get()))
    } else {
      let page = InfoPage(width: context.output.width, style: context.output.style)
      context.output.write(page.render(entry, skill, folders, executions, enforcement))
    }
    return .success
  }

  /// One folder that a skill asks for, and what it gets.
  struct Folder: Sendable {
    let permission: DirectoryPermission
    /// Nil when nothing is bound and there is no default.
    let path: String?
    let isDefault: Bool
  }

  static func folders(_ manifest: Manifest, _ record: SkillRecord, _ home: Home, user: String?) -> [Folder] {
    manifest.permissions.directories.map { permission in
      let bound = record.directories[permission.name]
      return Folder(
        permission: permission, path: bound ?? permission.defaultFolder(home: home.root, user: user),
        isDefault: bound == nil)
    }
  }

  private static func json(
    _ entry: RegistryEntry, _ skill: VerifiedSkill, _ folders: [Folder], _ executions: [ExecutionRecord],
    _ enforcement: JSON?
  ) -> JSON {
    JSON.build { json in
      json.object { json in
        json.member("identifier", entry.label)
        SkillState(entry).write(to: &json)
        json.member("permissions") { json in
          json.array { json in for sentence in skill.manifest.permissions.sentences { json.value(sentence) } }
        }
        json.member("directories") { json in
          json.array { json in
            for folder in folders {
              json.object { json in
                json.member("name", folder.permission.name)
                json.member("access", folder.permission.access.rawValue)
                json.member("path", folder.path)
                json.member("isDefault", folder.isDefault)
              }
            }
          }
        }
        if let enforcement { json.member("enforcement", enforcement) }
        json.member("key") { KeysListCommand.write(skill.key, to: &$0) }
        json.member("files") { json in
          json.object { json in
            json.member("manifest", entry.path)
            json.member("library", skill.libraryPath)
            json.member("librarySha256", skill.build.sha256.hex)
            json.member("manifestSha256", skill.manifest.digest.hex)
          }
        }
        json.member("executions") { json in
          json.array { json in for execution in executions { write(execution, to: &json) } }
        }
        json.member("manifest", skill.manifest.json)
      }
    }
  }

  private static func write(_ execution: ExecutionRecord, to json: inout JSONWriter) {
    json.object { json in
      json.member("id", execution.id)
      json.member("version", execution.version)
      json.member("startedAt", Int(execution.startedAt))
      json.member("durationMicroseconds", Int(execution.durationMicroseconds))
      json.member("outcome", execution.outcome)
      json.member("inputBytes", execution.inputBytes)
      json.member("outputBytes", execution.outputBytes)
    }
  }
}
