import SkillJSON

extension SchemaCompiler {
  // MARK: References

  mutating func compileReferences(_ scope: SchemaScope) throws(SchemaFailure) {
    if let value = scope[.ref] { try compileReference(value, scope) }
    switch scope.dialect.draft {
    case .draft202012:
      guard let value = scope[.dynamicRef] else { return }
      let target = try registry.resolve(value, in: scope.resource)
      let usual = block(target.schema)
      guard let name = target.dynamicAnchor else {
        // Without a dynamic anchor at its first target it is a reference like any other.
        emit(.reference(block: usual), "$dynamicRef", value)
        return
      }
      emit(.dynamicReference(addDynamicReference(name, usual: usual)), "$dynamicRef", value)
    case .draft201909:
      guard let value = scope[.recursiveRef] else { return }
      let target = try registry.resolve(value, in: scope.resource)
      let usual = block(target.schema)
      guard target.schema["$recursiveAnchor"]?.bool == true else {
        emit(.reference(block: usual), "$recursiveRef", value)
        return
      }
      let number = addDynamicReference(SchemaRegistry.recursiveAnchor, usual: usual)
      emit(.dynamicReference(number), "$recursiveRef", value)
    case .draft7: break
    }
  }

  mutating func compileReference(_ value: JSON, _ scope: SchemaScope) throws(SchemaFailure) {
    let target = try registry.resolve(value, in: scope.resource)
    emit(.reference(block: block(target.schema)), "$ref", value)
  }

  // MARK: Combinations

  mutating func compileApplicators(_ scope: SchemaScope) throws(SchemaFailure) {
    if let value = scope[.allOf] { emit(.all(try blockList(value, "allOf")), "allOf", value) }
    if let value = scope[.anyOf] { emit(.any(try blockList(value, "anyOf")), "anyOf", value) }
    if let value = scope[.oneOf] { emit(.one(try blockList(value, "oneOf")), "oneOf", value) }
    if let value = scope[.not] { emit(.not(block: try subschema(value, "not")), "not", value) }
    if let value = scope[.if] {
      var then: Int?
      var otherwise: Int?
      if let value = scope[.then] { then = try subschema(value, "then") }
      if let value = scope[.else] { otherwise = try subschema(value, "else") }
      tables.conditionals.append(
        .init(condition: try subschema(value, "if"), then: then, otherwise: otherwise))
      emit(.conditional(tables.conditionals.count - 1), "if", value)
    }
  }

  private mutating func blockList(_ value: JSON, _ keyword: String) throws(SchemaFailure) -> Int {
    let blocks = try list(value, keyword)
    guard !blocks.isEmpty else { throw SchemaFailure(value, "\(keyword) must hold at least one schema") }
    tables.lists.append(blocks)
    return tables.lists.count - 1
  }

  mutating func compileUnevaluated(_ scope: SchemaScope) throws(SchemaFailure) {
    guard scope.dialect.draft != .draft7 else { return }
    if let value = scope[.unevaluatedItems] {
      emit(.unevaluatedItems(block: try subschema(value, "unevaluatedItems")), "unevaluatedItems", value)
    }
    if let value = scope[.unevaluatedProperties] {
      let block = try subschema(value, "unevaluatedProperties")
      emit(.unevaluatedProperties(block: block), "unevaluatedProperties", value)
    }
  }
}
