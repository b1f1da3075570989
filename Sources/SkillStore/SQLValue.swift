/// One value as SQLite stores it. Tables of this store are STRICT, so a column always comes back as the type that
/// it was declared with, or as null where null is allowed.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  package init(_ value: Bool) { self = .integer(value ? 1 : 0) }
  package init(_ value: Int) { self = .integer(Int64(value)) }
  package init(_ value: Int64) { self = .integer(value) }
  package init(_ value: Int64?) { self = value.map(Self.integer) ?? .null }
  package init(_ value: String) { self = .text(value) }
  package init(_ value: String?) { self = value.map(Self.text) ?? .null }
  package init(_ value: [UInt8]) { self = .blob(value) }
  package init(_ value: [UInt8]?) { self = value.map(Self.blob) ?? .null }
}
