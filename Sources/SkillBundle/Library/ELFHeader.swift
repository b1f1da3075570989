package import SkillSystem

/// The first 64 bytes of an ELF file: enough to say what a file was built for without giving it to the loader, which
/// crashes on damaged files (and runs constructors on good ones).
package struct ELFHeader: Hashable, Sendable {
  /// True for ELFCLASS64.
  package let is64Bit: Bool
  package let isLittleEndian: Bool
  /// `e_machine`.
  package let machine: UInt16
  /// `e_type`: 3 is a shared object.
  package let type: UInt16
  /// Where the program headers are and how many there are; of a 64-bit file only.
  let programHeaderOffset: UInt64
  let programHeaderSize: UInt16
  let programHeaderCount: UInt16

  /// How many bytes ``init(_:)`` looks at.
  package static let size = 64

  /// Reads a header from the beginning of a file. Errors: `library_not_elf`.
  package init(_ bytes: [UInt8]) throws(SkillError) {
    guard bytes.count >= 4, Array(bytes[..<4]) == [0x7f, 0x45, 0x4c, 0x46] else {
      throw .notELF("it does not begin as an ELF file does")
    }
    guard bytes.count >= Self.size else { throw .notELF("it ends within its header") }
    guard bytes[4] == 1 || bytes[4] == 2, bytes[5] == 1 || bytes[5] == 2, bytes[6] == 1 else {
      throw .notELF("its header is damaged")
    }
    is64Bit = bytes[4] == 2
    isLittleEndian = bytes[5] == 1
    let fields = ByteFields(bytes, isLittleEndian: isLittleEndian)
    type = fields.u16(16)
    machine = fields.u16(18)
    programHeaderOffset = is64Bit ? fields.u64(32) : 0
    programHeaderSize = is64Bit ? fields.u16(54) : 0
    programHeaderCount = is64Bit ? fields.u16(56) : 0
  }

  /// The processor in the words of a manifest (`x86_64`, `aarch64`), or a description of what else it is.
  package var architecture: String {
    let name: String
    switch (machine, is64Bit, isLittleEndian) {
    case (62, true, true): return "x86_64"
    case (183, true, true): return "aarch64"
    case (243, true, true): return "riscv64"
    case (3, _, _): name = "i386"
    case (62, _, _): name = "x86_64"
    case (40, _, _): name = "arm"
    case (183, _, _): name = "aarch64"
    case (243, _, _): name = "riscv"
    case (21, _, _): name = "ppc64"
    case (22, _, _): name = "s390x"
    case (258, _, _): name = "loongarch64"
    default: name = "machine \(machine)"
    }
    return "\(name) (\(is64Bit ? 64 : 32)-bit, \(isLittleEndian ? "little" : "big")-endian)"
  }

  /// Checks that the file is a shared object for `platform`.
  ///
  /// Errors: `library_not_elf` (a program, an object file), `library_wrong_architecture`.
  package func requireSharedObject(for platform: Platform) throws(SkillError) {
    guard architecture == platform.arch else {
      throw SkillError(
        .libraryWrongArchitecture, "the library is built for \(architecture), this machine is \(platform.arch)",
        hint: "get or build the library for \(platform)")
    }
    switch type {
    case 3: return
    case 1: throw .notELF("it is an object file; link it with -shared")
    case 2: throw .notELF("it is a program, not a shared library; link it with -shared")
    case 4: throw .notELF("it is a core dump")
    default: throw .notELF("its type is \(type), a shared library has 3")
    }
  }
}

/// Numbers inside a buffer whose length was checked by the caller.
struct ByteFields {
  let bytes: [UInt8]
  let isLittleEndian: Bool

  init(_ bytes: [UInt8], isLittleEndian: Bool = true) {
    self.bytes = bytes
    self.isLittleEndian = isLittleEndian
  }

  func u16(_ offset: Int) -> UInt16 { UInt16(number(offset, 2)) }
  func u32(_ offset: Int) -> UInt32 { UInt32(number(offset, 4)) }
  func u64(_ offset: Int) -> UInt64 { number(offset, 8) }

  private func number(_ offset: Int, _ count: Int) -> UInt64 {
    var result: UInt64 = 0
    for index in 0..<count {
      result = result << 8 | UInt64(bytes[offset + (isLittleEndian ? count - 1 - index : index)])
    }
    return result
  }
}

extension SkillError {
  static func notELF(_ reason: String) -> SkillError {
    SkillError(
      .libraryNotELF, "the library is not a shared library: \(reason)",
      hint: "build it as a shared library for Linux (swift build of a .dynamic product, or cc -shared -fPIC)")
  }
}

extension SkillError.Code {
  /// The file is no ELF shared object, or is cut off or damaged.
  package static let libraryNotELF = Self("library_not_elf", .refused)
  /// No build for this machine.
  package static let libraryWrongArchitecture = Self("library_wrong_architecture", .refused)
}
