import CSkillABI
import FakeSkillHost
import SkillJSON
import Testing

@Suite struct WeatherTests {
  static let now = "2026-07-30T09:00:00+02:00"

  /// A skill with its own folder of forecasts.
  struct Weather {
    let folder: TemporaryFolder
    let skill: PluginSkill

    init() throws {
      folder = try TemporaryFolder()
      skill = try PluginLibrary("Weather").skill("weather.daily_forecast", directories: ["forecasts": folder.path])
    }

    func ask(_ input: String, now: String = WeatherTests.now, locale: String? = nil) throws -> PluginSkill.Outcome {
      try skill.invoke(input, info: ["now": now].merging(locale.map { ["locale": $0] } ?? [:]) { _, last in last })
    }
  }

  /// Open-Meteo's answer for days from 2026-07-28 on.
  static func answer(days: Int, place: String? = nil) -> String {
    let time = (0..<days).map { #""2026-\#($0 < 4 ? "07-\(28 + $0)" : "08-0\($0 - 3)")""# }.joined(separator: ",")
    let list = { (values: [String]) in "[" + (0..<days).map { values[$0 % values.count] }.joined(separator: ",") + "]" }
    return #"{"latitude":52.52,"daily":{"time":[\#(time)],"weather_code":\#(list(["3", "61", "null"])),"#
      + #""temperature_2m_max":\#(list(["24.1", "21"])),"temperature_2m_min":\#(list(["15.2", "null"])),"#
      + #""precipitation_sum":\#(list(["0.0", "3.4", "0.19"]))}\#(place.map { ",\"place\":\($0)" } ?? "")}"#
  }

  // MARK: Saved forecasts

  @Test func aSavedForecastInOrder() throws {
    let weather = try Weather()
    try weather.folder.write(
      "Berlin.json", Self.answer(days: 8, place: #"{"name":"Berlin","savedAt":"2026-07-28T05:00:00Z"}"#))
    let outcome = try weather.ask(#"{"city":"berlin","days":3}"#)
    #expect(outcome.status == SKILL_DONE)
    #expect(
      outcome.raw.result
        == #"{"city":"Berlin","source":"saved","savedAt":"2026-07-28T05:00:00Z","days":["#
        + #"{"date":"2026-07-30","weekday":"Thursday","minCelsius":15.2,"maxCelsius":24.1,"precipitationMm":0.19,"#
        + #""summary":"unknown","dry":true},"#
        + #"{"date":"2026-07-31","weekday":"Friday","maxCelsius":21,"precipitationMm":0,"summary":"overcast","#
        + #""dry":true},"#
        + #"{"date":"2026-08-01","weekday":"Saturday","minCelsius":15.2,"maxCelsius":24.1,"precipitationMm":3.4,"#
        + #""summary":"light rain","dry":false}]}"#)
  }

  @Test func threeDaysWhenNothingIsSaid() throws {
    let weather = try Weather()
    try weather.folder.write("Berlin.json", Self.answer(days: 8))
    let result = try #require(try weather.ask(#"{"city":"Berlin"}"#).result)
    #expect(result["days"]?.count == 3)
    // Saved by hand: the file's own time counts.
    #expect(result["savedAt"]?.string?.hasSuffix("Z") == true)
  }

  @Test(arguments: [
    "Zürich", "zurich", "ZURICH", "苏黎世", "苏黎世市", "Zuri", " Zürich ", "zü rich",
  ])
  func aCityByAnyOfItsNames(name: String) throws {
    let weather = try Weather()
    try weather.folder.write("a.json", Self.answer(days: 8))
    try weather.folder.write("zzz.json", Self.answer(days: 8, place: #"{"name":"Zürich","aliases":["苏黎世","Zuri"]}"#))
    let result = try #require(try weather.ask(#"{"city":"\#(name)"}"#).result)
    #expect(result["city"]?.string == "Zürich")
  }

  @Test(arguments: [
    ("zh-CN", "Berlin", "小雨"), ("en-US", "柏林", "light rain"), (nil, "柏林", "小雨"), (nil, "Berlin", "light rain"),
  ])
  func theSummaryIsInTheCallersLanguage(locale: String?, city: String, summary: String) throws {
    let weather = try Weather()
    try weather.folder.write("Berlin.json", Self.answer(days: 8, place: #"{"name":"Berlin","aliases":["柏林"]}"#))
    let outcome = try weather.ask(#"{"city":"\#(city)","days":1}"#, now: "2026-07-29T12:00:00Z", locale: locale)
    #expect(outcome.result?["days"]?[0]?["summary"]?.string == summary)
  }

  @Test func aForecastThatEndsTooSoonSaysSo() throws {
    let weather = try Weather()
    try weather.folder.write("Berlin.json", Self.answer(days: 8))
    let result = try #require(try weather.ask(#"{"city":"Berlin","days":16}"#).result)
    #expect(result["days"]?.count == 6)
    #expect(result["note"]?.string == "the saved forecast has 6 of 16 days")
  }

  @Test func aForecastOfOtherDaysIsNoForecast() throws {
    let weather = try Weather()
    try weather.folder.write("Berlin.json", Self.answer(days: 8))
    let outcome = try weather.ask(#"{"city":"Berlin"}"#, now: "2026-09-01T00:00:00Z")
    #expect(outcome.status == SKILL_UNAVAILABLE)
    #expect(
      outcome.failure
        == FakeHost.Failure(
          code: "forecast_out_of_date",
          message: "the saved forecast for Berlin covers 2026-07-28 to 2026-08-04, and nothing from 2026-09-01 on. "
            + "Allow the network, or save a new one."))
  }

  @Test func nothingSavedAndNoNetwork() throws {
    let weather = try Weather()
    let advice =
      "Allow the network, or put Open-Meteo's answer for the city into the 'forecasts' folder as <city>.json."
    #expect(
      try weather.ask(#"{"city":"Atlantis"}"#).failure
        == FakeHost.Failure(
          code: "forecast_unavailable",
          message: "no forecast for 'Atlantis': this host offers no network, and no forecast is saved. \(advice)",
          detail: #"{"savedCities":[]}"#))
    try weather.folder.write("Berlin.json", Self.answer(days: 8))
    let outcome = try weather.ask(#"{"city":"Atlantis"}"#)
    #expect(outcome.status == SKILL_UNAVAILABLE)
    #expect(
      outcome.failure
        == FakeHost.Failure(
          code: "forecast_unavailable",
          message: "no forecast for 'Atlantis': this host offers no network, and forecasts are saved only for Berlin. "
            + advice, detail: #"{"savedCities":["Berlin"]}"#))
  }

  @Test func noFolderAndNoNetwork() throws {
    let skill = try PluginLibrary("Weather").skill("weather.daily_forecast")
    let outcome = try skill.invoke(#"{"city":"Berlin"}"#)
    #expect(outcome.status == SKILL_UNAVAILABLE)
    #expect(outcome.failure?.message.contains("no folder of saved forecasts was granted") == true)
  }

  @Test(arguments: ["", "{", "[]", "{}", #"{"daily":{}}"#, #"{"daily":{"time":["soon"]}}"#, #"{"place":7}"#, "\u{0}"])
  func aDamagedFileIsNamed(content: String) throws {
    let weather = try Weather()
    try weather.folder.write("Berlin.json", content)
    try weather.folder.write("Paris.json", Self.answer(days: 8))
    let outcome = try weather.ask(#"{"city":"Berlin"}"#)
    #expect(outcome.status == SKILL_FAILED)
    #expect(outcome.failure?.code == "forecast_damaged")
    #expect(outcome.failure?.message.hasPrefix("cannot use \(weather.folder.path)/Berlin.json: ") == true)
    #expect(try weather.ask(#"{"city":"Paris"}"#).status == SKILL_DONE)
  }

  @Test(arguments: [
    (#"{"city":"  "}"#, "city_missing", "the city is empty; name one, such as Berlin"),
    (#"{"city":"Berlin","days":0}"#, "days_out_of_range", "days must be 1 to 16, not 0"),
    (#"{"city":"Berlin","days":17}"#, "days_out_of_range", "days must be 1 to 16, not 17"),
  ])
  func argumentsThatMakeNoSense(input: String, code: String, message: String) throws {
    let outcome = try Weather().ask(input)
    #expect(outcome.status == SKILL_BAD_INPUT)
    #expect(outcome.failure == FakeHost.Failure(code: code, message: message))
  }

  // MARK: Live forecasts

  static let search =
    "https://geocoding-api.open-meteo.com/v1/search?name=Berlin&count=1&language=en&format=json"
  static let forecast =
    "https://api.open-meteo.com/v1/forecast?latitude=52.52437&longitude=13.41053"
    + "&daily=weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum&timezone=auto&forecast_days=16"
  static let place = FakeHost.Page(
    body: Array(#"{"results":[{"id":2950159,"name":"Berlin","latitude":52.52437,"longitude":13.41053}]}"#.utf8))

  private func online(_ pages: [String: FakeHost.Page]) -> FakeHost {
    FakeHost {
      $0.info = ["now": Self.now]
      $0.pages = pages
    }
  }

  @Test func aLiveForecastIsSaved() throws {
    let weather = try Weather()
    let host = online([Self.search: Self.place, Self.forecast: .init(body: Array(Self.answer(days: 8).utf8))])
    let live = try weather.skill.invoke(#"{"city":"Berlin","days":2}"#, host: host)
    #expect(live.status == SKILL_DONE)
    #expect(live.result?["source"]?.string == "live")
    #expect(live.result?["savedAt"] == nil)
    #expect(live.progress.map(\.note) == ["looking for Berlin", "asking for the weather in Berlin"])

    let offline = try weather.ask(#"{"city":"Berlin","days":2}"#)
    #expect(offline.result?["source"]?.string == "saved")
    #expect(offline.result?["savedAt"]?.string == Self.now)
    #expect(offline.result?["days"] == live.result?["days"])
    let file = try JSON(parsing: try #require(weather.folder.read("Berlin.json")))
    #expect(file["latitude"]?.double == 52.52)
  }

  @Test func aNewForecastReplacesTheOldOneAndKeepsItsNames() throws {
    let weather = try Weather()
    try weather.folder.write("b.json", Self.answer(days: 1, place: #"{"name":"Berlin","aliases":["柏林"]}"#))
    let search = Self.search.replacing("name=Berlin", with: "name=%E6%9F%8F%E6%9E%97").replacing("=en", with: "=zh")
    let host = online([search: Self.place, Self.forecast: .init(body: Array(Self.answer(days: 8).utf8))])
    #expect(try weather.skill.invoke(#"{"city":"柏林"}"#, host: host).status == SKILL_DONE)
    #expect(weather.folder.read("Berlin.json") == nil)
    let file = try JSON(parsing: try #require(weather.folder.read("b.json")))
    #expect(file["daily"]?["time"]?.count == 8)
    #expect(file["place"]?["aliases"]?.text == #"["b","柏林"]"#)
  }

  @Test(
    arguments: [
      [:], [search: FakeHost.Page(outcome: SKILL_UNAVAILABLE)], [search: place, forecast: .init(status: 503)],
      [search: place, forecast: .init(body: Array("<html>".utf8))],
      [search: .init(body: Array("{}".utf8), outcome: SKILL_FAILED)],
    ] as [[String: FakeHost.Page]])
  func whenTheNetworkFailsTheSavedOneIsUsed(pages: [String: FakeHost.Page]) throws {
    let weather = try Weather()
    try weather.folder.write("Berlin.json", Self.answer(days: 8))
    let outcome = try weather.skill.invoke(#"{"city":"Berlin"}"#, host: online(pages))
    #expect(outcome.status == SKILL_DONE)
    #expect(outcome.result?["source"]?.string == "saved")
    #expect(outcome.raw.sent.logs.contains { $0.hasPrefix("2: no live forecast for Berlin: ") })
  }

  @Test func aCityThatNobodyKnowsIsTheCallersMistake() throws {
    let weather = try Weather()
    let search = Self.search.replacing("name=Berlin", with: "name=Atlantis")
    let outcome = try weather.skill.invoke(
      #"{"city":"Atlantis"}"#, host: online([search: .init(body: Array(#"{"generationtime_ms":0.5}"#.utf8))]))
    #expect(outcome.status == SKILL_BAD_INPUT)
    #expect(outcome.failure?.code == "city_unknown")
  }

  @Test func aNameFromOutsideDoesNotLeaveTheFolder() throws {
    let weather = try Weather()
    let place = FakeHost.Page(
      body: Array(#"{"results":[{"name":"../../evil","latitude":52.52437,"longitude":13.41053}]}"#.utf8))
    let host = online([Self.search: place, Self.forecast: .init(body: Array(Self.answer(days: 8).utf8))])
    #expect(try weather.skill.invoke(#"{"city":"Berlin"}"#, host: host).status == SKILL_DONE)
    #expect(weather.folder.read("_.._.._evil.json") != nil)
  }
}
