internal import SkillJSON
package import SkillSystem

/// One value of a manifest together with its path, so that every refusal can say where it is.
struct ManifestField {
  let value: JSON
  let path: JSONPointer

  static let hint = "correct the manifest and check it with skillhost validate; docs/manifest.md has every field"

  init(_ value: JSON, path: JSONPointer) {
    self.value = value
    self.path = path
  }

  // MARK: Containers

  /// The members of an object, which may have the keys in `known` and keys that begin with `x-`.
  func object(_ known: [String]) throws(SkillError) -> ManifestObject {
    guard value.kind == .object else { throw mismatch("an object") }
    var members: [(key: String, field: ManifestField)] = []
    for (key, member) in value.entries {
      let name = key.string ?? ""
      if known.contains(name) {
        members.append((name, ManifestField(member, path: path.appending(name))))
      } else if !name.hasPrefix("x-") {
        throw Self.error(
          .manifestUnknownField, key.position, path.appending(name), "there is no such field",
          hint: "known here: \(known.sorted().joined(separator: ", ")); fields of your own begin with x-")
      }
    }
    return ManifestObject(field: self, members: members)
  }

  /// The elements of an array.
  func list<Element>(
    atMost limit: Int, _ body: (ManifestField) throws(SkillError) -> Element
  ) throws(SkillError) -> [Element] {
    guard value.kind == .array else { throw mismatch("an array") }
    guard value.count <= limit else { throw invalid("has \(value.count) elements; at most \(limit) are allowed") }
    var elements: [Element] = []
    for (index, element) in value.elements.enumerated() {
      elements.append(try body(ManifestField(element, path: path.appending(index))))
    }
    return elements
  }

  // MARK: Scalars

  func string() throws(SkillError) -> String {
    guard let string = value.string else { throw mismatch("a string") }
    return string
  }

  func boolean() throws(SkillError) -> Bool {
    guard let bool = value.bool else { throw mismatch("true or false") }
    return bool
  }

  func integer(in range: ClosedRange<Int>) throws(SkillError) -> Int {
    guard let integer = value.int, range.contains(integer) else {
      let wanted =
        range.count == 1 ? "\(range.lowerBound)" : "a whole number from \(range.lowerBound) to \(range.upperBound)"
      throw mismatch(wanted)
    }
    return integer
  }

  /// A text of `length` Unicode scalars whose characters the rule allows and that is not blank.
  func text(_ rule: TextRule, _ length: ClosedRange<Int>) throws(SkillError) -> String {
    let text = try string()
    if let scalar = rule.firstForbidden(in: text) { throw Self.encoding(value.position, path, "the text", scalar) }
    let count = text.unicodeScalars.count
    guard length.contains(count) else {
      throw invalid("has \(count) characters; from \(length.lowerBound) to \(length.upperBound) are allowed")
    }
    guard length.lowerBound == 0 || text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
      throw invalid("must not be blank")
    }
    return text
  }

  /// A text that a type of its own understands; its refusal gets the place in front.
  func parsed<Value>(_ parse: (String) throws(SkillError) -> Value) throws(SkillError) -> Value {
    let text = try string()
    do throws(SkillError) {
      return try parse(text)
    } catch {
      throw Self.error(error.code, value.position, path, error.message, hint: error.hint)
    }
  }

  func pointer() throws(SkillError) -> JSONPointer {
    let text = try text(.name, 0...1_024)
    do throws(JSONError) {
      return try JSONPointer(parsing: text)
    } catch {
      throw invalid("is not a JSON Pointer: \(error.message)")
    }
  }

  // MARK: Refusals

  /// "must be …, not …".
  func mismatch(_ wanted: String) -> SkillError {
    let found =
      switch value.kind {
      case .object: "an object"
      case .array: "an array"
      case .string, .number, .bool, .null: Self.shortened(value.text, 60)
      }
    return invalid("must be \(wanted), not \(found)")
  }

  func invalid(_ reason: String, _ code: SkillError.Code = .manifestInvalidField, hint: String = Self.hint)
    -> SkillError
  {
    Self.error(code, value.position, path, reason, hint: hint)
  }

  static func encoding(
    _ position: JSONPosition, _ path: JSONPointer, _ what: String, _ scalar: Unicode.Scalar
  ) -> SkillError {
    error(
      .manifestEncoding, position, path, "\(what) holds the character \(Quoted.name(scalar)), which is not allowed",
      hint: "remove control, invisible and bidirectional characters")
  }

  /// `line 3, column 7, /limits/timeoutMs: reason`.
  static func error(
    _ code: SkillError.Code, _ position: JSONPosition, _ path: JSONPointer, _ reason: String, hint: String?
  ) -> SkillError {
    let place = path.tokens.isEmpty ? "\(position)" : "\(position), \(shortened(path.text, 200))"
    return SkillError(code, "\(place): \(reason)", hint: hint)
  }

  /// A text of the manifest, safe to show and not too long.
  private static func shortened(_ text: String, _ limit: Int) -> String {
    let head = text.unicodeScalars.prefix(limit + 1)
    return head.count <= limit ? Quoted.inner(text) : "\(Quoted.inner(String(head.dropLast())))…"
  }
}

/// The members of one object of a manifest.
struct ManifestObject {
  let field: ManifestField
  /// The known ones alone, so that there are few and a walk is the quickest way to find one.
  let members: [(key: String, field: ManifestField)]

  func optional(_ key: String) -> ManifestField? { members.first { $0.key == key }?.field }

  func required(_ key: String) throws(SkillError) -> ManifestField {
    guard let member = optional(key) else {
      throw field.invalid("the field \(key) is missing", .manifestMissingField)
    }
    return member
  }
}

extension SkillError.Code {
  /// A field that this version of the format does not have.
  package static let manifestUnknownField = Self("manifest_unknown_field", .refused)
  /// A field that every manifest must have is not there.
  package static let manifestMissingField = Self("manifest_missing_field", .refused)
  /// A field has the wrong type or a value out of its range.
  package static let manifestInvalidField = Self("manifest_invalid_field", .refused)
}
