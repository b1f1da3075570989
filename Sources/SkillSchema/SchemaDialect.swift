/// The rules by which one schema resource is read: a draft, and which of its vocabularies are in force.
struct SchemaDialect: Hashable, Sendable {
  enum Draft: Comparable, Sendable {
    case draft7, draft201909, draft202012
  }

  struct Vocabularies: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let applicator = Self(rawValue: 1)
    static let unevaluated = Self(rawValue: 2)
    static let validation = Self(rawValue: 4)
    static let formatAssertion = Self(rawValue: 8)
    static let usual: Self = [.applicator, .unevaluated, .validation]
  }

  var draft: Draft
  var vocabularies: Vocabularies = .usual

  static let standard = SchemaDialect(draft: .draft202012)

  /// The dialect of a metaschema that is known by name. Draft 6 is read as draft 7, which only adds to it.
  static func named(_ uri: String) -> SchemaDialect? {
    let name = uri.hasSuffix("#") ? uri.dropLast() : uri[...]
    return switch name {
    case "https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft/2020-12/schema": standard
    case "https://json-schema.org/draft/2019-09/schema", "http://json-schema.org/draft/2019-09/schema":
      SchemaDialect(draft: .draft201909)
    case "http://json-schema.org/draft-07/schema", "https://json-schema.org/draft-07/schema",
      "http://json-schema.org/draft-06/schema", "https://json-schema.org/draft-06/schema":
      SchemaDialect(draft: .draft7)
    case "http://json-schema.org/schema", "https://json-schema.org/schema": standard
    default: nil
    }
  }

  /// Drafts that are too old to be read rightly.
  static func isTooOld(_ uri: String) -> Bool {
    ["draft-03", "draft-04", "draft-05"].contains { uri.contains("json-schema.org/\($0)/") }
  }

  /// What a vocabulary's URI switches on; nil when it is not known.
  static func vocabulary(_ uri: String) -> (draft: Draft, vocabularies: Vocabularies)? {
    let parts = uri.split(separator: "/")
    guard parts.count == 6, uri.hasPrefix("https://json-schema.org/draft/"), parts[4] == "vocab" else { return nil }
    let draft: Draft
    switch parts[3] {
    case "2020-12": draft = .draft202012
    case "2019-09": draft = .draft201909
    default: return nil
    }
    return switch parts[5] {
    case "core", "meta-data", "content", "format", "format-annotation": (draft, [])
    // In 2019-09 the unevaluated keywords belong to the applicators.
    case "applicator": (draft, draft == .draft201909 ? [.applicator, .unevaluated] : .applicator)
    case "unevaluated": (draft, .unevaluated)
    case "validation": (draft, .validation)
    case "format-assertion": (draft, .formatAssertion)
    default: nil
    }
  }
}
