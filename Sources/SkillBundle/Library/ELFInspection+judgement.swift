package import SkillSystem

extension ELFInspection {
  /// Refuses what no runner should load.
  ///
  /// Only this one file was hashed; what else it pulls in runs its own constructors. So it may need the C, C++ and
  /// Swift run-time libraries, which the runner has loaded beforehand, and nothing else. Errors:
  /// `library_dependency_refused`, `library_search_path_unsafe`, `library_entry_missing`.
  package func requireLoadable() throws(SkillError) {
    if let other = needed.first(where: { !Self.isRuntimeLibrary($0) }) {
      throw SkillError(
        .libraryDependencyRefused, "the library needs \(Quoted.text(other)), which nobody has verified",
        hint: "link it statically; only the C, C++ and Swift run-time libraries may be needed")
    }
    if let path = searchPaths.first(where: { !$0.hasPrefix("/") && !$0.hasPrefix("$ORIGIN") }) {
      throw SkillError(
        .librarySearchPathUnsafe,
        "the library searches for others in \(Quoted.text(path)), which depends on the working directory",
        hint: "link without a relative -rpath")
    }
    guard exportsEntry else {
      throw SkillError(
        .libraryEntryMissing, "the library does not export \(Self.entrySymbol)",
        hint: "export the entry point (see skill.h), or start from skillhost new")
    }
  }

  /// What an author should know; each is one sentence.
  package var warnings: [String] {
    var warnings: [String] = []
    if otherExportCount > 0 {
      let names = otherExports.prefix(3).map { Quoted.text($0) }.joined(separator: ", ")
      let some = otherExportCount == 1 ? "one symbol" : "\(otherExportCount) symbols"
      warnings.append(
        "It exports \(some) besides \(Self.entrySymbol) (\(names)\(otherExportCount > 3 ? ", …" : "")): link with a "
          + "version script so that they cannot clash with others.")
    }
    if hasStaticTLS {
      warnings.append(
        "It uses static thread-local storage and may fail to load: compile with -ftls-model=global-dynamic.")
    }
    if hasTextRelocations {
      warnings.append("It has text relocations, which need writable code: compile everything with -fPIC.")
    }
    if hasExecutableStack {
      warnings.append("It asks for an executable stack, which newer systems refuse: link with -z noexecstack.")
    }
    return warnings
  }

  /// True for the libraries that are part of the C, C++ or Swift run time.
  package static func isRuntimeLibrary(_ soname: String) -> Bool {
    guard soname.utf8.allSatisfy({ isNameByte($0) }) else { return false }
    // `libswiftCore.so`, `libc.so.6`, `ld-linux-x86-64.so.2`: the name, `.so`, and perhaps a number.
    guard let end = soname.firstRange(of: ".so") else { return false }
    let version = soname[end.upperBound...]
    guard version.isEmpty || (version.hasPrefix(".") && version.dropFirst().allSatisfy { $0.isNumber || $0 == "." })
    else { return false }
    let name = String(soname[..<end.lowerBound])
    return runtimeNames.contains(name) || runtimePrefixes.contains { name.hasPrefix($0) }
  }

  private static let runtimeNames: Set<String> = [
    "libc", "libm", "libpthread", "libdl", "librt", "libutil", "libresolv", "libdispatch", "libBlocksRuntime",
    "libstdc++", "libgcc_s", "libc++", "libc++abi", "libunwind",
  ]
  private static let runtimePrefixes = ["ld-linux", "libswift", "libFoundation", "lib_Foundation"]

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "+"):
      true
    default: false
    }
  }
}

extension SkillError.Code {
  /// The library needs another one that is not part of the run time.
  package static let libraryDependencyRefused = Self("library_dependency_refused", .refused)
  /// The library has a search path relative to the working directory.
  package static let librarySearchPathUnsafe = Self("library_search_path_unsafe", .refused)
  /// `skill_entry_v1` is not exported.
  package static let libraryEntryMissing = Self("library_entry_missing", .refused)
}
