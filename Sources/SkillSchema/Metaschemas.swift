import SkillJSON

/// The schemas of schemas: the only documents that a reference may lead to outside of its own.
///
/// Copyright (c) 2022 JSON Schema Specification Authors; BSD licence, see docs/json-schema.md.
enum Metaschemas {
  /// Documents by URI without fragment; parsed when first asked for.
  private static let documents: [String: JSON] = {
    var documents: [String: JSON] = [:]
    for text in draft202012 + draft201909 + draft7 {
      guard let document = try? JSON(parsing: text), let id = document["$id"]?.string else { continue }
      documents[URIReference(id).withoutFragment] = document
    }
    return documents
  }()

  static func document(at uri: String) -> JSON? {
    guard uri.contains("json-schema.org/") else { return nil }
    return documents[uri]
  }
}
