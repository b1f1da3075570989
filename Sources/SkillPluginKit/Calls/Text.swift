internal import CSkillABI

/// Lends a string as a C text for the time of `body`.
func withText<Result>(_ string: String, _ body: (skill_text) throws -> Result) rethrows -> Result {
  var string = string
  return try string.withUTF8 { try body(skill_text($0)) }
}

/// Lends bytes as a C text for the time of `body`.
func withText<Result>(_ bytes: [UInt8], _ body: (skill_text) throws -> Result) rethrows -> Result {
  try bytes.withUnsafeBufferPointer { try body(skill_text($0)) }
}

extension skill_text {
  init(_ buffer: UnsafeBufferPointer<UInt8>) {
    let raw = UnsafeRawBufferPointer(buffer)
    self.init(data: raw.baseAddress?.assumingMemoryBound(to: CChar.self), size: UInt64(raw.count))
  }

  static var absent: skill_text { skill_text(data: nil, size: 0) }

  /// The bytes where the other side left them; empty for null and for sizes that no memory could hold.
  private var borrowed: UnsafeRawBufferPointer {
    guard let data, let size = Int(exactly: size) else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(start: data, count: size)
  }

  /// A copy of the bytes.
  var bytes: [UInt8] { Array(borrowed) }

  /// A copy as a string (what is not UTF-8 is replaced), or nil when the text is absent.
  var string: String? { data == nil ? nil : String(decoding: borrowed, as: UTF8.self) }
}
