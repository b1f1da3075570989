/// What calling a skill does to the world, as its publisher says. Drives approval and becomes MCP's tool hints.
///
/// What a manifest leaves out is taken at its worst: not read-only, destructive, not idempotent, open to the world. A
/// read-only skill is neither destructive nor unsafe to repeat unless it says so.
package struct Annotations: Hashable, Sendable {
  /// It changes nothing outside its own memory and storage.
  package let readOnly: Bool
  /// It may delete or overwrite; people are asked first.
  package let destructive: Bool
  /// Repeating a call with the same arguments changes nothing more.
  package let idempotent: Bool
  /// It deals with things outside this machine.
  package let openWorld: Bool

  package init(readOnly: Bool? = nil, destructive: Bool? = nil, idempotent: Bool? = nil, openWorld: Bool? = nil) {
    self.readOnly = readOnly ?? false
    self.destructive = destructive ?? !(readOnly ?? false)
    self.idempotent = idempotent ?? readOnly ?? false
    self.openWorld = openWorld ?? true
  }
}
