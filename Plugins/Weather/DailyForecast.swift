import SkillPluginKit

/// `weather.daily_forecast`: the weather of the coming days in a city.
///
/// The forecast comes from Open-Meteo through the host, and is saved; without a network the saved one is used, and the
/// result says so.
struct DailyForecast: MatchingSkill {
  static let identifier = "weather.daily_forecast"
  static let maxParallel = 4
  static let matchIsPure = true
  private static let defaultDays = 3

  struct Input: Decodable {
    var city: String
    var days: Int?
  }

  struct Output: Encodable {
    var city: String
    /// `live` or `saved`.
    var source: String
    /// When a saved forecast was fetched.
    var savedAt: Moment?
    var days: [Day]
    /// What a reader should know, for example that the last days are missing.
    var note: String?
  }

  struct Day: Encodable, Equatable {
    var date: CivilDate
    var weekday: String
    var minCelsius: Double?
    var maxCelsius: Double?
    var precipitationMm: Double?
    var summary: String
    var dry: Bool
  }

  private let saved: SavedForecasts?
  private let addresses: OpenMeteo.Addresses

  init(environment: SkillEnvironment) {
    addresses = OpenMeteo.Addresses(settings: environment.settings)
    saved = environment.directories["forecasts"].map(SavedForecasts.init(folder:))
  }

  func execute(_ input: Input, context: SkillContext) throws -> Output {
    let city = input.city.trimmed
    guard !city.isEmpty else {
      throw SkillFailure("city_missing", "the city is empty; name one, such as Berlin", kind: .badInput)
    }
    let days = input.days ?? Self.defaultDays
    guard (1...16).contains(days) else {
      throw SkillFailure("days_out_of_range", "days must be 1 to 16, not \(days)", kind: .badInput)
    }
    let forecast = try find(city, context)
    return try forecast.output(
      days: days, from: context.now.date, language: WeatherLanguage(locale: context.locale, city: city))
  }

  func match(_ intent: Intent) -> Match? { WeatherPhrase.match(intent.text, today: intent.now.date) }

  /// The live forecast if there is one, else the saved one.
  private func find(_ city: String, _ context: SkillContext) throws -> FoundForecast {
    var problem: SkillFailure?
    if context.http.isOffered {
      do {
        let found = try OpenMeteo(context: context, addresses: addresses).forecast(for: city)
        save(found, askedAs: city, context)
        return found
      } catch let failure as SkillFailure where failure.kind != .badInput {
        context.log(.warning, "no live forecast for \(city): \(failure.message)")
        problem = failure
      }
    }
    if let found = try saved?.forecast(for: city) { return found }
    throw notFound(city, problem)
  }

  /// A forecast that cannot be saved is still a forecast.
  private func save(_ found: FoundForecast, askedAs city: String, _ context: SkillContext) {
    guard let saved else { return }
    do {
      try saved.save(found, askedAs: city, now: context.now)
    } catch {
      context.log(.warning, "cannot save the forecast for \(city): \(error)")
    }
  }

  private func notFound(_ city: String, _ problem: SkillFailure?) -> SkillFailure {
    let known = (try? saved?.cities()) ?? []
    let saved =
      switch (saved, known.isEmpty) {
      case (nil, _): "no folder of saved forecasts was granted"
      case (_, true): "no forecast is saved"
      case (_, false): "forecasts are saved only for \(known.prefix(20).joined(separator: ", "))"
      }
    let live = problem.map { "the network gave none (\($0.message))" } ?? "this host offers no network"
    return SkillFailure(
      "forecast_unavailable",
      "no forecast for '\(city)': \(live), and \(saved). Allow the network, or put Open-Meteo's answer for the city "
        + "into the 'forecasts' folder as <city>.json.",
      // An answer that makes no sense is not worth a retry; a server that does not answer is.
      kind: problem?.kind ?? .unavailable, detail: ["savedCities": .array(known.map { .string($0) })])
  }
}

@c(skill_entry_v1)
public func skillEntry(_ minor: UInt32, _ identifier: skill_text) -> SkillDescriptor? {
  exportSkills(minor, identifier, DailyForecast.self)
}
