import SkillPluginKit

/// Open-Meteo's answer to a request for daily values, as far as it is used here.
struct Forecast: Decodable {
  struct Daily: Decodable {
    var time: [CivilDate]
    var weatherCode: [Int?]?
    var highest: [Double?]?
    var lowest: [Double?]?
    var precipitation: [Double?]?

    private enum CodingKeys: String, CodingKey {
      case time
      case weatherCode = "weather_code"
      case highest = "temperature_2m_max"
      case lowest = "temperature_2m_min"
      case precipitation = "precipitation_sum"
    }
  }
  var daily: Daily
}

/// A forecast and where it came from.
struct FoundForecast {
  var city: String
  /// Other names of the city, in any language.
  var aliases: [String]
  /// When it was saved; nil for a live one.
  var savedAt: Moment?
  var forecast: Forecast
  /// The answer itself, so that it can be saved as it came; nil for a saved one.
  var answer: JSONValue?
}

extension FoundForecast {
  func output(days: Int, from today: CivilDate, language: WeatherLanguage) throws -> DailyForecast.Output {
    let wanted = (0..<days).map { today.adding(days: $0) }
    var byDate: [CivilDate: DailyForecast.Day] = [:]
    for index in forecast.daily.time.indices { byDate[forecast.daily.time[index]] = day(at: index, language) }
    let found = wanted.compactMap { byDate[$0] }
    guard !found.isEmpty else { throw outOfDate(today) }
    let isSaved = savedAt != nil
    return DailyForecast.Output(
      city: city, source: isSaved ? "saved" : "live", savedAt: savedAt, days: found,
      note: found.count == days ? nil : "the \(isSaved ? "saved" : "live") forecast has \(found.count) of \(days) days")
  }

  private func day(at index: Int, _ language: WeatherLanguage) -> DailyForecast.Day {
    let date = forecast.daily.time[index]
    let code = forecast.daily.weatherCode.value(at: index).map(WeatherCode.init(rawValue:))
    let precipitation = forecast.daily.precipitation.value(at: index)
    return DailyForecast.Day(
      date: date, weekday: date.weekday.englishName, minCelsius: forecast.daily.lowest.value(at: index),
      maxCelsius: forecast.daily.highest.value(at: index), precipitationMm: precipitation,
      summary: code?.text(language) ?? language.unknown,
      // A trace of less than 0.2 mm does not wet the ground. Without an amount the weather code decides.
      dry: precipitation.map { $0 < 0.2 } ?? code.map { !$0.isWet } ?? false)
  }

  private func outOfDate(_ today: CivilDate) -> SkillFailure {
    let dates = forecast.daily.time.sorted()
    let span = dates.first.flatMap { first in dates.last.map { "covers \(first) to \($0)" } } ?? "covers no day"
    return SkillFailure(
      "forecast_out_of_date",
      "the \(savedAt == nil ? "live" : "saved") forecast for \(city) \(span), and nothing from \(today) on. Allow the "
        + "network, or save a new one.",
      kind: .unavailable)
  }
}

extension Optional {
  /// An element of a list that may be absent, shorter than others, or hold nulls.
  fileprivate func value<Element>(at index: Int) -> Element? where Wrapped == [Element?] {
    guard let list = self, list.indices.contains(index) else { return nil }
    return list[index]
  }
}

extension String {
  /// Without white space at both ends.
  var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}
