import SkillJSON

extension SchemaCompiler {
  // MARK: Arrays

  mutating func compileArrays(_ scope: SchemaScope) throws(SchemaFailure) {
    if scope.dialect.vocabularies.contains(.validation) {
      if let (count, value) = try count(.minItems, scope) { emit(.minItems(count), "minItems", value) }
      if let (count, value) = try count(.maxItems, scope) { emit(.maxItems(count), "maxItems", value) }
      if let value = scope[.uniqueItems] {
        guard let bool = value.bool else {
          throw SchemaFailure(value, "uniqueItems must be true or false, not \(value.kindPhrase)")
        }
        if bool { emit(.uniqueItems, "uniqueItems", value) }
      }
    }
    guard scope.dialect.vocabularies.contains(.applicator) else { return }
    try compileItems(scope)
    try compileContains(scope)
  }

  private mutating func compileItems(_ scope: SchemaScope) throws(SchemaFailure) {
    var items = SchemaTables.Items()
    var source: (keyword: String, value: JSON)?
    if scope.dialect.draft == .draft202012 {
      if let value = scope[.prefixItems] {
        items.prefix = try list(value, "prefixItems")
        source = ("prefixItems", value)
      }
      if let value = scope[.items] {
        guard value.kind != .array else {
          throw SchemaFailure(value, "items must be a schema; a schema for each place is written with prefixItems")
        }
        items.rest = try subschema(value, "items")
        source = ("items", value)
      }
    } else if let value = scope[.items] {
      source = ("items", value)
      if value.kind == .array {
        items.prefix = try list(value, "items")
        if let additional = scope[.additionalItems] {
          items.rest = try subschema(additional, "additionalItems")
        }
      } else {
        items.rest = try subschema(value, "items")
      }
    }
    guard let source else { return }
    tables.items.append(items)
    emit(.items(tables.items.count - 1), source.keyword, source.value)
  }

  private mutating func compileContains(_ scope: SchemaScope) throws(SchemaFailure) {
    guard let value = scope[.contains] else { return }
    let block = try subschema(value, "contains")
    var least = 1
    var most: Int?
    if scope.dialect.draft != .draft7, scope.dialect.vocabularies.contains(.validation) {
      least = try count(.minContains, scope)?.0 ?? 1
      most = try count(.maxContains, scope)?.0
    }
    tables.contains.append(
      SchemaTables.Contains(block: block, least: least, most: most, marks: scope.dialect.draft == .draft202012))
    emit(.contains(tables.contains.count - 1), "contains", value)
  }

  /// The blocks of an array of schemas.
  mutating func list(_ value: JSON, _ keyword: String) throws(SchemaFailure) -> [Int] {
    guard value.kind == .array else {
      throw SchemaFailure(value, "\(keyword) must be an array of schemas, not \(value.kindPhrase)")
    }
    var blocks: [Int] = []
    for element in value.elements { blocks.append(try subschema(element, "an element of \(keyword)")) }
    return blocks
  }

  // MARK: Objects

  mutating func compileObjects(_ scope: SchemaScope) throws(SchemaFailure) {
    let validates = scope.dialect.vocabularies.contains(.validation)
    if validates {
      if let (count, value) = try count(.minProperties, scope) { emit(.minProperties(count), "minProperties", value) }
      if let (count, value) = try count(.maxProperties, scope) { emit(.maxProperties(count), "maxProperties", value) }
    }
    try compileMembers(scope, validates: validates)
    if validates, scope.dialect.draft != .draft7, let value = scope[.dependentRequired] {
      var dependencies: [SchemaTables.Dependency] = []
      for (key, value) in try table(value, "dependentRequired") {
        dependencies.append(.init(name: name(key), names: try names(value, "a value of dependentRequired")))
      }
      tables.dependencies.append(dependencies)
      emit(.dependentRequired(tables.dependencies.count - 1), "dependentRequired", value)
    }
    guard scope.dialect.vocabularies.contains(.applicator) else { return }
    if let value = scope[.propertyNames] {
      emit(.propertyNames(block: try subschema(value, "propertyNames")), "propertyNames", value)
    }
    if scope.dialect.draft != .draft7, let value = scope[.dependentSchemas] {
      var dependencies: [SchemaTables.SchemaDependency] = []
      for (key, value) in try table(value, "dependentSchemas") {
        dependencies.append(
          .init(name: name(key), block: try subschema(value, "a value of dependentSchemas")))
      }
      tables.schemaDependencies.append(dependencies)
      emit(.dependentSchemas(tables.schemaDependencies.count - 1), "dependentSchemas", value)
    }
    try compileDependencies(scope)
  }

  /// The older keyword for both kinds of dependency; taken in every dialect, as the newer metaschemas still do.
  private mutating func compileDependencies(_ scope: SchemaScope) throws(SchemaFailure) {
    guard let value = scope[.dependencies] else { return }
    var required: [SchemaTables.Dependency] = []
    var schemas: [SchemaTables.SchemaDependency] = []
    for (key, value) in try table(value, "dependencies") {
      if value.kind == .array {
        required.append(.init(name: name(key), names: try names(value, "a value of dependencies")))
      } else {
        schemas.append(.init(name: name(key), block: try subschema(value, "a value of dependencies")))
      }
    }
    if !required.isEmpty {
      tables.dependencies.append(required)
      emit(.dependentRequired(tables.dependencies.count - 1), "dependencies", value)
    }
    if !schemas.isEmpty {
      tables.schemaDependencies.append(schemas)
      emit(.dependentSchemas(tables.schemaDependencies.count - 1), "dependencies", value)
    }
  }

  /// properties, patternProperties, additionalProperties and required become one instruction.
  private mutating func compileMembers(_ scope: SchemaScope, validates: Bool) throws(SchemaFailure) {
    let members = SchemaMembers.Builder()
    var source: (keyword: String, value: JSON)?
    if scope.dialect.vocabularies.contains(.applicator) {
      if let value = scope[.additionalProperties] {
        members.additional = try subschema(value, "additionalProperties")
        members.additionalSource = addSource("additionalProperties", value)
        source = ("additionalProperties", value)
      }
      if let value = scope[.patternProperties] {
        for (key, schema) in try table(value, "patternProperties") {
          let pattern = try pattern(key.string ?? "", key)
          members.patterns.append((pattern, try subschema(schema, "a value of patternProperties")))
        }
        source = ("patternProperties", value)
      }
      if let value = scope[.properties] {
        for (key, schema) in try table(value, "properties") {
          members.blocks[name(key)] = try subschema(schema, "a value of properties")
        }
        source = ("properties", value)
      }
    }
    if validates, let value = scope[.required] {
      members.required = Set(try names(value, "required")).sorted(by: NameTable.precedes)
      members.requiredSource = addSource("required", value)
      source = source ?? ("required", value)
    }
    guard let source else { return }
    self.members.append(SchemaMembers(members))
    emit(.members(self.members.count - 1), source.keyword, source.value)
  }

  /// The members of what must be an object, each key once.
  private func table(_ value: JSON, _ keyword: String) throws(SchemaFailure) -> [(key: JSON, value: JSON)] {
    guard value.kind == .object else {
      throw SchemaFailure(value, "\(keyword) must be an object, not \(value.kindPhrase)")
    }
    return value.uniqueEntries
  }

  /// The bytes of a key.
  private func name(_ key: JSON) -> [UInt8] { Array((key.string ?? "").utf8) }

  private func names(_ value: JSON, _ keyword: String) throws(SchemaFailure) -> [[UInt8]] {
    guard value.kind == .array else {
      throw SchemaFailure(value, "\(keyword) must be an array of strings, not \(value.kindPhrase)")
    }
    var names: [[UInt8]] = []
    for element in value.elements {
      guard let name = element.string else {
        throw SchemaFailure(element, "\(keyword) must hold only strings, not \(element.kindPhrase)")
      }
      names.append(Array(name.utf8))
    }
    return names
  }
}
