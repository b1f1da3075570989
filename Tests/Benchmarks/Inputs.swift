import SkillJSON

/// What is parsed and checked: made here, the same in every run.
enum Inputs {
  // MARK: A call of a kilobyte

  /// What a calendar tool takes, as such tools write it.
  static let callSchema = text(
    """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "type": "object",
      "properties": {
        "title": {"type": "string", "minLength": 1, "maxLength": 200, "description": "What it is called."},
        "description": {"type": "string", "maxLength": 4000, "description": "What it is about."},
        "start": {"type": "string", "format": "date-time", "description": "When it begins."},
        "end": {"type": "string", "format": "date-time", "description": "When it ends."},
        "timezone": {"type": "string", "pattern": "^[A-Za-z_]+(/[A-Za-z_]+)*$", "default": "UTC"},
        "location": {
          "type": "object",
          "properties": {
            "name": {"type": "string", "maxLength": 200},
            "address": {"type": "string", "maxLength": 400},
            "latitude": {"type": "number", "minimum": -90, "maximum": 90},
            "longitude": {"type": "number", "minimum": -180, "maximum": 180}
          },
          "required": ["name"],
          "additionalProperties": false
        },
        "attendees": {
          "type": "array",
          "items": {"$ref": "#/$defs/attendee"},
          "maxItems": 100,
          "description": "Who is invited."
        },
        "recurrence": {
          "type": "object",
          "properties": {
            "frequency": {"type": "string", "enum": ["daily", "weekly", "monthly", "yearly"]},
            "interval": {"type": "integer", "minimum": 1, "maximum": 99},
            "days": {
              "type": "array",
              "items": {"enum": ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]},
              "uniqueItems": true
            },
            "until": {"type": "string", "format": "date"}
          },
          "required": ["frequency"],
          "additionalProperties": false
        },
        "reminders": {
          "type": "array",
          "items": {"type": "integer", "minimum": 0, "maximum": 40320},
          "maxItems": 5
        },
        "visibility": {"type": "string", "enum": ["public", "private", "confidential"], "default": "private"},
        "notify": {"type": "boolean", "default": true},
        "color": {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"},
        "tags": {
          "type": "array",
          "items": {"type": "string", "minLength": 1, "maxLength": 40},
          "uniqueItems": true,
          "maxItems": 20
        }
      },
      "required": ["title", "start", "end"],
      "additionalProperties": false,
      "$defs": {
        "attendee": {
          "type": "object",
          "properties": {
            "name": {"type": "string", "maxLength": 100},
            "email": {"type": "string", "format": "email"},
            "role": {"type": "string", "enum": ["required", "optional", "chair"]}
          },
          "required": ["email"],
          "additionalProperties": false
        }
      }
    }
    """)

  /// Arguments that fit it.
  static let call = text(
    """
    {
      "title": "Quarterly planning / 季度计划会议",
      "description": "Go through the numbers of the last quarter, agree on what comes next, \
    and decide who does it. \\"Bring your own slides\\"; 请提前阅读附件。",
      "start": "2026-03-02T09:30:00+01:00",
      "end": "2026-03-02T11:00:00+01:00",
      "timezone": "Europe/Berlin",
      "location": {"name": "Room 4.12", "address": "Invalidenstraße 117, 10115 Berlin", \
    "latitude": 52.5306, "longitude": 13.3847},
      "attendees": [
        {"name": "Ada Lovelace", "email": "ada@example.com", "role": "chair"},
        {"name": "王小明", "email": "xiaoming.wang@example.cn", "role": "required"},
        {"name": "Grace Hopper", "email": "grace.hopper@example.org", "role": "required"},
        {"name": "Alan Turing", "email": "alan@example.net", "role": "optional"}
      ],
      "recurrence": {"frequency": "monthly", "interval": 3, "days": ["MO"], "until": "2027-12-31"},
      "reminders": [10, 1440],
      "visibility": "private",
      "notify": true,
      "color": "#3366cc",
      "tags": ["planning", "quarter", "budget", "团队"]
    }
    """)

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  // MARK: A result of a megabyte

  struct Page: Codable {
    let query: String
    let total: Int
    let records: [Record]
  }

  struct Record: Codable {
    let id: Int
    let title: String
    let body: String
    let language: String
    let score: Double
    let position: [Double]
    let tags: [String]
    let author: Author
    let isRead: Bool
    let parent: Int?
  }

  struct Author: Codable {
    let name: String
    let email: String
  }

  /// Text in two languages, numbers, and escapes where people write them: quotes and line breaks.
  static let page: Page = {
    var random = Random(state: 1)
    let english = [
      "the report was sent to everyone", "see \"Appendix B\" for the numbers", "nothing changed since last week",
      "please check\nand answer until Friday", "costs went down by a third", "C:\\data\\reports has the rest",
    ]
    let chinese = ["请在周五之前回复", "本季度的费用下降了三分之一", "报告已经发给所有人", "附件里有详细的数据", "明天上午开会讨论", "没有任何变化"]
    let records = (0..<2_130).map { number in
      let isChinese = number % 3 == 0
      let sentences = isChinese ? chinese : english
      return Record(
        id: 100_000 + number,
        title: "\(random.pick(sentences)) (\(number))",
        body: (0..<6).map { _ in random.pick(sentences) }.joined(separator: isChinese ? "。" : ". "),
        language: isChinese ? "zh-CN" : "en-US",
        score: Double(random.next() % 1_000_000) / 1_000_003,
        position: [Double(random.next() % 18_000) / 100 - 90, Double(random.next() % 36_000) / 100 - 180],
        tags: (0..<3).map { _ in random.pick(["report", "费用", "meeting", "archive", "重要", "draft"]) },
        author: Author(
          name: random.pick(["Ada Lovelace", "王小明", "Grace Hopper", "李雷"]), email: "author\(number % 97)@example.com"),
        isRead: number % 2 == 0, parent: number % 5 == 0 ? nil : 100_000 + number / 2)
    }
    return Page(query: "报告 report", total: 41_234, records: records)
  }()

  static func write(_ page: Page, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("query", page.query)
      writer.member("total", page.total)
      writer.member("records") { writer in
        writer.array { writer in
          for record in page.records { write(record, to: &writer) }
        }
      }
    }
  }

  private static func write(_ record: Record, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", record.id)
      writer.member("title", record.title)
      writer.member("body", record.body)
      writer.member("language", record.language)
      writer.member("score", record.score)
      writer.member("position") { writer in writer.array { for number in record.position { $0.value(number) } } }
      writer.member("tags") { writer in writer.array { for tag in record.tags { $0.value(tag) } } }
      writer.member("author") { writer in
        writer.object { writer in
          writer.member("name", record.author.name)
          writer.member("email", record.author.email)
        }
      }
      writer.member("isRead", record.isRead)
      if let parent = record.parent { writer.member("parent", parent) }
    }
  }

  static let result: [UInt8] = {
    var writer = JSONWriter()
    write(page, to: &writer)
    return writer.bytes
  }()

  // MARK: Depth

  /// 500 containers inside each other, objects and arrays by turns.
  static let nested: [UInt8] = {
    let half = String(repeating: #"{"value":["#, count: 250)
    return Array((half + "1" + String(repeating: "]}", count: 250)).utf8)
  }()
}

/// SplitMix64.
struct Random {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[Int(next() % UInt64(values.count))] }
}
