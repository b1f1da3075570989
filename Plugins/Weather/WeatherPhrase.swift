import SkillPluginKit

/// Reads a question about the weather: "will it rain in Paris on Saturday", "北京未来三天天气怎么样".
///
/// Everything with a meaning of its own is taken out of the sentence: the days, the subject, and words that only hold a
/// question together. What is left is the city.
struct WeatherPhrase {
  private var phrase: Phrase

  /// What the sentence asks for; nil when it is not about the weather.
  static func match(_ text: String, today: CivilDate) -> Match? {
    var reader = WeatherPhrase(phrase: Phrase(text))
    return reader.read(today)
  }

  private mutating func read(_ today: CivilDate) -> Match? {
    let isAboutSomethingElse = phrase.contains(Self.otherSubjects)
    // The subject first: in 下周天气 the 天 belongs to it and does not make the week a Sunday (周天).
    let plain = phrase.takeAll(Self.plainSubjects)
    guard plain + phrase.takeAll(Self.likelySubjects) > 0 else { return nil }
    let days = WeatherDays.take(from: &phrase, today: today)

    var arguments: [String: JSONValue] = [:]
    if let days { arguments["days"] = .integer(min(max(days, 1), 16)) }
    var confidence = plain > 0 ? 0.95 : 0.8
    let (city, doubt) = takeCity()
    if let city {
      arguments["city"] = .string(city)
      confidence -= doubt
    } else {
      confidence -= 0.4
    }
    if isAboutSomethingElse { confidence *= 0.4 }
    return Match(confidence: confidence, arguments: arguments)
  }

  /// The place named as one ("in Paris"), else the longest of what is left, and how doubtful it is.
  private mutating func takeCity() -> (name: String?, doubt: Double) {
    phrase.takeAll(Self.fillers)
    let named = phrase.run(after: Self.prepositions)
    phrase.takeAll(Self.prepositions)
    let left = phrase.rest.map(Self.withoutArticle).filter { $0.contains { $0.isLetter } }
    if let named = named.map(Self.withoutArticle), named.contains(where: \.isLetter), named.count <= 60 {
      return (named, left.count > 1 ? 0.1 : 0)
    }
    guard let longest = left.max(by: { $0.count < $1.count }), longest.count <= 60 else { return (nil, 0) }
    return (longest, left.count > 1 ? 0.25 : 0)
  }

  /// "the netherlands" without its article; "The Hague" keeps it.
  private static func withoutArticle(_ name: String) -> String {
    let words = name.split(separator: " ").drop { $0 == "the" || $0 == "of" }
    return words.joined(separator: " ")
  }
}

extension WeatherPhrase {
  private static let plainSubjects = [
    "weather forecast", "weather", "is it going to rain", "going to rain", "will it be raining", "will it rain",
    "is it raining", "is it going to snow", "going to snow", "will it snow", "is it snowing", "天气预报", "天气", "天氣預報",
    "天氣", "气温", "氣溫",
  ]
  private static let likelySubjects = [
    "forecast", "rain", "raining", "rainy", "snow", "snowing", "sunny", "umbrella", "temperature", "how hot",
    "how cold",
    "how warm", "windy", "thunderstorm", "下不下雨", "下雨", "下雪", "有雨", "有雪", "带伞", "带雨伞", "帶傘", "帶雨傘", "雨伞",
    "雨傘", "温度", "溫度", "冷不冷", "热不热", "熱不熱", "多少度", "几度", "幾度", "晴天",
  ]
  /// Words of other skills' sentences: "remind me to check the weather".
  private static let otherSubjects = [
    "remind", "reminder", "calendar", "meeting", "appointment", "schedule", "chart", "graph", "plot", "file", "files",
    "提醒", "日历", "日曆",
    "会议", "會議", "文件", "图表", "圖表", "折线图",
    "折線圖", "柱状图", "柱狀圖",
  ]
  private static let prepositions = ["in", "for", "at", "near", "around", "在"]
  private static let fillers = [
    "what's", "whats", "what is", "what will", "what", "how's", "how is", "how will", "how", "will", "would", "is",
    "it",
    "be", "like", "do i need", "do we need", "should i take", "should i bring", "an", "a", "any", "there", "show me",
    "show", "tell me", "give me", "get me", "get", "please", "can you", "could you", "check", "look up", "need", "take",
    "bring", "i", "me", "my", "to", "going", "about", "and", "or", "on", "over", "during", "this", "next", "coming",
    "daily", "today's", "tomorrow's", "look", "looking", "out", "outside", "hey", "hi", "hello",
    "怎么样", "怎麼樣", "怎样", "怎樣", "如何", "好不好", "好吗", "好嗎", "会不会", "會不會", "会", "會", "要不要", "需不需要", "需要",
    "要", "吗", "嗎", "呢", "啊", "吧", "的", "请问", "請問", "请", "請", "帮我", "幫我", "给我", "給我", "我想知道", "想知道", "我想",
    "查一下", "查询", "查詢", "查", "看一下", "看看", "看", "告诉我", "告訴我", "一下", "有没有", "有沒有", "是不是", "是", "什么", "什麼",
    "那边", "那邊", "那里", "情况", "情況", "未来", "未來", "接下来", "接下來", "最近", "这几天", "這幾天", "几天", "出门", "出門", "了",
  ]
}
