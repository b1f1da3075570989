import Glibc
import SkillBundle
import SkillRuntime
package import SkillSystem

/// `skillhost grant`
enum GrantCommand {
  private static let identifier = Operand("ID", "the skill's identifier", completion: .skills)
  private static let binding = Operand(
    "NAME=PATH", "the folder's name in the skill's manifest, and the folder to give", completion: .files)

  static let command = Command(
    "grant", "Choose the folder that a skill uses",
    discussion: "A skill names the folders that it wants; `skillhost info ID` lists them. It sees nothing else.",
    operands: [identifier, binding],
    examples: [Example("skillhost grant calendar.events calendars=/home/me/calendars", "use your own calendars")]
  ) { arguments, context throws(SkillError) in
    let skill = try EnableCommand.parse(arguments.one(identifier))
    let pair = try arguments.one(binding)
    let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      throw SkillError(
        .badValue, "\(quoted(pair)) is not NAME=PATH", hint: "\(arguments.commandPath) \(skill) notes=/home/me/notes")
    }
    let (slot, path) = (parts[0], parts[1])
    let access = try HostAccess(context)
    let policy = FolderPolicy(home: access.home, user: context.environment["HOME"])
    let folder = try await access.withRegistry { registry, _ throws(SkillError) in
      let slots = try await registry.entry(skill).skill?.manifest.permissions.directories ?? []
      // A name that the skill does not have is the first thing to say; binding says it.
      let folder = slots.contains { $0.name == slot } ? try policy.check(path) : path
      try await registry.bind(skill, slot: slot, to: folder)
      return folder
    }
    context.output.line("\(skill) uses \(folder) as \(slot).")
    return .success
  }
}

/// Which folders a skill may be given at all.
///
/// The sandbox can only add: a folder that is granted is granted with everything below it. So nothing is granted that
/// holds, or is inside, what makes the decisions about skills or opens other doors.
package struct FolderPolicy: Sendable {
  private let protected: [String]

  /// - Parameter user: the user's home folder.
  package init(home: Home, user: String?) {
    protected =
      [home.trust, home.state, home.skills, home.configFile]
      + (user.map { user in ["\(user)/.ssh", "\(user)/.gnupg", "\(user)/.config/skillhost"] } ?? [])
  }

  /// The folder without links in its path.
  ///
  /// - Throws: `folder_missing`, `folder_protected`.
  package func check(_ path: String) throws(SkillError) -> String {
    guard let real = Self.real(path), InputFile.isFolder(real) else {
      throw SkillError(.folderMissing, "\(path) is not a folder", hint: "mkdir -p \(quoted(path))")
    }
    for place in protected {
      let place = Self.real(place) ?? place
      if Self.contains(real, place) || Self.contains(place, real) {
        throw SkillError(
          .folderProtected, "\(real) cannot be given to a skill, because of \(place)",
          hint: "give it a folder of its own")
      }
    }
    return real
  }

  private static func contains(_ outer: String, _ inner: String) -> Bool {
    outer == "/" || inner == outer || inner.hasPrefix("\(outer)/")
  }

  private static func real(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}

extension SkillError.Code {
  /// A folder that no skill may have.
  package static let folderProtected = Self("folder_protected", .refused)
}
