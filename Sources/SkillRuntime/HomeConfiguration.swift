package import SkillJSON
package import SkillSystem

/// The home's `config.json`. Every field may be missing, and so may the file; what is not known is refused, so that a
/// misspelt setting is not silently without effect.
///
/// ```json
/// {
///   "inProcess": ["libTextStatistics.so", "text.statistics"],
///   "searchPath": ["/opt/skills"],
///   "settings": {"weather.daily_forecast": {"units": "metric"}}
/// }
/// ```
package struct HomeConfiguration: Sendable {
  /// Libraries (by file name) or skills (by identifier) that run inside the host, without a sandbox.
  package var inProcess: Set<String> = []
  /// Further folders in which bundles are looked for; absolute.
  package var searchPath: [String] = []
  /// By identifier, what `create` gets as `settings`: an object.
  package var settings: [String: JSON] = [:]

  package init() {}

  /// Errors: `config_invalid`, with line and column.
  package init(reading path: String) throws(SkillError) {
    let bytes: [UInt8]?
    do throws(SkillError) {
      bytes = try AtomicFile.read(path, limit: 1 << 20)
    } catch {
      // No file: everything is as it comes.
      if error.message.hasSuffix("No such file or directory") { return }
      throw error
    }
    guard let bytes else { throw SkillError(.configInvalid, "\(path) has more than a megabyte") }
    let json: JSON
    do throws(JSONError) {
      json = try JSON(parsing: bytes)
    } catch {
      throw SkillError(.configInvalid, "\(path): \(error)", hint: "correct it, or move it away")
    }
    try read(json, path)
  }

  private mutating func read(_ json: JSON, _ path: String) throws(SkillError) {
    func invalid(_ what: String, at value: JSON) -> SkillError {
      SkillError(
        .configInvalid, "\(path): line \(value.position.line), column \(value.position.column): \(what)",
        hint: "docs/store.md lists what may stand there")
    }
    func texts(_ value: JSON, _ name: String) throws(SkillError) -> [String] {
      guard value.kind == .array else { throw invalid("'\(name)' must be a list of texts", at: value) }
      var texts: [String] = []
      for element in value.elements {
        guard let text = element.string else { throw invalid("'\(name)' must be a list of texts", at: element) }
        texts.append(text)
      }
      return texts
    }
    guard json.kind == .object else { throw invalid("must be an object", at: json) }
    if let (key, _) = json.firstDuplicateKey() { throw invalid("'\(key)' stands there twice", at: json) }
    for (key, value) in json.members {
      switch key {
      case "inProcess": inProcess = Set(try texts(value, key))
      case "searchPath":
        searchPath = try texts(value, key)
        guard searchPath.allSatisfy({ $0.hasPrefix("/") }) else {
          throw invalid("'searchPath' must name absolute folders", at: value)
        }
      case "settings":
        guard value.kind == .object else { throw invalid("'settings' must be an object", at: value) }
        for (identifier, object) in value.members {
          guard object.kind == .object else {
            throw invalid("the settings of \(identifier) must be an object", at: object)
          }
          settings[identifier] = object
        }
      default: throw invalid("there is no setting '\(key)'", at: value)
      }
    }
  }
}

extension SkillError.Code {
  package static let configInvalid = Self("config_invalid", .usage)
}
