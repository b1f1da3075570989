internal import CLinux
internal import Glibc
package import SkillSystem

extension VerifiedSkill {
  /// The library in memory that nobody can change any more, and that is exactly what the manifest promises.
  ///
  /// Checking a file and loading it later is a race. So the file is copied into a memfd, the memfd is sealed, and only
  /// then hashed: what was verified is what runs. Sealing comes first because a mapping or a write that is under way
  /// would make it fail.
  ///
  /// - Returns: a descriptor to hand to a runner; its contents and size are final.
  ///
  /// Errors: `library_missing`, `library_not_regular`, `library_size_mismatch`, `library_hash_mismatch`, `system`.
  package func openSealedLibrary() throws(SkillError) -> Descriptor {
    guard let folder = try BundleFolder(searching: folder) else { throw LibraryCheck.missing(build) }
    let opened = try LibraryCheck.open(build, in: folder)
    try LibraryCheck.requireSize(opened.size, build)
    let memory = try Self.copy(opened.file, size: build.size, name: build.file)
    guard clinux_seal(memory.number) == 0, clinux_is_sealed(memory.number) == 1 else {
      throw .systemCall("seal the memory of", build.file)
    }
    try LibraryCheck.requireSize(Int64(memory.status().st_size), build)
    try LibraryCheck.requireDigest(LibraryCheck.hash(memory, size: build.size), build)
    return memory
  }

  /// Copies a file into a new memfd, and stops when it turns out longer than `size`.
  private static func copy(
    _ file: borrowing Descriptor, size: Int, name: String
  ) throws(SkillError) -> Descriptor {
    let number = unsafe clinux_memfd_sealable(name)
    guard number >= 0 else { throw .systemCall("make memory for", name) }
    let memory = Descriptor(owning: number)
    let source = file.number
    var copied = 0
    while copied <= size {
      // The kernel copies from file to file; it may copy less than asked.
      let step = retrying { sendfile(number, source, nil, size + 1 - copied) }
      guard step >= 0 else { throw .systemCall("copy", name) }
      if step == 0 { break }
      copied += step
    }
    return memory
  }
}
