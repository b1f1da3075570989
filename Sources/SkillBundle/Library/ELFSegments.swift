internal import SkillSystem

/// The program headers of a 64-bit ELF file: which parts of the file are mapped where.
struct ELFSegments {
  struct Segment {
    let type: UInt32
    let flags: UInt32
    let offset: UInt64
    let address: UInt64
    let fileSize: UInt64
    let memorySize: UInt64
  }

  let all: [Segment]

  static let load: UInt32 = 1
  static let dynamic: UInt32 = 2
  static let gnuStack: UInt32 = 0x6474_e551
  static let executable: UInt32 = 1

  /// Real libraries have about ten.
  private static let maximumCount = 128

  /// Errors: `library_not_elf` when a table or a segment reaches beyond the file.
  init(_ source: some ByteSource, _ header: ELFHeader) throws(SkillError) {
    let count = Int(header.programHeaderCount)
    guard header.programHeaderSize == 56, (1...Self.maximumCount).contains(count),
      let table = source.read(at: header.programHeaderOffset, count: UInt64(count) * 56)
    else { throw .notELF("its program headers are damaged or cut off") }
    let fields = ByteFields(table)
    all = (0..<count).map { index in
      let base = index * 56
      return Segment(
        type: fields.u32(base), flags: fields.u32(base + 4), offset: fields.u64(base + 8),
        address: fields.u64(base + 16), fileSize: fields.u64(base + 32), memorySize: fields.u64(base + 40))
    }
    for segment in all where segment.type == Self.load {
      guard source.range(segment.offset, segment.fileSize) != nil, segment.fileSize <= segment.memorySize,
        !segment.address.addingReportingOverflow(segment.memorySize).overflow
      else { throw .notELF("it is cut off, or a segment of it is damaged") }
    }
  }

  /// Where in the file `count` bytes at an address are; nil when no segment holds all of them.
  func fileOffset(of address: UInt64, count: UInt64) -> UInt64? {
    for segment in all where segment.type == Self.load && address >= segment.address {
      let inside = address - segment.address
      // `init` made sure that offset + fileSize does not overflow.
      if inside <= segment.fileSize, count <= segment.fileSize - inside { return segment.offset + inside }
    }
    return nil
  }
}
