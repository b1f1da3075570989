package import SkillSystem

/// What a shared library would do when it is loaded, read from its bytes.
///
/// The dynamic loader is no validator: it crashes on damaged files, and loading runs code. So the host reads the few
/// tables that matter by itself, and every offset and count in them is somebody else's claim: each is checked against
/// the file, nothing is read twice for one entry, and no loop is longer than the file. What passes here may still fail
/// to load, but then in a runner, which may crash.
package struct ELFInspection: Hashable, Sendable {
  package let header: ELFHeader
  /// `DT_SONAME`.
  package fileprivate(set) var soname: String?
  /// `DT_NEEDED`, in order.
  package fileprivate(set) var needed: [String] = []
  /// The entries of `DT_RPATH` and `DT_RUNPATH`.
  package fileprivate(set) var searchPaths: [String] = []
  /// `DF_STATIC_TLS`: little of such storage is left in a process, and the library may fail to load.
  package fileprivate(set) var hasStaticTLS = false
  /// `DT_TEXTREL`: the loader has to write into code.
  package fileprivate(set) var hasTextRelocations = false
  /// `PT_GNU_STACK` asks for an executable stack, or is missing, which means the same.
  package fileprivate(set) var hasExecutableStack = true
  /// `skill_entry_v1` is exported.
  package fileprivate(set) var exportsEntry = false
  /// How many other symbols are exported.
  package fileprivate(set) var otherExportCount = 0
  /// The first 16 of them.
  package fileprivate(set) var otherExports: [String] = []

  /// The one symbol that a skill library exports.
  package static let entrySymbol = "skill_entry_v1"

  /// Inspects a library in memory. Errors: as ``init(number:size:platform:)``.
  package init(_ bytes: [UInt8], platform: Platform = .current) throws(SkillError) {
    try self.init(ArraySource(bytes: bytes), platform: platform)
  }

  /// Inspects an open file, which should be sealed so that it stays what it was.
  ///
  /// Errors: `library_not_elf`, `library_wrong_architecture`.
  package init(_ file: borrowing Descriptor, size: Int, platform: Platform = .current) throws(SkillError) {
    try self.init(FileSource(number: file.number, size: size), platform: platform)
  }

  init(_ source: some ByteSource, platform: Platform) throws(SkillError) {
    header = try ELFHeader(source.read(at: 0, count: UInt64(min(source.size, ELFHeader.size))) ?? [])
    try header.requireSharedObject(for: platform)
    let segments = try ELFSegments(source, header)
    if let stack = segments.all.first(where: { $0.type == ELFSegments.gnuStack }) {
      hasExecutableStack = stack.flags & ELFSegments.executable != 0
    }
    let dynamic = try ELFDynamicSection(source, segments)
    guard !dynamic.isProgram else { throw .notELF("it is a program, not a shared library; link it with -shared") }
    soname = try dynamic.soname.map { offset throws(SkillError) in try dynamic.string(at: offset, source) }
    for offset in dynamic.needed { needed.append(try dynamic.string(at: offset, source)) }
    for offset in dynamic.searchPaths {
      let text = try dynamic.string(at: offset, source)
      searchPaths += text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    }
    hasStaticTLS = dynamic.hasStaticTLS
    hasTextRelocations = dynamic.hasTextRelocations
    try ELFSymbols.forEachExport(source, segments, dynamic) { name in
      if name == Self.entrySymbol {
        exportsEntry = true
      } else {
        otherExportCount += 1
        if otherExports.count < 16 { otherExports.append(name ?? "(a name of more than 255 bytes)") }
      }
    }
  }
}
