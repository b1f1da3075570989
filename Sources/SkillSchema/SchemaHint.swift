import SkillJSON

/// What the caller probably meant, in words. Nothing is ever changed for the caller.
enum SchemaHint {
  static func forType(_ types: SchemaTypes, _ value: JSON) -> String? {
    switch value.kind {
    case .string: forString(types, value.string ?? "")
    case .number:
      if types.contains(.string) {
        "write it in quotes: \"\(SchemaPreview.text(of: value))\""
      } else if types.contains(.integer) {
        "write a whole number"
      } else {
        forElement(types, value)
      }
    case .bool: types.contains(.string) ? "write it in quotes: \"\(value.text)\"" : forElement(types, value)
    case .null: "leave the property out when there is no value"
    case .object: forElement(types, value)
    case .array: value.count == 1 ? "write the item itself, without the array" : nil
    }
  }

  private static func forString(_ types: SchemaTypes, _ text: String) -> String? {
    guard text.utf8.count <= 65_536, let inner = try? JSON(parsing: text) else {
      return types.contains(.array) ? forElement(types, JSON(text)) : nil
    }
    let short = SchemaPreview.text(of: inner)
    switch inner.kind {
    case .number:
      if types.contains(.number) || types.contains(.integer) && inner.decimal?.isInteger == true {
        return "write the number without quotes: \(short)"
      }
    case .bool: if types.contains(.boolean) { return "write it without quotes: \(short)" }
    case .null: if types.contains(.null) { return "write it without quotes: null" }
    case .array: if types.contains(.array) { return "write the array itself, not a string that holds it" }
    case .object: if types.contains(.object) { return "write the object itself, not a string that holds it" }
    case .string: break
    }
    return forElement(types, JSON(text))
  }

  private static func forElement(_ types: SchemaTypes, _ value: JSON) -> String? {
    types.contains(.array) ? "put it in an array: [\(SchemaPreview.text(of: value))]" : nil
  }

  /// For a value that is none of those allowed.
  static func forValues(_ values: [JSON], _ value: JSON) -> String? {
    guard let text = value.string else {
      let quoted = values.first { $0.string == value.text }
      return quoted.map { "write it in quotes: \(SchemaPreview.text(of: $0))" }
    }
    if let near = nearest(to: text, among: values.compactMap(\.string)) {
      return "did you mean \(SchemaPreview.quoted(near))?"
    }
    let plain = values.first { $0.kind != .string && $0.text == text }
    return plain.map { "write it without quotes: \(SchemaPreview.text(of: $0))" }
  }

  /// The candidate that differs only in case or in very few letters.
  static func nearest(to name: String, among candidates: [String]) -> String? {
    guard name.utf8.count <= 64 else { return nil }
    let letters = Array(name.lowercased().unicodeScalars)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates.prefix(200) where candidate.utf8.count <= 64 {
      let distance = distance(letters, Array(candidate.lowercased().unicodeScalars))
      if distance <= max(letters.count, 3) / 3, distance < best?.distance ?? Int.max {
        best = (candidate, distance)
      }
    }
    return best?.candidate
  }

  /// Insertions, deletions and replacements between two words.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var row = Array(0...right.count)
    for (index, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in right.enumerated() {
        let replaced = diagonal + (letter == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, min(row[column], diagonal) + 1)
      }
    }
    return row[right.count]
  }
}
