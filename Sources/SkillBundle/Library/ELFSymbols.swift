internal import SkillSystem

/// The dynamic symbol table.
///
/// Nothing in the dynamic section says how many symbols there are. The loader finds them through a hash table, so the
/// count is taken from there: `DT_HASH` has it, `DT_GNU_HASH` lets it be found at the end of the last chain. Section
/// headers, which tools use, may be stripped and are not looked at.
enum ELFSymbols {
  private static let entrySize: UInt64 = 24
  /// A library with static Foundation has about 200,000.
  private static let maximumCount: UInt64 = 2_000_000

  /// Calls `body` with the name of each symbol that other libraries could find, nil for a name of more than 255 bytes.
  ///
  /// Errors: `library_not_elf`.
  static func forEachExport(
    _ source: some ByteSource, _ segments: ELFSegments, _ dynamic: ELFDynamicSection, _ body: (String?) -> Void
  ) throws(SkillError) {
    guard let address = dynamic.symbols else { return }
    let count = try count(source, segments, dynamic)
    guard count <= maximumCount, let offset = segments.fileOffset(of: address, count: count * entrySize),
      let table = source.read(at: offset, count: count * entrySize)
    else { throw .notELF("its symbol table is damaged or cut off") }
    let fields = ByteFields(table)
    for index in 0..<Int(count) {
      let base = index * Int(entrySize)
      guard isExported(info: table[base + 4], other: table[base + 5], section: fields.u16(base + 6)) else { continue }
      let name = dynamic.bytes(at: UInt64(fields.u32(base)), limit: 256, source)
      body(name.map { String(decoding: $0, as: UTF8.self) })
    }
  }

  /// Defined here, global, weak or unique, of default or protected visibility.
  private static func isExported(info: UInt8, other: UInt8, section: UInt16) -> Bool {
    let binding = info >> 4
    let visibility = other & 3
    return section != 0 && (binding == 1 || binding == 2 || binding == 10) && (visibility == 0 || visibility == 3)
  }

  private static func count(
    _ source: some ByteSource, _ segments: ELFSegments, _ dynamic: ELFDynamicSection
  ) throws(SkillError) -> UInt64 {
    if let address = dynamic.hash {
      guard let words = words(at: address, 2, source, segments) else { throw damaged }
      return UInt64(words[1])
    }
    guard let address = dynamic.gnuHash else { return 0 }
    guard let header = words(at: address, 4, source, segments) else { throw damaged }
    let (buckets, first, bloom) = (UInt64(header[0]), UInt64(header[1]), UInt64(header[2]))
    let (bucketAddress, overflow) = address.addingReportingOverflow(16 + bloom * 8)
    guard !overflow, let starts = words(at: bucketAddress, buckets, source, segments) else { throw damaged }
    guard let last = starts.max(), UInt64(last) >= first else { return first }
    // The last chain holds the highest symbol; it ends with the first odd hash.
    let chains = bucketAddress + buckets * 4
    var index = UInt64(last)
    while index <= maximumCount {
      let (place, overflow) = chains.addingReportingOverflow((index - first) * 4)
      guard !overflow, let hash = words(at: place, 1, source, segments) else { throw damaged }
      index += 1
      if hash[0] & 1 == 1 { return index }
    }
    throw damaged
  }

  private static var damaged: SkillError { .notELF("its symbol hash table is damaged or cut off") }

  /// 32-bit numbers at an address; nil when they are not all inside one segment of the file.
  private static func words(
    at address: UInt64, _ count: UInt64, _ source: some ByteSource, _ segments: ELFSegments
  ) -> [UInt32]? {
    guard count <= maximumCount, let offset = segments.fileOffset(of: address, count: count * 4),
      let bytes = source.read(at: offset, count: count * 4)
    else { return nil }
    let fields = ByteFields(bytes)
    return (0..<Int(count)).map { fields.u32($0 * 4) }
  }
}
