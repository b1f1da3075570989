package import SkillJSON

/// How a schema is compiled.
package struct SchemaOptions: Sendable {
  package enum Formats: Sendable {
    /// A `format` that is known must hold. What tools expect, and the default.
    case asserted
    /// `format` says something to people only, as the specification has it unless a vocabulary asks for more.
    case annotated
  }

  package var formats: Formats
  /// Gives the document at an absolute URI that a schema refers to. Without one nothing outside of the document can be
  /// referred to but the metaschemas, so that a schema never makes anybody load anything.
  package var resolver: (@Sendable (String) -> JSON?)?

  package init(formats: Formats = .asserted, resolver: (@Sendable (String) -> JSON?)? = nil) {
    self.formats = formats
    self.resolver = resolver
  }
}
