import SkillJSON
import SkillSystem
import TestSupport
import Testing

/// The host's services through the program: the network and the storage of skills that have neither.
@Suite struct ServiceTests {
  // MARK: Weather

  /// A home in which the weather skill may reach the test's server.
  private func weatherHome(_ server: TestServer, mode: String, base: String? = nil) throws -> PrivateHome {
    let home = try PrivateHome()
    try home.makeKey()
    let authored = try AtomicFile.read(
      "\(Products.root)/skill-manifests/weather.daily_forecast.json", limit: 1 << 20)
    let manifest = String(decoding: try #require(authored), as: UTF8.self).replacing(
      #"["api.open-meteo.com:443", "geocoding-api.open-meteo.com:443"]"#,
      with: #"["127.0.0.1:\#(server.port)", "127.0.0.1:1"]"#)
    #expect(manifest.contains("127.0.0.1"))
    try home.install("\(Products.folder)/libWeather.so", manifest: manifest, name: "weather")
    try home.succeed("enable", "weather.daily_forecast", "--yes")
    let address = base ?? server.url("/weather/\(mode)")
    let settings = #"""
      {"settings": {"weather.daily_forecast": {"forecastURL": "\#(address)", "geocodingURL": "\#(address)"}}}
      """#
    try AtomicFile.write(Array(settings.utf8), to: "\(home.home)/config.json")
    return home
  }

  private func ask(_ home: PrivateHome, _ more: String...) throws -> ToolResult {
    try run(
      Products.skillhost,
      [
        "call", "weather.daily_forecast", #"{"city":"Berlin","days":2}"#, "--now", "2026-07-28T08:00:00+02:00",
        "--json",
      ] + more, environment: home.environment)
  }

  @Test func theWeatherComesThroughTheHostAndIsSaved() throws {
    let server = try TestServer()
    let home = try weatherHome(server, mode: "fine")
    let live = try ask(home)
    #expect(live.status == 0, "\(live.stderr)\(live.stdout)")
    let output = try live.json()["output"]
    #expect(output?["source"]?.string == "live")
    #expect(output?["city"]?.string == "Berlin")
    #expect(output?.at(["days", "1", "precipitationMm"])?.double == 4.2)
    #expect(
      server.log.first == "request GET /weather/fine/v1/search?name=Berlin&count=1&language=en&format=json")
    #expect(server.log.count == 2)
    // What was fetched is there when the network is not.
    try AtomicFile.write(
      Array(
        #"""
        {"settings": {"weather.daily_forecast": {"geocodingURL": "http://127.0.0.1:1"}}}
        """#.utf8), to: "\(home.home)/config.json")
    #expect(try ask(home).json().at(["output", "source"])?.string == "saved")
  }

  @Test(arguments: [
    ("error", "forecast_unavailable", 6, "Open-Meteo answered with status 500"),
    ("html", "forecast_unavailable", 1, "not JSON"),
    ("huge", "forecast_unavailable", 1, "is larger than 1048576 bytes"),
  ])
  func whatTheServerDoesWrongIsSaid(mode: String, code: String, exit: Int, words: String) throws {
    let server = try TestServer()
    let result = try ask(weatherHome(server, mode: mode))
    #expect(result.status == Int32(exit), "\(result.stdout)")
    let error = try result.json()["error"]
    #expect(error?["code"]?.string == code)
    #expect(error?["message"]?.string?.contains(words) == true, "\(result.stdout)")
  }

  @Test func aSlowServerIsATimeout() throws {
    let server = try TestServer()
    let result = try ask(weatherHome(server, mode: "slow"), "--timeout", "500ms")
    #expect(result.status == 5)
    #expect(try result.json().at(["error", "code"])?.string == "timeout")
  }

  @Test func nobodyListensAndNobodyAllowedIt() throws {
    let server = try TestServer()
    let offline = try ask(weatherHome(server, mode: "", base: "http://127.0.0.1:1"))
    #expect(offline.status == 6)
    #expect(offline.stdout.contains("no connection to 127.0.0.1:1"), "\(offline.stdout)")
    let refused = try ask(weatherHome(server, mode: "", base: "https://api.open-meteo.com"))
    #expect(refused.status == 4)
    #expect(
      refused.stdout.contains("api.open-meteo.com:443 is not in the manifest's permissions.network"),
      "\(refused.stdout)")
  }

  // MARK: Storage

  private func storageHome() throws -> PrivateHome {
    let home = try PrivateHome()
    try home.makeKey()
    for identifier in ["test.one", "test.two"] {
      let library = "\(home.root)/libKeyValue.so"
      try AtomicFile.write(try Compiler.faulty("KeyValue"), to: library)
      try home.install(library, manifest: PrivateHome.manifest(identifier), name: identifier)
      try home.succeed("enable", identifier)
    }
    return home
  }

  private func store(_ home: PrivateHome, _ identifier: String, _ arguments: String) throws -> String {
    try home.succeed("call", identifier, arguments, "--json").json()["output"]?.text ?? ""
  }

  @Test func valuesOutliveProcessesAndAreNobodyElses() throws {
    let home = try storageHome()
    #expect(try store(home, "test.one", #"{"do":"get","key":"a"}"#) == #"{"status":0,"value":"","size":-1}"#)
    #expect(
      try store(home, "test.one", #"{"do":"set","key":"a","value":"first"}"#).hasPrefix(#"{"status":0"#))
    #expect(try store(home, "test.one", #"{"do":"set","key":"ab","value":""}"#).hasPrefix(#"{"status":0"#))
    #expect(try store(home, "test.one", #"{"do":"get","key":"a"}"#) == #"{"status":0,"value":"first","size":5}"#)
    #expect(try store(home, "test.one", #"{"do":"get","key":"ab"}"#) == #"{"status":0,"value":"","size":0}"#)
    #expect(
      try store(home, "test.one", #"{"do":"list","key":"a"}"#) == #"{"status":0,"value":"a=5;ab=0;","size":-1}"#)
    #expect(try store(home, "test.two", #"{"do":"get","key":"a"}"#) == #"{"status":0,"value":"","size":-1}"#)
    #expect(try store(home, "test.two", #"{"do":"list","key":""}"#) == #"{"status":0,"value":"","size":-1}"#)
    #expect(try store(home, "test.one", #"{"do":"remove","key":"a"}"#).hasPrefix(#"{"status":0"#))
    #expect(try store(home, "test.one", #"{"do":"get","key":"a"}"#) == #"{"status":0,"value":"","size":-1}"#)
  }

  @Test func limitsOfTheStorage() throws {
    let home = try storageHome()
    #expect(try store(home, "test.one", #"{"do":"set","key":"a","size":262144}"#).hasPrefix(#"{"status":0"#))
    #expect(try store(home, "test.one", #"{"do":"get","key":"a"}"#).hasSuffix(#""size":262144}"#))
    #expect(try store(home, "test.one", #"{"do":"set","key":"a","size":262145}"#).hasPrefix(#"{"status":1"#))
    // 1 MiB: three more values and their keys do not fit.
    #expect(
      try store(home, "test.one", #"{"do":"many","count":4,"size":262144}"#) == #"{"status":1,"value":"","size":2}"#)
    #expect(
      try store(home, "test.two", #"{"do":"many","count":1001,"value":"x"}"#)
        == #"{"status":1,"value":"","size":1000}"#)
    #expect(try store(home, "test.two", #"{"do":"set","key":"","value":"x"}"#).hasPrefix(#"{"status":3"#))
    let long = String(repeating: "k", count: 257)
    #expect(try store(home, "test.two", #"{"do":"set","key":"\#(long)","value":"x"}"#).hasPrefix(#"{"status":3"#))
  }
}
