import SkillJSON

extension Inputs {
  /// A tool of the list, and arguments that fit its schema.
  struct Tool {
    let name: String
    let schema: JSON
    let arguments: JSON
  }

  /// 200 tools of twenty services, with three to nine parameters of the kinds that tools have.
  static let tools: [Tool] = {
    var random = Random(state: 2)
    let services = [
      "calendar", "mail", "files", "weather", "maps", "contacts", "tasks", "notes", "music", "photos", "payments",
      "shop", "travel", "news", "health", "home", "database", "issues", "deploy", "chat",
    ]
    let verbs = ["create", "list", "search", "update", "delete", "share", "export", "import", "summarize", "watch"]
    return services.flatMap { service in
      verbs.map { verb in
        let kinds = parameters.shuffledPrefix(3 + Int(random.next() % 7), &random)
        return Tool(name: "\(service)_\(verb)", schema: schema(kinds), arguments: arguments(kinds))
      }
    }
  }()

  /// What a server of the Model Context Protocol answers to `tools/list`.
  static let toolsList = JSON.build { writer in
    writer.object { writer in
      writer.member("jsonrpc", "2.0")
      writer.member("id", 2)
      writer.member("result") { writer in
        writer.object { writer in
          writer.member("tools") { writer in
            writer.array { writer in for tool in tools { write(tool, to: &writer) } }
          }
        }
      }
    }
  }.bytes

  private static func write(_ tool: Tool, to writer: inout JSONWriter) {
    let words = tool.name.split(separator: "_").joined(separator: " / ")
    writer.object { writer in
      writer.member("name", tool.name)
      writer.member("title", words)
      writer.member(
        "description",
        "Works on \(words). Use it when somebody asks for it by name or describes it; give dates as RFC 3339 with an "
          + "offset. Not for anything that another tool of this server does. 需要时请先确认。")
      writer.member("inputSchema", tool.schema)
      writer.member("annotations") { writer in
        writer.object { writer in
          writer.member("readOnlyHint", tool.name.hasSuffix("list") || tool.name.hasSuffix("search"))
          writer.member("destructiveHint", tool.name.hasSuffix("delete"))
          writer.member("idempotentHint", false)
          writer.member("openWorldHint", true)
        }
      }
    }
  }

  private static func schema(_ kinds: [Parameter]) -> JSON {
    JSON.build { writer in
      writer.object { writer in
        writer.member("type", "object")
        writer.member("properties") { writer in
          writer.object { writer in for kind in kinds { writer.member(kind.name, json(kind.schema)) } }
        }
        writer.member("required") { writer in
          writer.array { writer in for kind in kinds.prefix(2) { writer.value(kind.name) } }
        }
        writer.member("additionalProperties", false)
      }
    }
  }

  private static func arguments(_ kinds: [Parameter]) -> JSON {
    JSON.build { writer in
      writer.object { writer in for kind in kinds { writer.member(kind.name, json(kind.value)) } }
    }
  }

  /// The texts below are written here; one that cannot be read is a mistake in this file.
  private static func json(_ text: String) -> JSON {
    guard let json = try? JSON(parsing: text) else { fail("not JSON: \(text)") }
    return json
  }

  private struct Parameter {
    let name: String
    let schema: String
    let value: String
  }

  private static let parameters = [
    Parameter(
      name: "query",
      schema: #"{"type":"string","minLength":1,"maxLength":500,"description":"Words to look for, in any language."}"#,
      value: #""annual report 年度报告""#),
    Parameter(
      name: "limit",
      schema: #"{"type":"integer","minimum":1,"maximum":100,"default":20,"description":"At most so many."}"#,
      value: "25"),
    Parameter(
      name: "since",
      schema:
        #"{"type":"string","format":"date-time","description":"Only what is newer, such as 2026-03-01T00:00:00Z."}"#,
      value: #""2026-02-17T08:00:00+08:00""#),
    Parameter(
      name: "order",
      schema: ##"{"type":"string","enum":["newest","oldest","relevance","name"],"default":"relevance"}"##,
      value: #""newest""#),
    Parameter(
      name: "tags",
      schema:
        #"{"type":"array","items":{"type":"string","maxLength":40},"maxItems":20,"description":"All must be there."}"#,
      value: #"["work","重要"]"#),
    Parameter(
      name: "id",
      schema:
        #"{"type":"string","pattern":"^[a-z]{2,8}_[0-9A-Za-z]{16}$","description":"As another tool returned it."}"#,
      value: #""item_A1b2C3d4E5f6G7h8""#),
    Parameter(
      name: "recursive", schema: #"{"type":"boolean","default":false,"description":"Also everything below it."}"#,
      value: "true"),
    Parameter(
      name: "area",
      schema: #"""
        {"type":"object","description":"Where to look.","properties":{"latitude":{"type":"number","minimum":-90,
        "maximum":90},"longitude":{"type":"number","minimum":-180,"maximum":180},"radiusKm":{"type":"number",
        "exclusiveMinimum":0,"maximum":500}},"required":["latitude","longitude"],"additionalProperties":false}
        """#,
      value: #"{"latitude":39.9042,"longitude":116.4074,"radiusKm":12.5}"#),
    Parameter(
      name: "recipient",
      schema:
        #"{"anyOf":[{"type":"string","format":"email"},{"type":"null"}],"description":"Whom to tell, or nobody."}"#,
      value: #""somebody@example.com""#),
    Parameter(
      name: "amount",
      schema: #"{"type":"number","minimum":0,"multipleOf":0.01,"description":"In the currency of the account."}"#,
      value: "1249.95"),
    Parameter(
      name: "fields",
      schema:
        #"{"type":"array","items":{"enum":["id","title","body","author","date"]},"uniqueItems":true,"minItems":1}"#,
      value: #"["id","title","date"]"#),
  ]
}

extension Array {
  /// Some of the elements, in an order that the generator decides.
  fileprivate func shuffledPrefix(_ count: Int, _ random: inout Random) -> [Element] {
    var rest = self
    return (0..<Swift.min(count, rest.count)).map { _ in rest.remove(at: Int(random.next() % UInt64(rest.count))) }
  }
}
