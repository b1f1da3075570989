package import CSkillABI
import Glibc
package import SkillSystem

/// A skill library in this process, and from it the skills it holds.
///
/// `dlopen` runs the library's constructors, and a damaged file can crash it, so this happens only where a crash is
/// somebody's error result and not the host's end: in a runner, or for a library that the operator put in-process.
@safe package struct SkillLibrary: Sendable {
  private let entry: skill_entry_function

  /// Loads a library from the descriptor of its sealed memory.
  ///
  /// The descriptor's number is never used again in this process (it is leaked): glibc takes a known path such as
  /// `/proc/self/fd/7` for the library it loaded from there before, whatever is behind the number now. For the same
  /// reason the library is never unloaded; unloading a Swift library also breaks the process's own runtime.
  package init(loading memory: consuming Descriptor) throws(SkillError) {
    let number = memory.leak()
    let path = "/proc/self/fd/\(number)"
    // NOW: a missing symbol fails here and not in the middle of a call. LOCAL: its symbols are nobody else's.
    guard let handle = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      throw SkillError(
        .libraryNotLoadable, Self.loaderMessage().replacing(path, with: "the library"),
        hint: "build it again on this system and run `skillhost validate` on it")
    }
    guard let symbol = unsafe dlsym(handle, SKILL_ENTRY_SYMBOL) else {
      throw SkillError(
        .entryMissing, "the library does not export \(SKILL_ENTRY_SYMBOL)",
        hint: "export skill_entry_v1 (skill.h); `nm -D` lists what a library exports")
    }
    // The header gives the symbol this type; a library that breaks that promise breaks its own process.
    unsafe entry = unsafe unsafeBitCast(symbol, to: skill_entry_function.self)
  }

  /// The descriptor of one of its skills, copied and checked.
  package func descriptor(of identifier: String) throws(SkillError) -> CheckedDescriptor {
    var identifier = identifier
    let found = identifier.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe entry(
          UInt32(SKILL_ABI_MINOR), skill_text(data: characters.baseAddress, size: UInt64(characters.count)))
      }
    }
    guard let found = unsafe found else {
      throw SkillError(
        .skillNotInLibrary, "the library says that it does not hold \(identifier)",
        hint: "the manifest's identifier and the library must agree")
    }
    return try unsafe CheckedDescriptor(found)
  }

  private static func loaderMessage() -> String {
    guard let text = unsafe dlerror() else { return "the library cannot be loaded" }
    return unsafe String(cString: text)
  }
}

/// A skill's descriptor with every field that the library's version does not have set to nothing.
@safe package struct CheckedDescriptor: Sendable {
  package let flags: skill_flags
  package let maxParallel: UInt32
  /// What the library's author saw: of the struct, and the minor version.
  package let statedSize: UInt32
  package let statedMinor: UInt32
  package var hasQuiesce: Bool { unsafe quiesce != nil }
  let create:
    (
      @convention(c) (UnsafePointer<skill_host>?, skill_text, UnsafeMutablePointer<UnsafeMutableRawPointer?>?) ->
        skill_status
    )?
  let invoke: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<skill_call>?, skill_text) -> skill_status
  let match: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<skill_call>?, skill_text) -> skill_status)?
  let quiesce: (@convention(c) (UnsafeMutableRawPointer?, UInt64) -> Void)?
  let destroy: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?

  init(_ pointer: UnsafePointer<skill_descriptor>) throws(SkillError) {
    let size = unsafe Int(pointer.pointee.size)
    // Everything up to `invoke` has been there since the first version.
    let invokeEnd = unsafe MemoryLayout<skill_descriptor>.offset(of: \.match) ?? .max
    guard size >= invokeEnd, size <= 4096 else {
      throw SkillError(
        .descriptorInvalid, "the skill's descriptor says that it has \(size) bytes, at least \(invokeEnd) are needed",
        hint: "set `size` to sizeof(skill_descriptor)")
    }
    func has(_ end: Int?) -> Bool { end.map { size >= $0 } ?? false }
    let word = MemoryLayout<UInt>.size
    let descriptor = unsafe pointer
    guard let invoke = unsafe descriptor.pointee.invoke else {
      throw SkillError(.descriptorInvalid, "the skill's descriptor has no invoke function", hint: "set `invoke`")
    }
    unsafe self.invoke = unsafe invoke
    flags = unsafe descriptor.pointee.flags
    maxParallel = unsafe descriptor.pointee.max_parallel
    statedSize = unsafe descriptor.pointee.size
    statedMinor = unsafe descriptor.pointee.abi_minor
    unsafe create = unsafe descriptor.pointee.create
    unsafe match =
      has((MemoryLayout<skill_descriptor>.offset(of: \.match)).map { $0 + word }) ? descriptor.pointee.match : nil
    unsafe quiesce =
      has((MemoryLayout<skill_descriptor>.offset(of: \.quiesce)).map { $0 + word }) ? descriptor.pointee.quiesce : nil
    unsafe destroy =
      has((MemoryLayout<skill_descriptor>.offset(of: \.destroy)).map { $0 + word }) ? descriptor.pointee.destroy : nil
  }
}

extension SkillError.Code {
  package static let libraryNotLoadable = Self("library_not_loadable", .refused)
  package static let entryMissing = Self("entry_missing", .refused)
  package static let skillNotInLibrary = Self("skill_not_in_library", .refused)
  package static let descriptorInvalid = Self("descriptor_invalid", .refused)
  package static let createFailed = Self("create_failed", .unavailable)
}
