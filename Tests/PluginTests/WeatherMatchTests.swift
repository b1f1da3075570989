import SkillJSON
import Testing

@Suite struct WeatherMatchTests {
  /// A Thursday.
  static let now = "2026-07-30T09:00:00+02:00"

  @Test(
    arguments: [
      ("weather in Berlin", "Berlin", nil), ("What's the weather like in New York tomorrow?", "New York", 2),
      ("will it rain in Paris on Saturday", "Paris", 3), ("Will it rain on Saturday in Paris?", "Paris", 3),
      ("Berlin weather", "Berlin", nil), ("weather forecast for San Francisco for the next 5 days", "San Francisco", 5),
      ("what will the weather be in the next three days in São Paulo", "São Paulo", 3),
      ("7-day weather forecast for Stratford-upon-Avon", "Stratford-upon-Avon", 7),
      ("is it going to rain in london the day after tomorrow", "london", 3),
      ("How is the weather in The Hague this weekend?", "The Hague", 4), ("weather Tokyo next week", "Tokyo", 11),
      ("weather for the next two weeks in Rome", "Rome", 14), ("weather in Rome in 2 days", "Rome", 3),
      ("weather in Rome for 30 days", "Rome", 16), ("show me today's weather in Oslo", "Oslo", nil),
      ("weather in Oslo on thursday", "Oslo", 1), ("weather in Oslo on wednesday", "Oslo", 7),
      ("北京未来三天天气怎么样", "北京", 3), ("北京天气", "北京", nil), ("上海周六会下雨吗？天气", "上海", 3),
      ("请问明天杭州的天气如何？", "杭州", 2), ("后天上海天气", "上海", 3), ("大后天广州天气怎么样", "广州", 4),
      ("天津未来十天的天气预报", "天津", 10), ("三亚三天天气", "三亚", 3), ("查一下成都下周六的天气", "成都", 10),
      ("重庆这个周末天气好吗", "重庆", 4), ("西安未来一周天气", "西安", 7), ("今天深圳天气", "深圳", 1),
      ("台北未來3天天氣", "台北", 3), ("帮我看看南京两天后的天气", "南京", 3), ("柏林星期天天气怎么样", "柏林", 4),
      ("巴黎下周天气", "巴黎", 11),
    ] as [(String, String, Int?)])
  func plainQuestions(text: String, city: String, days: Int?) throws {
    let match = try #require(try skill.match(text, now: Self.now))
    #expect(match.arguments["city"]?.string == city)
    #expect(match.arguments["days"]?.int == days)
    #expect(match.confidence >= 0.85)
  }

  @Test(
    arguments: [
      ("do I need an umbrella in London tomorrow", "London", 2), ("forecast for tomorrow in Paris", "Paris", 2),
      ("how hot will it be in Madrid on Sunday", "Madrid", 4), ("北京明天要带伞吗", "北京", 2), ("周六巴黎下雨吗", "巴黎", 3),
      ("哈尔滨冷不冷", "哈尔滨", nil), ("temperature in Cairo", "Cairo", nil),
    ] as [(String, String, Int?)])
  func likelyQuestions(text: String, city: String, days: Int?) throws {
    let match = try #require(try skill.match(text, now: Self.now))
    #expect(match.arguments["city"]?.string == city)
    #expect(match.arguments["days"]?.int == days)
    #expect(match.confidence >= 0.7 && match.confidence < 0.85)
  }

  @Test(arguments: [("what's the weather tomorrow?", 2), ("明天天气怎么样", 2), ("weather", nil)] as [(String, Int?)])
  func withoutACityItIsUnsure(text: String, days: Int?) throws {
    let match = try #require(try skill.match(text, now: Self.now))
    #expect(match.arguments["city"] == nil)
    #expect(match.arguments["days"]?.int == days)
    #expect(match.confidence <= 0.6)
  }

  @Test(arguments: ["remind me to check the weather in Berlin tomorrow", "提醒我明天看北京天气"])
  func somebodyElsesSentence(text: String) throws {
    let match = try #require(try skill.match(text, now: Self.now))
    #expect(match.confidence < 0.5)
  }

  @Test(arguments: [
    "remind me to water the plants tomorrow at 9", "what's on my calendar on Saturday", "count the words in hello",
    "find files named report", "", "?!", "明天提醒我浇花", "北京", "画一个柱状图", "in Berlin",
  ])
  func noneOfItsBusiness(text: String) throws {
    #expect(try skill.match(text, now: Self.now) == nil)
  }

  private var skill: PluginSkill {
    get throws { try PluginLibrary("Weather").skill("weather.daily_forecast") }
  }
}
