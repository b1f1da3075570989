import SkillPluginKit

/// `chart.render`: draws a bar or line chart as an SVG picture, which becomes an attachment of the result.
struct ChartRender: StatelessSkill, MatchingSkill {
  static let identifier = "chart.render"
  static let maxParallel = 0
  static let matchIsPure = true

  static let mostLabels = 500
  static let mostSeries = 12
  static let fileName = "chart.svg"

  enum Kind: String, Codable {
    case bar, line
  }

  struct Input: Decodable {
    struct Series: Decodable {
      var name: String?
      /// One for each label; null where there is no value.
      var values: [Double?]
    }
    var title: String?
    var kind: Kind
    var labels: [String]
    var series: [Series]
  }

  struct Output: Encodable {
    struct Counts: Encodable {
      var series: Int
      var labels: Int
      /// Values that are drawn: all but nulls.
      var points: Int
    }
    var width: Int
    var height: Int
    var kind: Kind
    var counts: Counts
    /// The name of the attachment.
    var attachment: String
  }

  func execute(_ input: Input, context: SkillContext) throws -> Output {
    try check(input)
    let chart = ChartDrawing(input)
    try context.attach(Array(chart.svg.utf8), mime: "image/svg+xml", name: Self.fileName)
    let points = input.series.reduce(0) { $0 + $1.values.count { $0 != nil } }
    return Output(
      width: ChartDrawing.width, height: ChartDrawing.height, kind: input.kind,
      counts: .init(series: input.series.count, labels: input.labels.count, points: points),
      attachment: Self.fileName)
  }

  func match(_ intent: Intent) -> Match? { ChartPhrase.match(intent.text) }

  private func check(_ input: Input) throws {
    guard input.labels.count <= Self.mostLabels, input.series.count <= Self.mostSeries else {
      throw SkillFailure(
        "too_much_data",
        "a chart has at most \(Self.mostLabels) labels and \(Self.mostSeries) series, not \(input.labels.count) and "
          + "\(input.series.count); group the data or draw several charts", kind: .badInput)
    }
    for (index, series) in input.series.enumerated() where series.values.count != input.labels.count {
      throw SkillFailure(
        "lengths_differ",
        "/series/\(index)/values has \(series.values.count) values for \(input.labels.count) labels; give one for each "
          + "label, null where there is none", kind: .badInput, detail: ["series": .integer(index)])
    }
  }
}

@c(skill_entry_v1)
public func skillEntry(_ minor: UInt32, _ identifier: skill_text) -> SkillDescriptor? {
  exportSkills(minor, identifier, ChartRender.self)
}
