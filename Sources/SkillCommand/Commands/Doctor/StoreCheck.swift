import Glibc
import SkillStore
import SkillSystem

/// The store: it opens, and SQLite finds no damage in it.
enum StoreCheck {
  package static func findings(_ home: Home) -> [Finding] {
    let path = home.database
    guard unsafe access(path, F_OK) == 0 else {
      return [Finding(.ok, "store", "there is none yet; it is made when it is needed")]
    }
    do throws(SkillError) {
      let damage = try Store(path: path).database.damage()
      if damage.isEmpty { return [Finding(.ok, "store", "\(path) is sound, version \(Migrations.all.count)")] }
      return [
        Finding(
          .fail, "store", "\(path) is damaged: \(damage.joined(separator: "; "))",
          remedy:
            "restore it from a backup, or start with an empty one: mv \(quoted(path)) \(quoted("\(path).damaged"))")
      ]
    } catch {
      return [Finding(.fail, "store", error)]
    }
  }
}
