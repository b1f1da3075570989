import Glibc
package import SkillSystem

/// Which folders a skill may be given at all.
///
/// The sandbox can only add: a folder that is granted is granted with everything below it. So nothing is granted that
/// holds, or is inside, what makes the decisions about skills or opens other doors.
struct FolderPolicy: Sendable {
  private let protected: [String]

  /// - Parameter user: the user's home folder.
  init(home: Home, user: String?) {
    protected =
      [home.trust, home.state, home.skills, home.configFile]
      + (user.map { user in ["\(user)/.ssh", "\(user)/.gnupg", "\(user)/.config/skillhost"] } ?? [])
  }

  /// The folder without links in its path.
  ///
  /// - Throws: `folder_missing`, `folder_protected`.
  func check(_ path: String) throws(SkillError) -> String {
    var status = stat()
    guard let real = Self.real(path), unsafe stat(real, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw SkillError(.folderMissing, "\(path) is not a folder", hint: "mkdir -p \(path)")
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
