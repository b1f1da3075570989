import SkillPluginKit

/// The folder of saved forecasts: one file a city, `<city>.json`, holding Open-Meteo's answer.
///
/// A file may have one more member, `place`: `{"name": "Beijing", "aliases": ["北京"], "savedAt": "<RFC 3339>"}`. This
/// skill writes it; a file that somebody saved by hand works without: then its name is the city's, and the time at
/// which it was changed is the time at which it was saved.
struct SavedForecasts: Sendable {
  let folder: String

  private struct Place: Codable {
    var name: String?
    var aliases: [String]?
    var savedAt: Moment?
  }
  private struct File: Decodable {
    var place: Place?
  }

  /// A file of the folder and the names that its city goes by, its title first.
  private struct Entry {
    var path: String
    var names: [String]
    var savedAt: Moment?
    var bytes: [UInt8]
  }

  private static let suffix = ".json"
  private static let largestFile = 1 << 20
  private static let mostFiles = 2000

  /// The names of all saved cities.
  func cities() throws -> [String] {
    try fileNames().compactMap { name in try? entry(name)?.names.first }
  }

  /// The saved forecast for a city by any of its names; nil when there is none.
  func forecast(for city: String) throws -> FoundForecast? {
    guard let entry = try find(city) else { return nil }
    do {
      return FoundForecast(
        city: entry.names[0], aliases: Array(entry.names.dropFirst()),
        savedAt: try entry.savedAt ?? SkillFiles.changedAt(entry.path),
        forecast: try SkillCoder.decode(Forecast.self, from: entry.bytes), answer: nil)
    } catch let failure as SkillFailure {
      throw SkillFailure("forecast_damaged", "cannot use \(entry.path): \(failure.message)")
    }
  }

  /// Saves a live forecast, over the one that is there for the same city.
  func save(_ found: FoundForecast, askedAs city: String, now: Moment) throws {
    guard case .object(var answer)? = found.answer else { return }
    let existing = try find(found.city) ?? find(city)
    var aliases: [String] = []
    for name in (existing?.names ?? []) + found.aliases + [city] {
      if !([found.city] + aliases).contains(where: { CityName($0) == CityName(name) }) { aliases.append(name) }
    }
    answer["place"] = [
      "name": .string(found.city), "aliases": .array(aliases.prefix(32).map { .string($0) }),
      "savedAt": .string(now.description),
    ]
    let path = existing?.path ?? "\(folder)/\(CityName(found.city).fileName)\(Self.suffix)"
    try SkillFiles.write(try SkillCoder.encode(JSONValue.object(answer)), to: path)
  }

  private func find(_ city: String) throws -> Entry? {
    let wanted = CityName(city)
    let names = try fileNames()
    // The file that is called like the city comes first, so that the usual case reads one file.
    let likely = names.filter { CityName(stem($0)) == wanted }
    for name in likely + names.filter({ CityName(stem($0)) != wanted }) {
      // A file that is damaged or not a forecast has no other name than its own.
      let entry = try? entry(name)
      if let entry, entry.names.contains(where: { CityName($0) == wanted }) { return entry }
      if entry == nil, CityName(stem(name)) == wanted { _ = try self.entry(name) }
    }
    return nil
  }

  private func entry(_ name: String) throws -> Entry? {
    let path = "\(folder)/\(name)"
    guard let bytes = try SkillFiles.readIfPresent(path, limit: Self.largestFile) else { return nil }
    let place: Place?
    do {
      place = try SkillCoder.decode(File.self, from: bytes).place
    } catch let failure as SkillFailure {
      throw SkillFailure("forecast_damaged", "cannot use \(path): \(failure.message)")
    }
    let title = place?.name ?? stem(name)
    return Entry(
      path: path, names: [title] + (title == stem(name) ? [] : [stem(name)]) + (place?.aliases ?? []),
      savedAt: place?.savedAt, bytes: bytes)
  }

  private func fileNames() throws -> [String] {
    Array(try SkillFiles.list(folder).filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") }.prefix(Self.mostFiles))
  }

  private func stem(_ name: String) -> String { String(name.dropLast(Self.suffix.count)) }
}
