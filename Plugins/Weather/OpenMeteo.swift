import SkillPluginKit

/// Open-Meteo's two services, reached through the host: one finds a city, the other knows its weather.
struct OpenMeteo {
  let context: SkillContext
  let addresses: Addresses

  /// Where the services are. The operator's settings `forecastURL` and `geocodingURL` name others of the same kind, for
  /// somebody who runs Open-Meteo themselves; the manifest must allow their hosts.
  struct Addresses: Sendable {
    let forecast: String
    let geocoding: String

    init(settings: JSONValue) {
      forecast = settings["forecastURL"]?.string ?? "https://api.open-meteo.com"
      geocoding = settings["geocodingURL"]?.string ?? "https://geocoding-api.open-meteo.com"
    }
  }

  private struct Places: Decodable {
    struct Place: Decodable {
      var name: String
      var latitude: Double
      var longitude: Double
    }
    var results: [Place]?
  }

  func forecast(for city: String) throws -> FoundForecast {
    context.progress(0.1, "looking for \(city)")
    guard let place = try self.place(city) else {
      throw SkillFailure(
        "city_unknown", "Open-Meteo knows no city called '\(city)'; check the spelling, or name a larger city near it",
        kind: .badInput, detail: ["city": .string(city)])
    }
    context.progress(0.5, "asking for the weather in \(place.name)")
    let answer = try get(
      "\(addresses.forecast)/v1/forecast?latitude=\(place.latitude)&longitude=\(place.longitude)"
        + "&daily=weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum&timezone=auto&forecast_days=16")
    return FoundForecast(
      city: place.name, aliases: [], savedAt: nil, forecast: try SkillCoder.decode(Forecast.self, from: answer),
      answer: try SkillCoder.decode(JSONValue.self, from: answer))
  }

  private func place(_ city: String) throws -> Places.Place? {
    let language = city.unicodeScalars.contains { $0.properties.isIdeographic } ? "zh" : "en"
    let answer = try get(
      "\(addresses.geocoding)/v1/search?name=\(HTTPRequest.escape(city))&count=1&language=\(language)"
        + "&format=json")
    return try SkillCoder.decode(Places.self, from: answer).results?.first
  }

  private func get(_ url: String) throws -> [UInt8] {
    let response = try context.http.fetch(
      HTTPRequest(url: url, headers: [("accept", "application/json")], maxBodySize: 1 << 20))
    guard response.isSuccess else {
      throw SkillFailure("open_meteo_failed", "Open-Meteo answered with status \(response.status)", kind: .unavailable)
    }
    return response.body
  }
}
