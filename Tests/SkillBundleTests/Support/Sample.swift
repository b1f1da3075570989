import SkillBundle
import Testing

/// A manifest with every field, and ways to spoil it.
enum Sample {
  static let authored = """
    {
      "manifestVersion": 1,
      "identifier": "weather.daily_forecast",
      "displayName": "Weather forecast",
      "version": "1.0.0",
      "publisher": "skillhost samples",
      "description": "Daily forecast for a city.\\nUse it for questions about the weather. Not for the past.",
      "documentation": "Longer text.",
      "examples": ["北京未来三天天气怎么样", "will it rain in Berlin on Saturday"],
      "inputSchema": {
        "type": "object",
        "properties": {"city": {"type": "string"}, "days": {"type": "integer", "minimum": 1}},
        "required": ["city"]
      },
      "outputSchema": {"type": "object"},
      "permissions": {
        "network": ["api.open-meteo.com:443"],
        "directories": [
          {"name": "forecasts", "access": "write", "default": "data/forecasts", "purpose": "Saved forecasts"}
        ],
        "environment": ["TZ"]
      },
      "limits": {"timeoutMs": 10000, "memoryMB": 128, "outputBytes": 1048576},
      "annotations": {"readOnly": true, "destructive": false, "idempotent": true, "openWorld": true},
      "result": ["/city", "/days"],
      "x-team": {"anything": [1]}
    }

    """

  /// ``authored`` with a `library` member.
  static func installed(
    file: String = "libWeather.so", size: Int = 7, sha256: String = String(repeating: "a", count: 64)
  )
    -> String
  {
    replace(
      authored, "\"result\"",
      """
      "library": {"abi": 1, "builds": [
          {"os": "\(Platform.current.os)", "arch": "\(Platform.current.arch)", "file": "\(file)", "size": \(size),
           "sha256": "\(sha256)"}]},
        "result"
      """)
  }

  /// The least a manifest can say.
  static let least = """
    {"manifestVersion": 1, "identifier": "a.b", "displayName": "A", "version": "0.1.0", "publisher": "P",
     "description": "D", "inputSchema": {"type": "object"}}
    """

  /// `text` with the only occurrence of `part` replaced.
  static func replace(
    _ text: String, _ part: String, _ other: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> String {
    let pieces = text.split(separator: part, omittingEmptySubsequences: false)
    guard pieces.count == 2 else {
      Issue.record("\(part) occurs \(pieces.count - 1) times", sourceLocation: sourceLocation)
      return text
    }
    return pieces.joined(separator: other)
  }

  static func decode(_ text: String, _ role: Manifest.Role = .authored) throws -> Manifest {
    try Manifest(decoding: Array(text.utf8), role: role)
  }
}
