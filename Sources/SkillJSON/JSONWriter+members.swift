extension JSONWriter {
  package mutating func member(_ key: String, _ value: String) {
    self.key(key)
    self.value(value)
  }

  package mutating func member(_ key: String, _ value: Int) {
    self.key(key)
    self.value(value)
  }

  package mutating func member(_ key: String, _ value: UInt64) {
    self.key(key)
    self.value(value)
  }

  package mutating func member(_ key: String, _ value: Double) {
    self.key(key)
    self.value(value)
  }

  package mutating func member(_ key: String, _ value: Bool) {
    self.key(key)
    self.value(value)
  }

  package mutating func member(_ key: String, _ value: JSON) {
    self.key(key)
    self.value(value)
  }

  // An optional that is nil is written as null.

  package mutating func member(_ key: String, _ value: String?) {
    self.key(key)
    if let value { self.value(value) } else { null() }
  }

  package mutating func member(_ key: String, _ value: Int?) {
    self.key(key)
    if let value { self.value(value) } else { null() }
  }

  package mutating func member(_ key: String, _ value: UInt64?) {
    self.key(key)
    if let value { self.value(value) } else { null() }
  }

  package mutating func member(_ key: String, _ value: Double?) {
    self.key(key)
    if let value { self.value(value) } else { null() }
  }

  package mutating func member(_ key: String, _ value: Bool?) {
    self.key(key)
    if let value { self.value(value) } else { null() }
  }

  package mutating func member(_ key: String, _ value: JSON?) {
    self.key(key)
    if let value { self.value(value) } else { null() }
  }
}
