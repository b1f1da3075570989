import CSkillABI
import FakeSkillHost
import SkillJSON
import Testing

@Suite struct ChartTests {
  @Test func aBarChartIsAttached() throws {
    let outcome = try skill.invoke(
      #"{"title":"Sales","kind":"bar","labels":["Jan","Feb"],"series":[{"name":"2026","values":[3,5.5]}]}"#)
    #expect(outcome.status == SKILL_DONE)
    #expect(
      outcome.raw.result
        == #"{"width":800,"height":450,"kind":"bar","counts":{"series":1,"labels":2,"points":2},"#
        + #""attachment":"chart.svg"}"#)
    #expect(outcome.attachments.map(\.mime) == ["image/svg+xml; name=\"chart.svg\""])
    let svg = try picture(outcome)
    try checkXML(svg)
    #expect(
      texts(svg) == ["Sales", "Sales", "2026", "0", "2", "4", "6", "Jan", "Feb", "Jan, 2026: 3", "Feb, 2026: 5.5"])
    // Heights are in proportion to the values.
    let heights = numbers(svg, "rect", "height").filter { $0 > 12 }
    #expect(heights.count == 2)
    #expect(abs(heights[1] / heights[0] - 5.5 / 3) < 0.01)
  }

  @Test func negativeBarsHangBelowZero() throws {
    let svg = try draw(#"{"kind":"bar","labels":["a","b"],"series":[{"values":[4,-4]}]}"#)
    let tops = numbers(svg, "rect", "y")
    let heights = numbers(svg, "rect", "height")
    #expect(tops.count == 2)
    #expect(abs(tops[0] + heights[0] - tops[1]) < 0.02)
    #expect(texts(svg).contains("-4"))
  }

  @Test func aLineHasGapsWhereValuesAreMissing() throws {
    let svg = try draw(#"{"kind":"line","labels":["a","b","c","d"],"series":[{"values":[1,2,null,3]}]}"#)
    let path = try #require(svg.components(between: "<path d=\"", and: "\"").first)
    #expect(path.count { $0 == "M" } == 2)
    #expect(path.count { $0 == "L" } == 1)
    #expect(svg.components(between: "<circle ", and: ">").count == 3)
  }

  @Test(
    arguments: [
      ([0, 1], ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
      ([0, 100], ["0", "20", "40", "60", "80", "100"]),
      ([3, 7], ["0", "2", "4", "6", "8"]), ([1000, 12_345], ["0", "2,500", "5,000", "7,500", "10,000", "12,500"]),
      ([-5, 5], ["-6", "-4", "-2", "0", "2", "4", "6"]), ([0], ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
      ([0.001, 0.002], ["0.0000", "0.0005", "0.0010", "0.0015", "0.0020"]), ([5], ["0", "1", "2", "3", "4", "5"]),
      ([-3, -9], ["-10", "-8", "-6", "-4", "-2", "0"]), ([1e300, 2e300], ["0.0", "0.5", "1.0", "1.5", "2.0"]),
      ([1.7e308, -1.7e308], ["-2", "-1", "0", "1", "2"]),
      ([Double.leastNonzeroMagnitude, 0], ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
    ] as [([Double], [String])])
  func ticksAreRoundNumbers(values: [Double], ticks: [String]) throws {
    let svg = try draw(
      input(kind: "bar", labels: values.map { _ in "" }, series: [values.map { .some($0) }]))
    #expect(tickTexts(svg) == ticks)
    try checkXML(svg)
  }

  @Test func aLineFarFromZeroUsesTheWholeHeight() throws {
    let svg = try draw(input(kind: "line", labels: ["a", "b", "c"], series: [[1001, 1003, 1005]]))
    #expect(tickTexts(svg) == ["1,001", "1,002", "1,003", "1,004", "1,005"])
    let same = try draw(input(kind: "line", labels: ["a", "b"], series: [[7, 7]]))
    #expect(tickTexts(same).count >= 4)
  }

  @Test func largeNumbersNameTheirPowerOfTen() throws {
    let svg = try draw(input(kind: "bar", labels: ["a"], series: [[2.5e12]]))
    #expect(texts(svg).contains("×10¹²"))
    let small = try draw(input(kind: "line", labels: ["a"], series: [[-2.5e-30]]))
    #expect(texts(small).contains("×10⁻³⁰"))
    #expect(texts(svg).contains("a: 2500000000000"))
  }

  @Test(arguments: [
    #"{"kind":"bar","labels":[],"series":[]}"#, #"{"kind":"line","labels":[],"series":[{"values":[]}]}"#,
    #"{"kind":"bar","labels":["a"],"series":[]}"#,
  ])
  func withoutDataTheChartSaysSo(input: String) throws {
    let svg = try draw(input)
    #expect(texts(svg).contains("no data"))
    try checkXML(svg)
  }

  @Test func onlyMissingValues() throws {
    let svg = try draw(#"{"kind":"line","labels":["a","b"],"series":[{"values":[null,null]}]}"#)
    #expect(!svg.contains("<path"))
    try checkXML(svg)
  }

  @Test func everyTextIsEscaped() throws {
    let evil = "<script>&\"'\u{0}\u{1F}\u{FFFE}]]>\n</svg>中文 👩‍👩‍👧"
    let body = JSON.build { writer in
      writer.object { chart in
        chart.member("title", evil)
        chart.member("kind", "line")
        chart.member("labels") { $0.array { $0.value(evil) } }
        chart.member("series") { series in
          series.array { series in
            series.object { one in
              one.member("name", evil)
              one.member("values") { $0.array { $0.value(1) } }
            }
          }
        }
      }
    }
    let svg = try draw(body.text)
    try checkXML(svg)
    #expect(!svg.contains("<script"))
    #expect(svg.contains("&lt;script&gt;&amp;&quot;&#39;\u{FFFD}\u{FFFD}\u{FFFD}]]&gt; &lt;/svg&gt;中文"))
  }

  @Test func manyLabelsAndSeriesStayInsideThePicture() throws {
    let labels = (0..<500).map { "第\($0)个很长很长很长很长的标签" }
    let series = (0..<12).map { number in (0..<500).map { Double?.some(Double($0 * number) - 1000) } }
    for kind in ["bar", "line"] {
      let svg = try draw(input(kind: kind, labels: labels, series: series, names: true))
      try checkXML(svg)
      for (element, attribute, limit) in [
        ("rect", "x", 800.0), ("rect", "y", 450), ("text", "x", 800), ("text", "y", 450),
      ] {
        #expect(numbers(svg, element, attribute).allSatisfy { $0 >= -1 && $0 <= limit })
      }
      #expect(svg.utf8.count < 2_000_000)
    }
  }

  @Test(
    arguments: [
      (
        #"{"kind":"bar","labels":["a"],"series":[{"values":[1]},{"values":[]}]}"#, "lengths_differ",
        "/series/1/values has 0 values for 1 labels; give one for each label, null where there is none",
        #"{"series":1}"#
      ),
      (#"{"kind":"pie","labels":[],"series":[]}"#, "bad_input", nil, #"{"pointer":"/kind"}"#),
      (
        #"{"kind":"bar","labels":["a"],"series":[{"values":[1e999]}]}"#, "bad_input", nil,
        #"{"pointer":"/series/0/values/0"}"#
      ),
      (
        #"{"kind":"bar","labels":["a"],"series":[{"values":["1"]}]}"#, "bad_input", nil,
        #"{"pointer":"/series/0/values/0"}"#
      ),
    ] as [(String, String, String?, String)])
  func argumentsThatMakeNoSense(input: String, code: String, message: String?, detail: String) throws {
    let outcome = try skill.invoke(input)
    #expect(outcome.status == SKILL_BAD_INPUT)
    #expect(outcome.failure?.code == code)
    #expect(outcome.failure?.detail == detail)
    if let message { #expect(outcome.failure?.message == message) }
    #expect(outcome.attachments.isEmpty)
  }

  @Test func tooMuchData() throws {
    let outcome = try skill.invoke(
      input(kind: "bar", labels: Array(repeating: "a", count: 501), series: [Array(repeating: 1, count: 501)]))
    #expect(outcome.failure?.code == "too_much_data")
  }

  // MARK: Match

  @Test(
    arguments: [
      (
        "draw a bar chart of sales: January 3, February 5.5 and March -4",
        #"{"kind":"bar","labels":["January","February","March"],"series":[{"values":[3,5.5,-4]}],"title":"sales"}"#
      ),
      (
        "plot these numbers as a line chart: 1, 4, 9, 16",
        #"{"kind":"line","labels":["1","2","3","4"],"series":[{"values":[1,4,9,16]}],"title":"these numbers"}"#
      ),
      (
        "bar chart for apples = 3, pears = 5",
        #"{"kind":"bar","labels":["apples","pears"],"series":[{"values":[3,5]}]}"#
      ),
      ("画一个柱状图：一月 3，二月 5，三月 4", #"{"kind":"bar","labels":["一月","二月","三月"],"series":[{"values":[3,5,4]}]}"#),
      ("用折线图显示气温：周一21度", nil), ("draw a chart", nil), ("画一个柱状图", nil),
    ] as [(String, String?)])
  func phrases(text: String, arguments: String?) throws {
    let match = try #require(try skill.match(text, now: "2026-07-30T09:00:00Z"))
    #expect(match.confidence == (arguments == nil ? 0.5 : 0.9))
    if let arguments { #expect(match.arguments.text == arguments) }
  }

  @Test(arguments: ["weather in Berlin", "remind me to draw a chart", "find the chart file", "", "3, 4, 5"])
  func otherPhrases(text: String) throws {
    #expect(try skill.match(text, now: "2026-07-30T09:00:00Z") == nil)
  }

  // MARK: Help

  private var skill: PluginSkill {
    get throws { try PluginLibrary("Chart").skill("chart.render") }
  }

  private func input(kind: String, labels: [String], series: [[Double?]], names: Bool = false) -> String {
    JSON.build { writer in
      writer.object { chart in
        chart.member("kind", kind)
        chart.member("labels") { list in list.array { list in for label in labels { list.value(label) } } }
        chart.member("series") { list in
          list.array { list in
            for (index, values) in series.enumerated() {
              list.object { one in
                if names { one.member("name", "Series number \(index)") }
                one.member("values") { list in
                  list.array { list in
                    for value in values { if let value { list.value(value) } else { list.null() } }
                  }
                }
              }
            }
          }
        }
      }
    }.text
  }

  private func draw(_ input: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    let outcome = try skill.invoke(input)
    #expect(outcome.status == SKILL_DONE, "\(String(describing: outcome.failure))", sourceLocation: sourceLocation)
    return try picture(outcome)
  }

  private func picture(_ outcome: PluginSkill.Outcome) throws -> String {
    let attachment = try #require(outcome.attachments.first)
    return try #require(String(validating: attachment.bytes, as: UTF8.self))
  }

  /// The texts of all elements, in order.
  private func texts(_ svg: String) -> [String] {
    svg.components(between: ">", and: "<").map { $0.filter { $0 != "\n" } }.filter { !$0.isEmpty }
  }

  /// The texts beside the value axis: those that end where the axis begins.
  private func tickTexts(_ svg: String) -> [String] {
    svg.components(between: "text-anchor=\"end\">", and: "</text>").filter { !$0.contains("<") }
  }

  private func numbers(_ svg: String, _ element: String, _ attribute: String) -> [Double] {
    svg.components(between: "<\(element) ", and: ">").compactMap { tag in
      ("" + " " + tag).components(between: " \(attribute)=\"", and: "\"").first.flatMap { Double($0) }
    }
  }

  /// Checks that tags nest and close, that attributes are quoted, and that no character is left that XML reserves.
  private func checkXML(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    var open: [Substring] = []
    var rest = text[...]
    #expect(rest.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg "), sourceLocation: sourceLocation)
    rest = rest.drop { $0 != "\n" }
    while let start = rest.firstIndex(of: "<") {
      checkContent(rest[..<start], sourceLocation)
      let end = try #require(rest[start...].firstIndex(of: ">"), sourceLocation: sourceLocation)
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("/") {
        #expect(open.popLast() == tag.dropFirst(), sourceLocation: sourceLocation)
      } else {
        checkContent(tag.filter { $0 != "\"" }[...], sourceLocation)
        #expect(tag.count { $0 == "\"" } == 2 * tag.count { $0 == "=" }, sourceLocation: sourceLocation)
        if !tag.hasSuffix("/") { open.append(tag.prefix { $0 != " " }) }
      }
    }
    #expect(open.isEmpty && rest.allSatisfy(\.isWhitespace), sourceLocation: sourceLocation)
  }

  private func checkContent(_ text: Substring, _ sourceLocation: SourceLocation) {
    for piece in text.split(separator: "&", omittingEmptySubsequences: false).dropFirst() {
      let isEntity = ["amp;", "lt;", "gt;", "quot;", "#39;"].contains { piece.hasPrefix($0) }
      #expect(isEntity, sourceLocation: sourceLocation)
    }
    let isAllowed = text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" }
    #expect(isAllowed && !text.contains("<") && !text.contains("\""), sourceLocation: sourceLocation)
  }
}

extension String {
  /// What stands between each two marks.
  fileprivate func components(between start: String, and end: String) -> [String] {
    var result: [String] = []
    var rest = self[...]
    while let first = rest.firstRange(of: start), let last = rest[first.upperBound...].firstRange(of: end) {
      result.append(String(rest[first.upperBound..<last.lowerBound]))
      rest = rest[last.lowerBound...]
    }
    return result
  }
}
