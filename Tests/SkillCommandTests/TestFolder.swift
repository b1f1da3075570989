import Glibc
import SkillSystem

enum TestFolder {
  static func make(_ path: String) throws -> Bool {
    try makeFolder(path)
    return true
  }

  static func link(_ path: String, to target: String) throws -> Bool { symlink(target, path) == 0 }

  static func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }
}
