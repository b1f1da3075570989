import SkillBundle
import SkillSystem
import Testing

@Suite struct ELFInspectionTests {
  static let prefix = "the library is not a shared library: "

  @Test func aCleanLibrary() throws {
    let inspection = try ELFInspection(Library.minimal())
    try inspection.requireLoadable()
    #expect(inspection.exportsEntry)
    #expect(inspection.needed == ["libc.so.6"])
    #expect(inspection.soname == nil)
    #expect(inspection.searchPaths == [])
    #expect(inspection.header.architecture == Platform.current.arch)
    #expect(inspection.warnings == [])
  }

  @Test func theSameFromAFile() throws {
    let folder = try TemporaryFolder()
    let bytes = try Library.minimal()
    let file = try Descriptor.open(folder.write(bytes, "library.so"), 0)
    #expect(try ELFInspection(file, size: bytes.count) == ELFInspection(bytes))
  }

  @Test(arguments: ["gnu", "sysv", "both"]) func bothHashTables(style: String) throws {
    let source =
      Library.source + "\nint helper(void) { return 1; }\nint undefined_one(void);\n"
      + "int second(void) { return undefined_one(); }\n__attribute__((visibility(\"hidden\"))) int unseen = 3;\n"
    let inspection = try ELFInspection(Library.build(source, ["-Wl,--hash-style=\(style)"]))
    #expect(inspection.exportsEntry)
    #expect(inspection.otherExportCount == 2)
    #expect(Set(inspection.otherExports) == ["helper", "second"])
  }

  @Test func whatItSaysOfItself() throws {
    let source = "static __thread int value;\nint *touch(void) { return &value; }\n"
    let inspection = try ELFInspection(
      Library.build(
        source,
        ["-ftls-model=initial-exec", "-Wl,-z,execstack", "-Wl,-soname,libmine.so.1", "-Wl,-rpath,/opt/a:$ORIGIN/b"]))
    #expect(inspection.soname == "libmine.so.1")
    #expect(inspection.searchPaths == ["/opt/a", "$ORIGIN/b"])
    #expect(inspection.hasStaticTLS)
    #expect(inspection.hasExecutableStack)
    #expect(!inspection.hasTextRelocations)
    #expect(
      inspection.warnings == [
        "It exports one symbol besides skill_entry_v1 (\"touch\"): link with a version script so that they cannot clash "
          + "with others.",
        "It uses static thread-local storage and may fail to load: compile with -ftls-model=global-dynamic.",
        "It asks for an executable stack, which newer systems refuse: link with -z noexecstack.",
      ])
    expectRefusal("library_entry_missing", "the library does not export skill_entry_v1") {
      try inspection.requireLoadable()
    }
  }

  @Test func textRelocations() throws {
    let source =
      "static int value; __asm__(\".text\\n.globl touch\\ntouch: .quad value_address\\n\"); "
      + "int value_address = 1; int *keep(void) { return &value; }"
    let inspection = try ELFInspection(Library.build(source, ["-Wl,-z,notext"]))
    #expect(inspection.hasTextRelocations)
    #expect(
      inspection.warnings.contains(
        "It has text relocations, which need writable code: compile everything with -fPIC."))
  }

  @Test func otherDependencies() throws {
    let folder = try TemporaryFolder()
    try folder.write(Library.build("int other(void) { return 1; }", ["-Wl,-soname,libother.so.1"]), "libother.so")
    let source = Library.source + "\nint other(void);\nint use(void) { return other(); }\n"
    let inspection = try ELFInspection(Library.build(source, ["-L\(folder.path)", "-lother"]))
    #expect(inspection.needed == ["libother.so.1", "libc.so.6"])
    expectRefusal(
      "library_dependency_refused", "the library needs \"libother.so.1\", which nobody has verified"
    ) { try inspection.requireLoadable() }
  }

  @Test(arguments: ["lib", ".", "", "/opt:"]) func relativeSearchPaths(path: String) throws {
    let bytes = try Library.build(Library.source, ["-Wl,-rpath,\(path.isEmpty ? ":/opt" : path)"])
    let found = path == "/opt:" ? "" : path
    expectRefusal(
      "library_search_path_unsafe",
      "the library searches for others in \"\(found)\", which depends on the working directory"
    ) { try ELFInspection(bytes).requireLoadable() }
  }

  @Test(arguments: [
    "libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "libswiftCore.so", "libswift_Concurrency.so", "libFoundation.so",
    "lib_FoundationICU.so", "libstdc++.so.6", "libgcc_s.so.1", "libunwind.so.8.1", "libdispatch.so",
  ])
  func partsOfTheRunTime(soname: String) {
    #expect(ELFInspection.isRuntimeLibrary(soname))
  }

  @Test(arguments: [
    "libcurl.so.4", "libc.so.6x", "libc", "/lib/libc.so.6", "../libswiftCore.so", "libswift/x.so", "libcc.so.6", "",
    "libc.so.6\u{301}", "libswiftCore.so.evil",
  ])
  func notPartsOfTheRunTime(soname: String) {
    #expect(!ELFInspection.isRuntimeLibrary(soname))
  }

  @Test func otherKindsOfFile() throws {
    expectRefusal("library_not_elf", Self.prefix + "it does not begin as an ELF file does") {
      try ELFInspection(Array("#!/bin/sh\n".utf8))
    }
    expectRefusal("library_not_elf", Self.prefix + "it does not begin as an ELF file does") { try ELFInspection([]) }
    expectRefusal("library_not_elf", Self.prefix + "it is an object file; link it with -shared") {
      try ELFInspection(Library.build(Library.source, ["-c"], shared: false))
    }
    let program = "int main(void) { return 0; }"
    expectRefusal("library_not_elf", Self.prefix + "it is a program, not a shared library; link it with -shared") {
      try ELFInspection(Library.build(program, ["-no-pie"], shared: false))
    }
    expectRefusal("library_not_elf", Self.prefix + "it is a program, not a shared library; link it with -shared") {
      try ELFInspection(Library.build(program, ["-pie"], shared: false))
    }
  }

  @Test(arguments: [
    (183, 2, 1, "aarch64"), (62, 2, 1, "x86_64"), (3, 1, 1, "i386 (32-bit, little-endian)"),
    (40, 1, 1, "arm (32-bit, little-endian)"), (22, 2, 2, "s390x (64-bit, big-endian)"),
    (243, 2, 1, "riscv64"), (9999, 2, 1, "machine 9999 (64-bit, little-endian)"),
  ])
  func otherArchitectures(machine: Int, bits: Int, order: Int, name: String) throws {
    var bytes = try Library.minimal()
    bytes[4] = UInt8(bits)
    bytes[5] = UInt8(order)
    bytes[18] = UInt8(order == 1 ? machine & 255 : machine >> 8)
    bytes[19] = UInt8(order == 1 ? machine >> 8 : machine & 255)
    bytes[16] = order == 1 ? 3 : 0
    bytes[17] = order == 1 ? 0 : 3
    #expect(try ELFHeader(Array(bytes.prefix(ELFHeader.size))).architecture == name)
    guard name != Platform.current.arch else { return }
    expectRefusal(
      "library_wrong_architecture", "the library is built for \(name), this machine is \(Platform.current.arch)"
    ) { try ELFInspection(bytes) }
  }

  /// Fault 29, on this side of the loader: no truncated file traps, and each is refused until the last table is whole.
  @Test func truncatedAnywhere() throws {
    let bytes = try Library.minimal()
    let whole = try ELFInspection(bytes)
    for size in stride(from: 0, to: bytes.count, by: 97) {
      do throws(SkillError) {
        // What is cut off behind the last segment (section headers) is not missed.
        #expect(try ELFInspection(Array(bytes.prefix(size))) == whole)
      } catch {
        #expect(error.code == .libraryNotELF, "\(size): \(error)")
      }
    }
  }

  /// Damaged files are judged or refused, never followed out of bounds. The damage is the same in every run.
  @Test func damagedAnywhere() throws {
    let bytes = try Library.minimal()
    var state: UInt64 = 42
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var refused = 0
    for _ in 0..<20_000 {
      var damaged = bytes
      // The headers, the program headers and the tables behind them; then the dynamic section near the end.
      for _ in 0...random(4) {
        let place = random(2) == 0 ? random(min(2_048, bytes.count)) : random(bytes.count)
        damaged[place] = [0, 0xff, 0x7f, 0x80, UInt8(random(256))][random(5)]
      }
      do throws(SkillError) {
        _ = try ELFInspection(damaged).warnings
      } catch {
        refused += 1
        #expect(error.code == .libraryNotELF || error.code == .libraryWrongArchitecture)
      }
    }
    #expect(refused > 1_000)
  }
}
