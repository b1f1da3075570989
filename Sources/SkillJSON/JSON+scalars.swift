extension JSON {
  /// A string value.
  package init(_ value: String) { self = .build { $0.value(value) } }
  package init(_ value: Int) { self = .build { $0.value(value) } }
  package init(_ value: UInt64) { self = .build { $0.value(value) } }
  /// Null when `value` is not finite.
  package init(_ value: Double) { self = .build { $0.value(value) } }
  package init(_ value: Bool) { self = value ? .true : .false }
  package init(_ elements: some Sequence<JSON>) {
    self = .build { writer in writer.array { for element in elements { $0.value(element) } } }
  }

  static let `true` = JSON.build { $0.value(true) }
  static let `false` = JSON.build { $0.value(false) }
}
