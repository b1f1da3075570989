import Glibc
import SkillSystem

/// The home's folders: there, this user's, and nobody else's business.
enum HomeCheck {
  package static func findings(_ home: Home) -> [Finding] {
    var result: [Finding] = []
    guard unsafe access(home.root, F_OK) == 0 else {
      return [Finding(.ok, "home", "\(home.root) is not there yet; it is made when it is needed")]
    }
    for folder in [home.root, home.skills, home.trust, home.state, home.logs, home.cache] {
      if let problem = problem(folder, S_IFDIR, wanted: 0o700) { result.append(problem) }
    }
    for file in [home.configFile, home.database] {
      if let problem = problem(file, S_IFREG, wanted: 0o600) { result.append(problem) }
    }
    if unsafe access(home.root, W_OK) != 0 {
      result.append(
        Finding(.fail, "home", "\(home.root) cannot be written by this user", remedy: "ls -ld \(quoted(home.root))"))
    }
    return result.isEmpty ? [Finding(.ok, "home", "\(home.root) belongs to this user alone")] : result
  }

  /// What is wrong with one file or folder; nil when nothing is, or when it is not there.
  private static func problem(_ path: String, _ kind: mode_t, wanted: mode_t) -> Finding? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    let isFolder = kind == S_IFDIR
    guard status.st_mode & S_IFMT == kind else {
      return Finding(
        .fail, "home", "\(path) is not a \(isFolder ? "folder" : "regular file")",
        remedy: "mv \(quoted(path)) \(quoted("\(path).old"))")
    }
    guard status.st_uid == geteuid() else {
      return Finding(
        .fail, "home", "\(path) belongs to another user (uid \(status.st_uid))", remedy: "ls -ld \(quoted(path))")
    }
    guard status.st_mode & 0o077 == 0 else {
      let mode = String(status.st_mode & 0o777, radix: 8)
      return Finding(
        .warn, "home", "\(path) is open to others (mode \(mode))",
        remedy: "chmod \(String(wanted, radix: 8)) \(quoted(path))")
    }
    return nil
  }
}
