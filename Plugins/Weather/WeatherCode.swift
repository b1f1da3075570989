import SkillPluginKit

/// The languages that a summary is written in.
enum WeatherLanguage: Sendable {
  case english, chinese

  /// The caller's language; when it is not known, that of the city's name.
  init(locale: String?, city: String) {
    if let locale {
      self = locale.lowercased().hasPrefix("zh") ? .chinese : .english
    } else {
      self = city.unicodeScalars.contains { $0.properties.isIdeographic } ? .chinese : .english
    }
  }

  var unknown: String { self == .chinese ? "未知" : "unknown" }
}

/// A weather code of the WMO (table 4677), in the groups that Open-Meteo gives.
struct WeatherCode: RawRepresentable {
  let rawValue: Int

  init(rawValue: Int) { self.rawValue = rawValue }

  /// Whether something falls from the sky.
  var isWet: Bool { rawValue >= 51 }

  func text(_ language: WeatherLanguage) -> String {
    guard let (english, chinese) = Self.texts[rawValue] else {
      return language == .chinese ? "天气代码 \(rawValue)" : "weather code \(rawValue)"
    }
    return language == .chinese ? chinese : english
  }

  private static let texts: [Int: (String, String)] = [
    0: ("clear sky", "晴"), 1: ("mainly clear", "晴间多云"), 2: ("partly cloudy", "多云"), 3: ("overcast", "阴"),
    45: ("fog", "雾"), 48: ("freezing fog", "冻雾"),
    51: ("light drizzle", "小毛毛雨"), 53: ("drizzle", "毛毛雨"), 55: ("dense drizzle", "浓毛毛雨"),
    56: ("light freezing drizzle", "轻冻毛毛雨"), 57: ("freezing drizzle", "冻毛毛雨"),
    61: ("light rain", "小雨"), 63: ("rain", "中雨"), 65: ("heavy rain", "大雨"),
    66: ("light freezing rain", "小冻雨"), 67: ("freezing rain", "冻雨"),
    71: ("light snow", "小雪"), 73: ("snow", "中雪"), 75: ("heavy snow", "大雪"), 77: ("snow grains", "米雪"),
    80: ("light showers", "小阵雨"), 81: ("showers", "阵雨"), 82: ("violent showers", "强阵雨"),
    85: ("light snow showers", "小阵雪"), 86: ("snow showers", "阵雪"),
    95: ("thunderstorm", "雷雨"), 96: ("thunderstorm with hail", "雷雨伴冰雹"),
    99: ("thunderstorm with heavy hail", "雷雨伴大冰雹"),
  ]
}
