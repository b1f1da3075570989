import SkillPluginKit

/// Reads a wish for a chart together with its data: "bar chart of sales: Jan 3, Feb 5", "画一个折线图：一月 3，二月 5".
enum ChartPhrase {
  static func match(_ text: String) -> Match? {
    let text = String(text.prefix(4000))
    let phrase = Phrase(text)
    guard phrase.contains(charts), !phrase.contains(otherSubjects) else { return nil }
    let kind = phrase.contains(lines) ? "line" : "bar"
    guard let (title, points) = data(of: text, phrase) else {
      return Match(confidence: 0.5, arguments: ["kind": .string(kind)])
    }
    var arguments: [String: JSONValue] = [
      "kind": .string(kind), "labels": .array(points.map { .string($0.label) }),
      "series": [["values": .array(points.map { .number($0.value) })]],
    ]
    if let title { arguments["title"] = .string(title) }
    return Match(confidence: 0.9, arguments: arguments)
  }

  /// The data stands after a colon, else after "of" or "for"; with a colon, what stands between is the title.
  private static func data(of text: String, _ phrase: Phrase) -> (
    title: String?, points: [(label: String, value: Double)]
  )? {
    if let colon = text.firstIndex(where: { $0 == ":" || $0 == "：" }) {
      let points = self.points(String(text[text.index(after: colon)...]))
      guard !points.isEmpty else { return nil }
      var head = Phrase(String(text[..<colon]))
      let named = head.run(after: ["of", "for", "about"])
      head.takeAll(charts + lines + fillers)
      return (named ?? head.rest.first, points)
    }
    guard let tail = phrase.everything(after: ["of", "for", "with", "plot", "as", "图", "圖"]) else { return nil }
    let points = self.points(tail)
    return points.count < 2 ? nil : (nil, points)
  }

  /// "Jan 3, Feb 5 and Mar 4": parts with a number each; a part without one is left out.
  private static func points(_ text: String) -> [(label: String, value: Double)] {
    let parts = text.split { ",，、;；\n".contains($0) }.flatMap { part in
      part.split(separator: " and ").flatMap { $0.split(separator: "和") }
    }
    var points: [(label: String, value: Double)] = []
    for part in parts.prefix(ChartRender.mostLabels) {
      guard let (label, value) = point(String(part)) else { continue }
      points.append((label.isEmpty ? String(points.count + 1) : label, value))
    }
    return points
  }

  private static func point(_ part: String) -> (label: String, value: Double)? {
    let part = part.trimmed(of: " \t.。%％?？!！\r")
    // The number is what stands last: digits, a dot, a sign.
    let digits = part.reversed().prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
    guard let value = Double(String(digits.reversed())), value.isFinite else { return nil }
    return (String(part.dropLast(digits.count)).trimmed(of: " =:：是为為\t"), value)
  }

  private static let charts = [
    "bar chart", "bar graph", "line chart", "line graph", "chart", "graph", "plot", "diagram", "柱状图", "柱狀圖", "条形图",
    "折线图", "折線圖", "曲线图", "曲線圖", "图表", "圖表",
  ]
  private static let lines = ["line chart", "line graph", "line", "折线图", "折線圖", "曲线图", "曲線圖"]
  private static let fillers = [
    "draw", "make", "create", "render", "show", "give", "me", "a", "an", "the", "as", "please", "can you", "with",
    "画一个",
    "画一张", "画个", "画", "畫一個", "畫", "做一个", "生成一个", "生成", "请", "帮我", "的", "一个", "一张",
  ]
  /// Words of other skills' sentences.
  private static let otherSubjects = ["remind", "reminder", "find", "search", "提醒", "查找", "搜索"]
}

extension String {
  fileprivate func trimmed(of characters: String) -> String {
    var text = self[...]
    while let first = text.first, characters.contains(first) { text.removeFirst() }
    while let last = text.last, characters.contains(last) { text.removeLast() }
    return String(text)
  }
}
