import FakeSkillHost
import Glibc
import SkillPluginKit
import Testing

@Suite struct FilesTests {
  @Test func writeThenRead() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a 图.txt"
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
    try SkillFiles.write(bytes, to: path)
    #expect(try SkillFiles.read(path) == bytes)
    try SkillFiles.write([], to: path)
    #expect(try SkillFiles.read(path) == [])
    #expect(try SkillFiles.list(folder.path) == ["a 图.txt"])
  }

  @Test func accessRightsOfAReplacedFileStay() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("shared.txt", "old")
    #expect(chmod(path, 0o640) == 0)
    try SkillFiles.write(Array("new".utf8), to: path)
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o640)
    try SkillFiles.write([1], to: "\(folder.path)/fresh")
    #expect(stat("\(folder.path)/fresh", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func aFailedWriteLeavesNothingBehind() throws {
    let folder = try TemporaryFolder()
    try SkillFiles.makeFolder("\(folder.path)/target")
    #expect(throws: SkillFailure.self) { try SkillFiles.write([1], to: "\(folder.path)/target") }
    #expect(try SkillFiles.list(folder.path) == ["target"])
  }

  @Test func whatIsMissing() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/none"
    let missing = SkillFailure(
      "file_missing", "cannot read \(path): No such file or directory", detail: ["path": .string(path)])
    #expect(throws: missing) { try SkillFiles.read(path) }
    #expect(try SkillFiles.readIfPresent(path) == nil)
    #expect(throws: SkillFailure.self) { try SkillFiles.list(path) }
    try SkillFiles.remove(path)
    #expect(throws: SkillFailure.self) { try SkillFiles.write([1], to: "\(path)/file") }
  }

  @Test func whatIsTooLargeOrNotAFile() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("five", "12345")
    let tooLarge = SkillFailure("file_too_large", "cannot read \(path): it is larger than 4 bytes")
    #expect(throws: tooLarge) { try SkillFiles.read(path, limit: 4) }
    #expect(try SkillFiles.read(path, limit: 5).count == 5)
    let notRegular = SkillFailure("file_not_regular", "cannot read \(folder.path): it is not a regular file")
    #expect(throws: notRegular) { try SkillFiles.read(folder.path) }
    let pipe = "\(folder.path)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(throws: SkillFailure("file_not_regular", "cannot read \(pipe): it is not a regular file")) {
      try SkillFiles.read(pipe)
    }
  }

  @Test func foldersAndRemoval() throws {
    let folder = try TemporaryFolder()
    try SkillFiles.makeFolder("\(folder.path)/sub")
    try SkillFiles.makeFolder("\(folder.path)/sub")
    try folder.write("sub/b", "")
    try folder.write("sub/a", "")
    #expect(try SkillFiles.list("\(folder.path)/sub") == ["a", "b"])
    try SkillFiles.remove("\(folder.path)/sub/a")
    #expect(try SkillFiles.list("\(folder.path)/sub") == ["b"])
  }
}
