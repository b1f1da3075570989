import SkillBundle
package import SkillSystem

/// The names that a new skill's files are made from.
package struct SkillNames: Hashable, Sendable {
  /// What the user typed: the name of the folder and of the source file.
  package let name: String
  /// `greeter.greet`.
  package let identifier: String
  /// `libgreeter.so`.
  package let library: String
  /// A Swift module and a type: `Greeter`.
  package let module: String
  /// For people: `Greeter`.
  package let displayName: String
  package let publisher: String

  /// Takes `greeter`, which becomes `greeter.greet`, or a whole identifier such as `acme.greeter`.
  ///
  /// - Throws: `bad_value`.
  package init(_ typed: String, publisher: String) throws(SkillError) {
    let identifier = typed.utf8.contains(UInt8(ascii: ".")) ? typed : "\(typed).greet"
    do throws(SkillError) {
      _ = try SkillIdentifier(identifier)
    } catch {
      throw SkillError(
        .badValue, "\(quoted(typed)) cannot be the name of a skill: \(error.message)",
        hint: "use a name such as greeter or acme.greeter")
    }
    guard let first = typed.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else {
      throw SkillError(
        .badValue, "\(quoted(typed)) cannot be the name of a skill here: it does not begin with a letter",
        hint: "use a name such as greeter or acme.greeter")
    }
    name = typed
    self.identifier = identifier
    let words = typed.split { ".-_".contains($0) }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    module = words.joined()
    displayName = words.joined(separator: " ")
    library = "lib\(module).so"
    self.publisher = publisher
  }

  /// The text with its place-holders (`@NAME@`, `@IDENTIFIER@`, …) filled.
  func fill(_ text: String) -> String {
    [
      ("@NAME@", name), ("@IDENTIFIER@", identifier), ("@LIBRARY@", library), ("@MODULE@", module),
      ("@DISPLAY@", displayName), ("@PUBLISHER@", publisher),
    ].reduce(text) { text, value in text.replacing(value.0, with: value.1) }
  }
}

/// One file of a new skill's folder.
package struct TemplateFile: Hashable, Sendable {
  package let name: String
  package let bytes: [UInt8]

  init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }
}
