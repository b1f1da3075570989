import SkillJSON

/// Which keywords hold schemas, and how.
enum SchemaKeywords {
  enum Shape {
    /// One schema.
    case schema
    /// An array of schemas.
    case list
    /// An object whose values are schemas.
    case table
    /// One schema or an array of them.
    case schemaOrList
    /// An object whose values are schemas or arrays of names.
    case tableOrNames
  }

  static func shape(of keyword: String) -> Shape? {
    switch keyword {
    case "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames", "unevaluatedItems",
      "unevaluatedProperties", "additionalItems", "contentSchema":
      .schema
    case "allOf", "anyOf", "oneOf", "prefixItems": .list
    case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas": .table
    case "items": .schemaOrList
    case "dependencies": .tableOrNames
    default: nil
    }
  }

  /// The schemas directly inside of a schema.
  static func subschemas(of schema: JSON) -> [JSON] {
    var found: [JSON] = []
    for (keyword, value) in schema.members {
      switch shape(of: keyword) {
      case .schema: found.append(value)
      case .list: found += value.elements
      case .schemaOrList: found += value.kind == .array ? Array(value.elements) : [value]
      case .table, .tableOrNames: found += value.members.lazy.map(\.value)
      case nil: break
      }
    }
    return found.filter { $0.kind == .object || $0.kind == .bool }
  }
}
