internal import SkillSystem

/// The entries of `PT_DYNAMIC` that the inspection needs.
struct ELFDynamicSection {
  private(set) var needed: [UInt64] = []
  private(set) var searchPaths: [UInt64] = []
  private(set) var soname: UInt64?
  private(set) var hasStaticTLS = false
  private(set) var hasTextRelocations = false
  private(set) var isProgram = false
  private(set) var symbols: UInt64?
  private(set) var hash: UInt64?
  private(set) var gnuHash: UInt64?
  /// File offset and size of the string table.
  private(set) var strings: Range<UInt64> = 0..<0

  /// Real libraries have about forty entries.
  private static let maximumCount: UInt64 = 4_096
  /// No name that matters is longer; RUNPATH may hold several folders.
  private static let maximumString: UInt64 = 4_096

  /// Errors: `library_not_elf`.
  init(_ source: some ByteSource, _ segments: ELFSegments) throws(SkillError) {
    guard let segment = segments.all.first(where: { $0.type == ELFSegments.dynamic }) else {
      throw .notELF("it has no dynamic section")
    }
    let count = segment.fileSize / 16
    guard count <= Self.maximumCount, let table = source.read(at: segment.offset, count: count * 16) else {
      throw .notELF("its dynamic section is damaged or cut off")
    }
    let fields = ByteFields(table)
    var stringAddress: UInt64?
    var stringSize: UInt64 = 0
    entries: for index in 0..<Int(count) {
      let value = fields.u64(index * 16 + 8)
      switch fields.u64(index * 16) {
      case 0: break entries
      case 1: needed.append(value)
      case 4: hash = value
      case 5: stringAddress = value
      case 6: symbols = value
      case 10: stringSize = value
      case 14: soname = value
      case 15, 29: searchPaths.append(value)
      case 22: hasTextRelocations = true
      case 30:
        if value & 0x4 != 0 { hasTextRelocations = true }
        if value & 0x10 != 0 { hasStaticTLS = true }
      case 0x6fff_fef5: gnuHash = value
      case 0x6fff_fffb: isProgram = value & 0x0800_0000 != 0
      default: break
      }
    }
    guard let address = stringAddress, let offset = segments.fileOffset(of: address, count: stringSize) else {
      throw .notELF("its string table is damaged or cut off")
    }
    strings = offset..<offset + stringSize
  }

  /// A string of the table. Errors: `library_not_elf` when it is not inside the table or longer than 4,096 bytes.
  func string(at index: UInt64, _ source: some ByteSource) throws(SkillError) -> String {
    guard let bytes = bytes(at: index, limit: Self.maximumString, source) else {
      throw .notELF("a name in it is damaged or cut off")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes of a string without its terminator; nil when there is no terminator within `limit` bytes.
  func bytes(at index: UInt64, limit: UInt64, _ source: some ByteSource) -> [UInt8]? {
    guard index < UInt64(strings.count) else { return nil }
    let length = min(limit, UInt64(strings.count) - index)
    guard let bytes = source.read(at: strings.lowerBound + index, count: length),
      let end = bytes.firstIndex(of: 0)
    else { return nil }
    return Array(bytes[..<end])
  }
}
