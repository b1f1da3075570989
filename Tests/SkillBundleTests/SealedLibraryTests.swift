import CLinux
import Glibc
import SkillBundle
import SkillSystem
import Testing

@Suite struct SealedLibraryTests {
  @Test func holdsTheLibraryAndCannotChange() throws {
    let fixture = try BundleFixture()
    let library = try fixture.verified().openSealedLibrary()
    let bytes = try Library.minimal()
    #expect(lseek(library.number, 0, SEEK_SET) == 0)
    #expect(try library.readToEnd(limit: 1 << 24) == bytes)
    #expect(clinux_is_sealed(library.number) == 1)
    #expect(pwrite(library.number, "x", 1, 0) == -1)
    #expect(errno == EPERM)
    #expect(ftruncate(library.number, 0) == -1)
    #expect(errno == EPERM)
    #expect(ftruncate(library.number, off_t(bytes.count + 1)) == -1)
    #expect(errno == EPERM)
    // What happens to the file from now on does not matter.
    try fixture.temporary.write([], BundleFixture.library)
    #expect(lseek(library.number, 0, SEEK_SET) == 0)
    #expect(try library.readToEnd(limit: 1 << 24) == bytes)
  }

  /// Fault 33: changed between the check and the load.
  @Test func swappedAfterTheCheck() throws {
    let fixture = try BundleFixture()
    let skill = try fixture.verified()
    let good = try SHA256Digest(of: Library.minimal())
    try fixture.flipByte(of: BundleFixture.library, at: 5_000)
    let bad = try SHA256Digest(of: fixture.temporary.bytes(BundleFixture.library))
    expectRefusal(
      "library_hash_mismatch",
      "the library libWeather.so is not the one that was signed: its SHA-256 is \(bad), the manifest says \(good)"
    ) { _ = try skill.openSealedLibrary() }
    let size = try Library.minimal().count
    try fixture.temporary.write([UInt8](repeating: 0, count: 1 << 20), BundleFixture.library)
    expectRefusal(
      "library_size_mismatch", "the library libWeather.so has 1048576 bytes, the manifest says \(size)"
    ) { _ = try skill.openSealedLibrary() }
    fixture.remove(BundleFixture.library)
    expectRefusal("library_missing", "the library libWeather.so is not in the bundle") {
      _ = try skill.openSealedLibrary()
    }
    #expect(mkfifo(fixture.temporary.file(BundleFixture.library), 0o600) == 0)
    expectRefusal("library_not_regular", "libWeather.so cannot be used: it is a pipe") {
      _ = try skill.openSealedLibrary()
    }
    try fixture.temporary.write(Library.minimal(), "good")
    #expect(rename(fixture.temporary.file("good"), fixture.temporary.file(BundleFixture.library)) == 0)
    _ = try skill.openSealedLibrary()
    #expect(rename(fixture.temporary.file(BundleFixture.bundle), fixture.temporary.file("away")) == 0)
    expectRefusal("library_missing", "the library libWeather.so is not in the bundle") {
      _ = try skill.openSealedLibrary()
    }
  }

  @Test func leavesNothingOpen() throws {
    let fixture = try BundleFixture()
    let skill = try fixture.verified()
    try fixture.flipByte(of: BundleFixture.library, at: 5_000)
    // Descriptor numbers are given out lowest first. Other tests run meanwhile, so a leak shows as growth over many.
    let before = dup(0)
    close(before)
    for _ in 0..<300 { #expect(throws: SkillError.self) { _ = try skill.openSealedLibrary() } }
    let after = dup(0)
    close(after)
    #expect(after < before + 200)
  }
}
