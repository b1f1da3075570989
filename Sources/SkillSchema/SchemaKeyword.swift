import SkillJSON

/// The keywords that mean something here.
enum SchemaKeyword: String, CaseIterable, Sendable {
  case id = "$id"
  case schema = "$schema"
  case ref = "$ref"
  case anchor = "$anchor"
  case dynamicRef = "$dynamicRef"
  case dynamicAnchor = "$dynamicAnchor"
  case recursiveRef = "$recursiveRef"
  case recursiveAnchor = "$recursiveAnchor"
  case defs = "$defs"
  case definitions
  case type
  case `enum`
  case const
  case minimum
  case maximum
  case exclusiveMinimum
  case exclusiveMaximum
  case multipleOf
  case minLength
  case maxLength
  case pattern
  case format
  case minItems
  case maxItems
  case uniqueItems
  case prefixItems
  case items
  case additionalItems
  case contains
  case minContains
  case maxContains
  case unevaluatedItems
  case minProperties
  case maxProperties
  case properties
  case patternProperties
  case additionalProperties
  case required
  case propertyNames
  case dependentRequired
  case dependentSchemas
  case dependencies
  case unevaluatedProperties
  case allOf
  case anyOf
  case oneOf
  case not
  case `if`
  case then
  case `else`
  case contentSchema

  /// How a keyword holds schemas.
  enum Shape: Sendable {
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

  var shape: Shape? {
    switch self {
    case .additionalProperties, .not, .if, .then, .else, .contains, .propertyNames, .unevaluatedItems,
      .unevaluatedProperties, .additionalItems, .contentSchema:
      .schema
    case .allOf, .anyOf, .oneOf, .prefixItems: .list
    case .properties, .patternProperties, .defs, .definitions, .dependentSchemas: .table
    case .items: .schemaOrList
    case .dependencies: .tableOrNames
    default: nil
    }
  }

  private static let sorted = allCases.sorted {
    NameTable.precedes(Array($0.rawValue.utf8), Array($1.rawValue.utf8))
  }
  private static let table = NameTable(sorted: sorted.map { Array($0.rawValue.utf8) })

  /// The keyword that a key of a schema is.
  init?(key: JSON) {
    let found = key.document.withDecodedBytes(of: key.entry) { Self.table.find($0) }
    guard let found else { return nil }
    self = Self.sorted[found]
  }
}

/// The keywords of one schema object; of a keyword that is written twice the last one counts.
struct SchemaScope {
  let schema: JSON
  let resource: Int
  let dialect: SchemaDialect
  /// Keywords and the tape indices of their values. A schema has few: a walk is faster than a table.
  private var keywords: [(keyword: SchemaKeyword, index: Int)] = []

  init(_ schema: JSON, resource: Int, dialect: SchemaDialect) {
    self.schema = schema
    self.resource = resource
    self.dialect = dialect
    for (key, value) in schema.entries {
      guard let keyword = SchemaKeyword(key: key) else { continue }
      if let known = place(of: keyword) {
        keywords[known].index = value.index
      } else {
        keywords.append((keyword, value.index))
      }
    }
  }

  private func place(of keyword: SchemaKeyword) -> Int? {
    for place in keywords.indices where keywords[place].keyword == keyword { return place }
    return nil
  }

  subscript(keyword: SchemaKeyword) -> JSON? {
    place(of: keyword).map { JSON(document: schema.document, index: keywords[$0].index) }
  }

  /// The schemas directly inside.
  var subschemas: [JSON] {
    var found: [JSON] = []
    for (keyword, index) in keywords {
      guard let shape = keyword.shape else { continue }
      let value = JSON(document: schema.document, index: index)
      switch shape {
      case .schema: found.append(value)
      case .list: found += value.elements
      case .schemaOrList: found += value.kind == .array ? Array(value.elements) : [value]
      case .table, .tableOrNames: found += value.entries.lazy.map(\.value)
      }
    }
    return found.filter { $0.kind == .object || $0.kind == .bool }
  }
}
