import SkillBundle
import SkillJSON

/// Permissions as the store keeps them: the JSON of the manifest's `permissions`.
enum StoredPermissions {
  static func text(_ permissions: Permissions) -> String {
    JSON.build { json in
      json.object { json in
        json.member("network") { json in
          json.array { json in
            for target in permissions.network { json.value(target.text) }
          }
        }
        json.member("directories") { json in
          json.array { json in
            for directory in permissions.directories {
              json.object { json in
                json.member("name", directory.name)
                json.member("access", directory.access.rawValue)
                json.member("default", directory.defaultPath)
                json.member("purpose", directory.purpose)
              }
            }
          }
        }
        json.member("environment") { json in
          json.array { json in
            for name in permissions.environment { json.value(name) }
          }
        }
      }
    }.text
  }

  /// Nil when the text is not what ``text(_:)`` writes.
  static func read(_ text: String) -> Permissions? {
    guard let json = try? JSON(parsing: text) else { return nil }
    var network: [NetworkPermission] = []
    for target in json["network"]?.elements ?? JSON.null.elements {
      guard let target = target.string.flatMap({ NetworkPermission($0) }) else { return nil }
      network.append(target)
    }
    var directories: [DirectoryPermission] = []
    for directory in json["directories"]?.elements ?? JSON.null.elements {
      guard let name = directory["name"]?.string, let purpose = directory["purpose"]?.string,
        let access = directory["access"]?.string.flatMap(DirectoryPermission.Access.init(rawValue:))
      else { return nil }
      directories.append(
        DirectoryPermission(
          name: name, access: access, defaultPath: directory["default"]?.string, purpose: purpose))
    }
    var environment: [String] = []
    for name in json["environment"]?.elements ?? JSON.null.elements {
      guard let name = name.string else { return nil }
      environment.append(name)
    }
    return Permissions(network: network, directories: directories, environment: environment)
  }
}
