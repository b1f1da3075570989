import SkillJSON

/// A compiled schema: blocks of instructions, one block a schema, and the tables that instructions refer to by number.
///
/// Flat on purpose. A tree of keyword objects would be followed through pointers and counted references for every
/// value; here a check walks over arrays of plain numbers and allocates nothing.
final class SchemaProgram: Sendable {
  let blocks: [SchemaBlock]
  let instructions: [SchemaInstruction]
  let tables: SchemaTables
  let members: [SchemaMembers]
  /// For each block the schema that it was made of.
  let schemas: [JSON]
  /// For each instruction where it comes from.
  let sources: [SchemaSource]
  /// Where keywords come from that share an instruction with others; their numbers count down from -1.
  let extraSources: [SchemaSource]
  let resourceURIs: [String]
  /// The document that was compiled, as opposed to those it refers to.
  let root: JSON
  /// There are references that depend on the way by which they are reached.
  let isDynamic: Bool

  init(
    blocks: [SchemaBlock], instructions: [SchemaInstruction], tables: SchemaTables, members: [SchemaMembers],
    schemas: [JSON],
    sources: [SchemaSource], extraSources: [SchemaSource], resourceURIs: [String], root: JSON, isDynamic: Bool
  ) {
    self.blocks = blocks
    self.instructions = instructions
    self.tables = tables
    self.members = members
    self.schemas = schemas
    self.sources = sources
    self.extraSources = extraSources
    self.resourceURIs = resourceURIs
    self.root = root
    self.isDynamic = isDynamic
  }

  func source(_ number: Int) -> SchemaSource { number < 0 ? extraSources[-number - 1] : sources[number] }
}

/// One schema.
struct SchemaBlock: Sendable {
  enum Kind: UInt8, Sendable {
    /// `true` or without any constraint.
    case always
    /// `false`.
    case never
    case checked
  }

  var kind = Kind.always
  /// Has unevaluatedItems or unevaluatedProperties, so it must know what its other keywords evaluated.
  var tracks = false
  var first = 0
  var end = 0
  var resource = 0
}

/// Where an instruction comes from.
struct SchemaSource: Sendable {
  let keyword: String
  let value: JSON
}

/// One keyword, or several that are checked together. Numbers refer to ``SchemaTables`` or to blocks.
enum SchemaInstruction: Sendable {
  case type(SchemaTypes)
  case enumeration(Int)
  case constant(Int)
  case minimum(Int)
  case maximum(Int)
  case exclusiveMinimum(Int)
  case exclusiveMaximum(Int)
  case multipleOf(Int)
  case minLength(Int)
  case maxLength(Int)
  case pattern(Int)
  case format(StringFormat)
  case minItems(Int)
  case maxItems(Int)
  case uniqueItems
  case items(Int)
  case contains(Int)
  case minProperties(Int)
  case maxProperties(Int)
  case members(Int)
  case propertyNames(block: Int)
  case dependentRequired(Int)
  case dependentSchemas(Int)
  case reference(block: Int)
  case dynamicReference(Int)
  case all(Int)
  case any(Int)
  case one(Int)
  case not(block: Int)
  case conditional(Int)
  case unevaluatedItems(block: Int)
  case unevaluatedProperties(block: Int)
}

/// The types that a `type` keyword names.
struct SchemaTypes: OptionSet, Sendable {
  let rawValue: UInt8

  static let null = Self(rawValue: 1)
  static let boolean = Self(rawValue: 2)
  static let integer = Self(rawValue: 4)
  static let number = Self(rawValue: 8)
  static let string = Self(rawValue: 16)
  static let array = Self(rawValue: 32)
  static let object = Self(rawValue: 64)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init?(name: String) {
    switch name {
    case "null": self = .null
    case "boolean": self = .boolean
    case "integer": self = .integer
    case "number": self = .number
    case "string": self = .string
    case "array": self = .array
    case "object": self = .object
    default: return nil
    }
  }
}

/// What instructions refer to.
struct SchemaTables: Sendable {
  struct Bound: Sendable {
    /// The value when it fits, which makes the usual comparison a machine one.
    let integer: Int?
    let decimal: JSONDecimal
  }

  struct Enumeration: Sendable {
    let strings: NameTable
    /// Values that are not strings.
    let others: [JSON]
  }

  struct Items: Sendable {
    var prefix: [Int] = []
    /// The block for all others.
    var rest: Int?
  }

  struct Contains: Sendable {
    let block: Int
    let least: Int
    let most: Int?
    /// What is contained counts as evaluated (since 2020-12).
    let marks: Bool
  }

  struct Dependency: Sendable {
    let name: [UInt8]
    let names: [[UInt8]]
  }

  struct SchemaDependency: Sendable {
    let name: [UInt8]
    let block: Int
  }

  struct Conditional: Sendable {
    let condition: Int
    let then: Int?
    let otherwise: Int?
  }

  struct DynamicReference: Sendable {
    /// The block to go to for each resource that has the dynamic anchor.
    var blocks: [Int: Int] = [:]
    /// Where it leads when no resource on the way has it.
    let usual: Int
  }

  var values: [JSON] = []
  var bounds: [Bound] = []
  var enumerations: [Enumeration] = []
  var patterns: [Pattern] = []
  var items: [Items] = []
  var contains: [Contains] = []
  var dependencies: [[Dependency]] = []
  var schemaDependencies: [[SchemaDependency]] = []
  var lists: [[Int]] = []
  var conditionals: [Conditional] = []
  var dynamicReferences: [DynamicReference] = []
}
