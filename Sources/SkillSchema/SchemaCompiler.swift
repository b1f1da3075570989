import SkillJSON

/// Turns schemas into a ``SchemaProgram``, with a list of what is still to do instead of recursion.
struct SchemaCompiler {
  var registry: SchemaRegistry
  var tables = SchemaTables()
  var members: [SchemaMembers] = []
  private var blocks: [SchemaBlock] = []
  private var schemas: [JSON] = []
  private var instructions: [SchemaInstruction] = []
  private var sources: [SchemaSource] = []
  private var numbers: TapeMap
  private var pending: [Int] = []
  /// The anchor that each dynamic reference asks for.
  private var dynamicNames: [String] = []
  private let assertsFormats: Bool

  static func compile(_ root: JSON, _ options: SchemaOptions) throws(SchemaFailure) -> SchemaProgram {
    guard root.kind == .object || root.kind == .bool else {
      throw SchemaFailure(root, "a schema must be an object, true or false, not \(root.kindPhrase)")
    }
    var compiler = SchemaCompiler(root, options)
    try compiler.registry.add(root, uri: "", inherited: .standard)
    _ = compiler.block(root)
    try compiler.compilePending()
    let program = compiler.makeProgram(root)
    try program.refuseLoops()
    return program
  }

  private init(_ root: JSON, _ options: SchemaOptions) {
    registry = SchemaRegistry(root: root, options: options)
    numbers = TapeMap(root: root)
    assertsFormats = options.formats == .asserted
  }

  /// The number of the block of a schema; it is compiled later.
  mutating func block(_ schema: JSON) -> Int {
    if let number = numbers[schema] { return number }
    let number = blocks.count
    numbers[schema] = number
    blocks.append(SchemaBlock())
    schemas.append(schema)
    pending.append(number)
    return number
  }

  /// The block of what must be a schema.
  mutating func subschema(_ value: JSON, _ keyword: String) throws(SchemaFailure) -> Int {
    guard value.kind == .object || value.kind == .bool else {
      throw SchemaFailure(value, "\(keyword) must be a schema (an object, true or false), not \(value.kindPhrase)")
    }
    return block(value)
  }

  private mutating func compilePending() throws(SchemaFailure) {
    while true {
      while let number = pending.popLast() { try compile(number) }
      // A dynamic reference may lead to any schema with that anchor.
      for (index, name) in dynamicNames.enumerated() {
        for (resource, content) in registry.resources.enumerated() {
          guard let schema = content.dynamicAnchors[name] else { continue }
          tables.dynamicReferences[index].blocks[resource] = block(schema)
        }
      }
      if pending.isEmpty { return }
    }
  }

  private mutating func compile(_ number: Int) throws(SchemaFailure) {
    let schema = schemas[number]
    // Every schema that a block is made of has been scanned.
    let resource = registry.owner(of: schema) ?? 0
    var block = SchemaBlock(first: instructions.count, resource: resource)
    if let bool = schema.bool {
      block.kind = bool ? .always : .never
    } else {
      let scope = SchemaScope(schema, resource: resource, dialect: registry.resources[resource].dialect)
      if scope.dialect.draft == .draft7, let reference = scope[.ref] {
        try compileReference(reference, scope)
      } else {
        try compileKeywords(scope)
      }
      for instruction in instructions[block.first...] {
        switch instruction {
        case .unevaluatedItems, .unevaluatedProperties: block.tracks = true
        default: break
        }
      }
      if instructions.count > block.first { block.kind = .checked }
    }
    block.end = instructions.count
    blocks[number] = block
  }

  /// Cheap checks first, those that need the marks of others last.
  private mutating func compileKeywords(_ scope: SchemaScope) throws(SchemaFailure) {
    let vocabularies = scope.dialect.vocabularies
    if vocabularies.contains(.validation) {
      try compileValues(scope)
      try compileNumbers(scope)
      try compileStrings(scope)
    }
    if assertsFormats || vocabularies.contains(.formatAssertion) { try compileFormat(scope) }
    try compileArrays(scope)
    try compileObjects(scope)
    try compileReferences(scope)
    if vocabularies.contains(.applicator) { try compileApplicators(scope) }
    if vocabularies.contains(.unevaluated) { try compileUnevaluated(scope) }
  }

  mutating func emit(_ instruction: SchemaInstruction, _ keyword: String, _ value: JSON) {
    instructions.append(instruction)
    sources.append(SchemaSource(keyword: keyword, value: value))
  }

  mutating func addSource(_ keyword: String, _ value: JSON) -> Int {
    extraSources.append(SchemaSource(keyword: keyword, value: value))
    return -extraSources.count
  }

  /// Sources of keywords that share an instruction with others; their numbers count down from -1.
  private var extraSources: [SchemaSource] = []

  mutating func addDynamicReference(_ name: String, usual: Int) -> Int {
    dynamicNames.append(name)
    tables.dynamicReferences.append(SchemaTables.DynamicReference(usual: usual))
    return tables.dynamicReferences.count - 1
  }

  private func makeProgram(_ root: JSON) -> SchemaProgram {
    SchemaProgram(
      blocks: blocks, instructions: instructions, tables: tables, members: members, schemas: schemas, sources: sources,
      extraSources: extraSources, resourceURIs: registry.resources.map(\.uri), root: root,
      isDynamic: !dynamicNames.isEmpty)
  }
}
