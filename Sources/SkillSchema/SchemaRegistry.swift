import SkillJSON

/// Every schema resource that is known while a schema is compiled, and who has which name.
///
/// A document is scanned once, before anything is compiled: only there can it be known which objects are schemas and
/// which merely look like one (inside of `enum`, say).
struct SchemaRegistry {
  /// A schema with a URI of its own, or a whole document.
  struct Resource {
    let uri: String
    let root: JSON
    let dialect: SchemaDialect
    var anchors: [String: JSON] = [:]
    var dynamicAnchors: [String: JSON] = [:]
  }

  /// The name under which `$recursiveAnchor` is kept among the dynamic anchors; no anchor can be called so.
  static let recursiveAnchor = "#"

  private(set) var resources: [Resource] = []
  private var numbers: [String: Int] = [:]
  /// The resource that each scanned schema belongs to.
  private var owners: TapeMap
  private let options: SchemaOptions
  private var tables: [[[UInt8]: JSON]] = []
  /// The number of the table of an object.
  private var tableNumbers: TapeMap

  init(root: JSON, options: SchemaOptions) {
    self.options = options
    owners = TapeMap(root: root)
    tableNumbers = TapeMap(root: root)
  }

  func owner(of schema: JSON) -> Int? { owners[schema] }

  // MARK: Scanning

  /// Takes in a document under the URI where it was found.
  /// - Parameter inherited: what it is read by when it does not say.
  /// - Returns: the number of the resource at its root.
  @discardableResult
  mutating func add(_ document: JSON, uri: String, inherited: SchemaDialect) throws(SchemaFailure) -> Int {
    let number = try addResource(document, uri: uri, inherited: inherited)
    try scan(document, owner: number)
    return number
  }

  private mutating func addResource(
    _ root: JSON, uri: String, inherited: SchemaDialect
  ) throws(SchemaFailure) -> Int {
    let dialect = try dialect(of: root, inherited: inherited)
    let number = resources.count
    resources.append(Resource(uri: uri, root: root, dialect: dialect))
    if numbers[uri] == nil { numbers[uri] = number }
    return number
  }

  /// Finds the schemas inside of a schema, with a list instead of recursion.
  mutating func scan(_ schema: JSON, owner: Int) throws(SchemaFailure) {
    var pending = [(schema, owner)]
    while let (schema, parent) = pending.popLast() {
      guard owners[schema] == nil else { continue }
      guard schema.kind == .object else {
        owners[schema] = parent
        continue
      }
      let scope = SchemaScope(schema, resource: parent, dialect: resources[parent].dialect)
      let owner = try register(scope, parent)
      owners[schema] = owner
      for subschema in scope.subschemas { pending.append((subschema, owner)) }
    }
  }

  /// Notes the names that a schema gives itself.
  /// - Returns: the resource it belongs to, which may be a new one.
  private mutating func register(_ scope: SchemaScope, _ parent: Int) throws(SchemaFailure) -> Int {
    let schema = scope.schema
    var owner = parent
    let draft = scope.dialect.draft
    // Before 2019-09, what stands beside a `$ref` is ignored.
    if draft == .draft7, scope[.ref] != nil { return owner }
    if let id = scope[.id] {
      guard let text = id.string else { throw SchemaFailure(id, "$id must be a string") }
      let reference = URIReference(text)
      let uri = reference.resolved(against: URIReference(resources[parent].uri))
      if let fragment = reference.fragment, !fragment.isEmpty {
        guard draft == .draft7 else { throw SchemaFailure(id, "$id must not have a fragment; use $anchor") }
        resources[owner].anchors[fragment] = schema
      }
      if !reference.withoutFragment.isEmpty {
        let name = uri.withoutFragment
        if let other = numbers[name], !resources[other].root.isSame(as: schema) {
          throw SchemaFailure(id, "another schema has the $id \(name) already")
        }
        if resources[parent].root.isSame(as: schema) {
          // The root of a document: it keeps the name under which it was found as well.
          resources[parent] = Resource(uri: name, root: schema, dialect: resources[parent].dialect)
          numbers[name] = parent
        } else {
          owner = try addResource(schema, uri: name, inherited: resources[parent].dialect)
        }
      }
    }
    try registerAnchors(scope, owner)
    return owner
  }

  private mutating func registerAnchors(_ scope: SchemaScope, _ owner: Int) throws(SchemaFailure) {
    let schema = scope.schema
    let draft = resources[owner].dialect.draft
    guard draft != .draft7 else { return }
    for keyword in [SchemaKeyword.anchor, .dynamicAnchor] {
      guard let anchor = scope[keyword] else { continue }
      guard let name = anchor.string else { throw SchemaFailure(anchor, "\(keyword.rawValue) must be a string") }
      let isDynamic = keyword == .dynamicAnchor
      if isDynamic, draft != .draft202012 { continue }
      let other = isDynamic ? resources[owner].dynamicAnchors[name] : resources[owner].anchors[name]
      guard other == nil else {
        throw SchemaFailure(anchor, "another schema has the \(keyword.rawValue) \(name) already")
      }
      if isDynamic {
        resources[owner].dynamicAnchors[name] = schema
      } else {
        resources[owner].anchors[name] = schema
      }
    }
    if draft == .draft201909, scope[.recursiveAnchor]?.bool == true {
      resources[owner].dynamicAnchors[Self.recursiveAnchor] = schema
    }
  }

  // MARK: Dialects

  private mutating func dialect(of root: JSON, inherited: SchemaDialect) throws(SchemaFailure) -> SchemaDialect {
    guard let value = root["$schema"] else { return inherited }
    guard let uri = value.string else { throw SchemaFailure(value, "$schema must be a string") }
    if let dialect = SchemaDialect.named(uri) { return dialect }
    guard !SchemaDialect.isTooOld(uri) else {
      throw SchemaFailure(value, "\(uri) is too old; write the schema for https://json-schema.org/draft/2020-12/schema")
    }
    guard let metaschema = document(at: URIReference(uri).withoutFragment) else {
      throw SchemaFailure(value, "\(uri) is not a known dialect; use https://json-schema.org/draft/2020-12/schema")
    }
    guard let vocabularies = metaschema["$vocabulary"] else {
      // A metaschema without vocabularies has those of its own dialect, if that is known.
      return metaschema["$schema"]?.string.flatMap(SchemaDialect.named) ?? inherited
    }
    var dialect = SchemaDialect(draft: .draft202012, vocabularies: [])
    for (name, isRequired) in vocabularies.members {
      if let known = SchemaDialect.vocabulary(name) {
        dialect.draft = known.draft
        dialect.vocabularies.formUnion(known.vocabularies)
      } else if isRequired.bool == true {
        throw SchemaFailure(value, "\(uri) requires the vocabulary \(name), which is not known here")
      }
    }
    return dialect
  }

  // MARK: References

  struct Target {
    let schema: JSON
    /// The name by which it was found, when that is a dynamic anchor.
    let dynamicAnchor: String?
  }

  /// The schema that a reference inside of a resource leads to.
  mutating func resolve(_ reference: JSON, in resource: Int) throws(SchemaFailure) -> Target {
    guard let text = reference.string else { throw SchemaFailure(reference, "a reference must be a string") }
    let uri = URIReference(text).resolved(against: URIReference(resources[resource].uri))
    let name = uri.withoutFragment
    let number: Int
    if let known = numbers[name] {
      number = known
    } else {
      guard let document = document(at: name) else {
        throw SchemaFailure(
          reference,
          "\"\(text)\" leads to \(name), which is not in this document; a schema must hold everything it refers to")
      }
      number = try add(document, uri: name, inherited: resources[resource].dialect)
    }
    guard let fragment = uri.decodedFragment else {
      throw SchemaFailure(reference, "the part of \"\(text)\" after # is not valid")
    }
    if fragment.isEmpty { return Target(schema: resources[number].root, dynamicAnchor: nil) }
    if fragment.hasPrefix("/") {
      return Target(schema: try follow(fragment, from: number, reference), dynamicAnchor: nil)
    }
    if let schema = resources[number].dynamicAnchors[fragment] {
      return Target(schema: schema, dynamicAnchor: fragment)
    }
    guard let schema = resources[number].anchors[fragment] else {
      throw SchemaFailure(reference, "\"\(text)\" leads to nothing: there is no anchor \(fragment)")
    }
    return Target(schema: schema, dynamicAnchor: nil)
  }

  private func document(at uri: String) -> JSON? { Metaschemas.document(at: uri) ?? options.resolver?(uri) }

  private mutating func follow(
    _ pointer: String, from resource: Int, _ reference: JSON
  ) throws(SchemaFailure) -> JSON {
    var value = resources[resource].root
    var owner = resource
    let tokens: [String]
    do throws(JSONError) {
      tokens = try JSONPointer(parsing: pointer).tokens
    } catch {
      throw SchemaFailure(reference, "the part after # is not valid: \(error.message)")
    }
    for token in tokens {
      guard let next = child(token, of: value) else {
        throw SchemaFailure(reference, "\(reference.text) leads to nothing: there is no \(token) in it")
      }
      value = next
      owner = owners[value] ?? owner
    }
    guard value.kind == .object || value.kind == .bool else {
      throw SchemaFailure(reference, "\(reference.text) leads to \(value.kindPhrase), which is not a schema")
    }
    // A place that no keyword makes a schema becomes one by being referred to.
    try scan(value, owner: owner)
    return value
  }

  /// As ``JSON/at(_:)`` for one step, with a table for large objects so that many references take linear time.
  private mutating func child(_ token: String, of value: JSON) -> JSON? {
    guard value.kind == .object, value.count > 32 else { return value.at([token]) }
    let number: Int
    if let known = tableNumbers[value] {
      number = known
    } else {
      var table: [[UInt8]: JSON] = [:]
      for (key, member) in value.members { table[Array(key.utf8)] = member }
      number = tables.count
      tables.append(table)
      tableNumbers[value] = number
    }
    return tables[number][Array(token.utf8)]
  }
}
